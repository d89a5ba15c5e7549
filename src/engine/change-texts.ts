import { isMerge } from '../core/changes/merge-changes.ts'
import { mergeInventions } from '../core/changes/merge-inventions.ts'
import { editedItems, rewritingOf } from '../core/changes/rewritten-items.ts'
import type { Change } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { textOfBytes } from '../snapshot/project.ts'
import type { Questions } from './context.ts'
import { redacted } from './redacted.ts'

/**
 * Gives a merge that does more than choose the texts of those files, so that its findings can show words: plain data about
 * documents has none. Secrets are stars in them. Other merges read nothing for it.
 */
export async function withMergeTexts(
  changes: ReadonlyMap<Layout, Change>,
  after: Snapshot,
  parents: readonly Snapshot[],
): Promise<ReadonlyMap<Layout, Change>> {
  const complete = new Map<Layout, Change>()
  for (const [layout, change] of changes) complete.set(layout, await withTexts(change, after, parents))
  return complete
}

async function withTexts(change: Change, after: Snapshot, parents: readonly Snapshot[]): Promise<Change> {
  if (!isMerge(change)) return change
  const found = mergeInventions(change)
  if (found.length === 0) return change
  const paths = new Set(
    found.flatMap((one) => [one.at.document.path, ...one.versions.map(({ document }) => document.path)]),
  )
  const [result = new Map<string, string>(), ...ofParents] = await Promise.all(
    [after, ...parents].map((snapshot) => textsIn(snapshot, [...paths])),
  )
  return { ...change, merge: { ...change.merge, texts: { result, parents: ofParents } } }
}

async function textsIn(snapshot: Snapshot, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const [path, content] of await snapshot.read(paths.filter((one) => snapshot.files.has(one))))
    if ('bytes' in content) texts.set(path, await redacted(textOfBytes(content.bytes)))
  return texts
}

/**
 * Gives a change that edits items of logs or records the texts of their files, and, for an item whose text is replaced, the title
 * that this text had in earlier commits. Other changes read nothing for it.
 */
export async function withChangeTexts(
  changes: ReadonlyMap<Layout, Change>,
  {
    after,
    before,
    ask,
  }: { readonly after: Snapshot; readonly before: Snapshot; readonly ask?: Questions | undefined },
): Promise<ReadonlyMap<Layout, Change>> {
  const complete = new Map<Layout, Change>()
  for (const [layout, change] of changes) {
    const edited = editedItems(change)
    if (edited.length === 0) {
      complete.set(layout, change)
      continue
    }
    const [was, is] = await Promise.all([
      textsIn(before, [...new Set(edited.map((one) => one.before.document.path))]),
      textsIn(after, [...new Set(edited.map((one) => one.after.document.path))]),
    ])
    const texts = { before: was, after: is }
    const replaced = edited.filter((one) => rewritingOf(one, texts)?.what === 'replaced')
    const earlier =
      ask?.history && replaced.length > 0
        ? (await import('./asked-history.ts')).earlierTitles(replaced, was, {
            ...ask.history,
            tip: before.revision ?? 'HEAD',
          })
        : undefined
    complete.set(layout, { ...change, texts: { ...texts, ...(earlier && { earlier: await earlier }) } })
  }
  return complete
}
