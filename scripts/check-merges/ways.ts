import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { EntryForm } from '../../src/core/settings.ts'
import { mergeEntries } from '../../src/formats/merge/merge-entries.ts'
import { type Sides, wholeConflict } from '../../src/formats/merge/merge-lines.ts'
import { keepsSections } from '../../src/formats/merge/text-sections.ts'

/** What one way of merging made of one case. */
export type Outcome = {
  readonly result: string
  readonly how: 'clean' | 'conflict'
  /** The texts did not read as logs, and were merged as any text. */
  readonly fallback: boolean
  /** The text merge was clean but wrong, and the wrong result was detected. */
  readonly refused: boolean
}

/** A case: the texts, and the folder that they lie in. */
export type Case = Sides<string> & { readonly folder: string }

/** Every way, by name. A form fits where both sides have at least two such headings. */
export const WAYS: readonly { readonly name: string; readonly merge: (one: Case) => Outcome | null }[] = [
  { name: 'git merge-file', merge: (one) => plain(gitMerge(one)) },
  { name: 'git union', merge: (one) => plain(gitMerge(one, '--union')) },
  { name: 'dated', merge: (one) => byEntries(one, 'dated') },
  ...([1, 2, 3, 4] as const).map((depth) => ({
    name: `depth ${depth}`,
    merge: (one: Case) => (fits(one, depth) ? byEntries(one, depth) : null),
  })),
]

function byEntries(one: Case, form: EntryForm): Outcome {
  const merged = mergeEntries(one, { form, markSize: 7 })
  if (merged) {
    return {
      result: merged.text,
      how: merged.conflicts > 0 ? 'conflict' : 'clean',
      fallback: false,
      refused: false,
    }
  }
  const { text, clean } = gitMerge(one)
  if (!clean) return { result: text, how: 'conflict', fallback: true, refused: false }
  if (keepsSections(one, text)) return { result: text, how: 'clean', fallback: true, refused: false }
  return {
    result: wholeConflict(one.ours, one.theirs, 7) ?? text,
    how: 'conflict',
    fallback: true,
    refused: true,
  }
}

function plain({ text, clean }: { text: string; clean: boolean }): Outcome {
  return { result: text, how: clean ? 'clean' : 'conflict', fallback: false, refused: false }
}

function gitMerge({ folder }: Case, ...flags: string[]): { text: string; clean: boolean } {
  const files = ['ours.md', 'base.md', 'theirs.md'].map((name) => join(folder, name))
  const names = ['-L', 'ours', '-L', 'base', '-L', 'theirs']
  const { stdout, status } = spawnSync('git', ['merge-file', '-p', ...flags, ...names, ...files], {
    maxBuffer: 1 << 28,
  })
  if (status === null || status > 127) throw new Error(`git merge-file failed in ${folder}`)
  return { text: stdout.toString('latin1'), clean: status === 0 }
}

function fits({ ours, theirs }: Case, depth: number): boolean {
  const form = new RegExp(`^#{${depth}}[ \\t]`, 'gm')
  return [ours, theirs].every((text) => (text.match(form) ?? []).length >= 2)
}
