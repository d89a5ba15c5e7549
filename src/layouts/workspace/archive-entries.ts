import type { ArchiveRequest, Archiving } from '../../core/layout.ts'
import { archiveLog, refused, UNREAD_LOG } from '../../formats/logs/archive-log.ts'
import { entriesOf, LOG_KINDS } from './entries.ts'

/** Moves the oldest entries of a decisions or lessons file, or one of them, to the archives of their years next to it. */
export function archiveEntries(request: ArchiveRequest): Archiving {
  const { source } = request
  const kind = source.kind.id
  if (!LOG_KINDS.some((one) => one === kind)) {
    return refused(`it is of kind ${kind}`, `Give a file of kind ${LOG_KINDS.join(' or ')}.`)
  }
  const log = entriesOf(source)
  if (!log) return UNREAD_LOG
  const [misshapen] = log.misshapen
  if (misshapen) {
    const where = `line ${misshapen.place.line}`
    return refused(`${where} is meant to start an entry and has not its form`, 'Fix that heading first.')
  }
  const undated = log.entries.find(({ day }) => day === null)
  if (undated) {
    const where = `line ${undated.heading.place.line}`
    return refused(`the date in ${where} is not a real day`, 'Fix that date first.')
  }
  const folder = source.path.slice(0, source.path.lastIndexOf('/') + 1)
  const name = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`
  return archiveLog(request, {
    log,
    pathFor: ({ date }) => `${folder}_archive/${kind}-${date.text.slice(0, 4)}.md`,
    titleFor: (path) => `# ${name} of ${path.slice(-'YYYY.md'.length, -'.md'.length)}`,
    isArchive: (document) => document.kind === 'archive',
  })
}
