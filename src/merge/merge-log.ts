import type { LogForm } from '../core/log-shape.ts'
import type { Settings } from '../core/settings.ts'
import { decodeText } from '../formats/decode-text.ts'
import { mergeEntries } from '../formats/merge/merge-entries.ts'
import type { Sides } from '../formats/merge/merge-lines.ts'
import { type Contents, type MergeOutcome, type MergeRequest, mergeAsText } from './merge-as-text.ts'

/** Merges a log entry by entry; as text where its versions do not read as logs. */
export async function mergeLog(
  contents: Contents,
  request: MergeRequest,
  { settings, form }: { readonly settings: Settings; readonly form: LogForm | null },
): Promise<MergeOutcome> {
  const texts = textsOf(contents, settings)
  const { path, markSize } = request
  const merged = texts && mergeEntries(texts, { form: form ?? settings.merge.entries, markSize })
  if (!merged) return mergeAsText(contents, request)
  const { text, conflicts } = merged
  return {
    bytes: Buffer.from(text, 'utf8'),
    conflicts,
    notes: conflicts > 0 ? [conflictNote(path, conflicts)] : [],
  }
}

function textsOf({ base, ours, theirs }: Contents, { limits }: Settings): Sides<string> | null {
  if ([base, ours, theirs].some(({ length }) => length > limits.fileBytes)) return null
  const [b, o, t] = [decodeText(base), decodeText(ours), decodeText(theirs)]
  if ('problem' in b || 'problem' in o || 'problem' in t) return null
  return { base: b.text, ours: o.text, theirs: t.text }
}

function conflictNote(path: string, conflicts: number): string {
  const what = conflicts === 1 ? '1 entry' : `${conflicts} entries`
  return `${path}: both sides changed ${what} differently; everything else is merged`
}
