import { isMerge, type Merge } from '../core/changes/merge-changes.ts'
import { mergeInventions } from '../core/changes/merge-inventions.ts'
import { editedItems, rewritingOf } from '../core/changes/rewritten-items.ts'
import type { Change } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { textOfBytes } from '../snapshot/project.ts'
import type { Questions } from './context.ts'
import { redacted } from './redacted.ts'

/** The sides of a change; a merge has several parents. */
type Sides = {
  readonly after: Snapshot
  readonly parents: readonly [Snapshot, ...Snapshot[]]
  readonly ask?: Questions | undefined
}

/** Gives each part of a change the texts that its findings show words of: plain data about documents has none. Secrets are stars in them. */
export async function withTexts(
  changes: ReadonlyMap<Layout, Change>,
  sides: Sides,
): Promise<ReadonlyMap<Layout, Change>> {
  const complete = new Map<Layout, Change>()
  for (const [layout, change] of changes) {
    const give = isMerge(change) ? withMergeTexts(change, sides) : withChangeTexts(change, sides)
    complete.set(layout, await give)
  }
  return complete
}

/** A merge that does more than choose has the texts of those files. Other merges read nothing for it. */
async function withMergeTexts(change: Merge, { after, parents }: Sides): Promise<Change> {
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

/**
 * A change that edits items of logs or records has the texts of their files, and, for an item whose text is replaced, the title that
 * this text had in earlier commits. Other changes read nothing for it.
 */
async function withChangeTexts(change: Change, { after, parents: [before], ask }: Sides): Promise<Change> {
  const edited = editedItems(change)
  if (edited.length === 0) return change
  const [was, is] = await Promise.all([
    textsIn(before, [...new Set(edited.map((one) => one.before.document.path))]),
    textsIn(after, [...new Set(edited.map((one) => one.after.document.path))]),
  ])
  const texts = { before: was, after: is }
  const replaced = edited.filter((one) => rewritingOf(one, texts)?.what === 'replaced')
  if (!ask?.history || replaced.length === 0) return { ...change, texts }
  const { earlierTitles } = await import('./asked-history.ts')
  const earlier = await earlierTitles(replaced, was, { ...ask.history, tip: before.revision ?? 'HEAD' })
  return { ...change, texts: { ...texts, earlier } }
}

async function textsIn(snapshot: Snapshot, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const [path, content] of await snapshot.read(paths.filter((one) => snapshot.files.has(one))))
    if ('bytes' in content) texts.set(path, await redacted(textOfBytes(content.bytes)))
  return texts
}
