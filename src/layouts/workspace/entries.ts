import type { Source } from '../../core/source.ts'
import { type EntryLog, entryLog } from '../../formats/entry-log.ts'

/** Kinds whose files are logs of entries. */
export const ENTRY_KINDS: readonly string[] = ['decisions', 'lessons', 'archive']

const known = new WeakMap<Source, EntryLog>()

/** The entries of a log, read once per source; null for any other file and when its Markdown could not be parsed. */
export function entriesOf(source: Source): EntryLog | null {
  if (!source.markdown || !ENTRY_KINDS.includes(source.kind.id)) return null
  const log = known.get(source) ?? entryLog(source.text, source.markdown, source.starts)
  known.set(source, log)
  return log
}
