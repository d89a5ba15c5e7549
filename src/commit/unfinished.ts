import { join } from 'node:path'
import { isThere } from '../fs/stat.ts'

/** What git leaves in its directory while something with several steps goes on there; `merge` and `rebase` end in a hook. */
const MARKS = {
  merge: ['MERGE_HEAD'],
  rebase: ['rebase-merge', 'rebase-apply'],
  other: ['sequencer', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG'],
}

/** Edits that git has put aside, and brings back into the work tree when all else is done. */
const STASHED = ['MERGE_AUTOSTASH', 'rebase-merge/autostash', 'rebase-apply/autostash']

/**
 * True while a rebase, merge, cherry-pick, revert or bisection goes on in a work tree: its files are not ours to touch.
 * Git calls the hook of what it has `done` before it removes the marks of it.
 */
export function isUnfinished(gitDir: string, done: 'merge' | 'rebase' | null): boolean {
  const marks = [
    ...STASHED,
    ...MARKS.other,
    ...(done === 'merge' ? [] : MARKS.merge),
    ...(done === 'rebase' ? [] : MARKS.rebase),
  ]
  return marks.some((name) => isThere(join(gitDir, name)))
}
