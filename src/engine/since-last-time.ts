import type { WorkTreeAnswer } from '../git/list-work-tree.ts'
import { merelyChanged } from '../git/merely-changed.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import { SETTINGS_FILE } from './load-settings.ts'
import type { PartSum } from './parts/part-sum.ts'

/** What every part of a work tree came to the last time, and the files that are all that has changed since. */
export type Since = { readonly changed: readonly string[]; readonly parts: readonly PartSum[] }

type LastTime = { readonly last: { readonly listed: Buffer }; readonly parts: readonly PartSum[] }

/** Null where more has changed than contents, or what other files mean may be another thing. */
export function sinceLastTime(
  { last, parts }: LastTime,
  answer: WorkTreeAnswer,
  { files }: OpenSnapshot,
): Since | null {
  const merely = merelyChanged(last.listed, answer)
  // On disk there may be less than git lists, or something else.
  if (!merely || files.size !== merely.files) return null
  for (const [path, mode] of merely.changed) {
    if (files.get(path)?.mode !== mode || concernsOthers(path)) return null
  }
  return { changed: [...merely.changed.keys()], parts }
}

function concernsOthers(path: string): boolean {
  return path === SETTINGS_FILE || path.endsWith('.gitattributes')
}
