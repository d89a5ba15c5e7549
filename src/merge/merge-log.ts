import type { LogForm } from '../core/log-shape.ts'
import type { Settings } from '../core/settings.ts'
import { decodeText } from '../formats/decode-text.ts'
import { mergeEntries } from '../formats/merge/merge-entries.ts'
import type { Sides } from '../formats/merge/merge-lines.ts'
import { SIDE_NAMES, whyUnmerged } from '../formats/merge/why-unmerged.ts'
import { type Contents, type MergeOutcome, type MergeRequest, mergeAsText } from './merge-as-text.ts'

/** Merges a log entry by entry; as text, and says why, where that cannot be. */
export async function mergeLog(
  contents: Contents,
  request: MergeRequest,
  { settings, form: given }: { readonly settings: Settings; readonly form: LogForm | null },
): Promise<MergeOutcome> {
  const texts = textsOf(contents, settings)
  const { path, markSize } = request
  if (typeof texts === 'string') return mergeUnread(contents, request, texts)
  const form = given ?? settings.merge.entries
  const merged = mergeEntries(texts, { form, markSize })
  if (!merged) return mergeUnread(contents, request, whyUnmerged(texts, form))
  const { text, conflicts } = merged
  return {
    bytes: Buffer.from(text, 'utf8'),
    conflicts,
    notes: conflicts > 0 ? [conflictNote(path, conflicts)] : [],
  }
}

/** Git's text merge, with one line that says why it is no other. */
async function mergeUnread(contents: Contents, request: MergeRequest, why: string): Promise<MergeOutcome> {
  const { path } = request
  const outcome = await mergeAsText(contents, request)
  const ends = outcome.notes.map((note) => note.replace(`${path}: `, ''))
  const end = ends[0] ?? (outcome.conflicts > 0 ? "git's text merge left a conflict" : 'it is merged as text')
  return { ...outcome, notes: [`${path}: not merged entry by entry, because ${why}; ${end}`] }
}

/** The texts of the sides, or why there are none. */
function textsOf({ base, ours, theirs }: Contents, { limits }: Settings): Sides<string> | string {
  const sides = { base, ours, theirs }
  for (const name of ['ours', 'theirs', 'base'] as const) {
    if (sides[name].length > limits.fileBytes)
      return `${SIDE_NAMES[name]} is larger than ${limits.fileBytes} bytes (\`limits.fileBytes\`)`
    const decoded = decodeText(sides[name])
    if ('problem' in decoded) return `${SIDE_NAMES[name]} is not UTF-8 at line ${decoded.problem.place.line}`
  }
  return { base: decodeText(base).text, ours: decodeText(ours).text, theirs: decodeText(theirs).text }
}

function conflictNote(path: string, conflicts: number): string {
  const what = conflicts === 1 ? '1 entry' : `${conflicts} entries`
  return `${path}: both sides changed ${what} differently; everything else is merged`
}
