import type { RemovedItem } from '../../core/memory-overview.ts'
import { shownCode, shownPlace, shownWord } from './shown.ts'

/** What a tombstone says, as Markdown of one line. */
export function removedLine({ kind, date, title, reason, path, line }: RemovedItem): string {
  return `${shownWord(kind)} ${shownCode(`${date} ${title}`)}: ${shownCode(reason)}, at ${shownPlace(path, line)}`
}
