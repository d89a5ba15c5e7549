import type { Document, Memory } from '../../core/document.ts'
import type { JsonObject } from '../../core/json.ts'
import type { ArchiveRequest, Archiving, Layout, OpenForm } from '../../core/layout.ts'
import { type LayoutOverview, monthsOf, type SetAside, tallies } from '../../core/memory-overview.ts'
import { quoteForShell } from '../../core/messages.ts'
import { folderOf } from '../../core/path.ts'
import type { Settings } from '../../core/settings.ts'
import type { Source } from '../../core/source.ts'
import { archiveLog, refused, unreadLog } from '../../formats/logs/archive-log.ts'
import { shapeInWords } from '../../formats/logs/describe-shape.ts'
import { supersededItems } from '../../formats/logs/entry-status.ts'
import { archiveTable } from './archive-table.ts'
import { archivedLog, archiveOf, logPaths, settingOf } from './claim.ts'
import { formOf, givenForm, ownForm } from './form.ts'
import { formAdvice } from './form-advice.ts'
import { ENTRY_KINDS, kinds, LOG_KINDS } from './kinds.ts'
import { isOtherForm, type LogForm, logFacts, logOf, type ReadLog } from './read-log.ts'
import { rules } from './rules/index.ts'
import { MOST_ENTRIES, withForm } from './settings.ts'

/** Logs of any shape, where people and agents keep them: entries under headings, in lists, lines or tables. */
export const log: Layout = {
  ...logPaths,
  summary: 'Logs of decisions and lessons as people have them, of any form: headings, lists, lines, tables.',
  kinds,
  rules,
  log: {
    archive,
    form: (path, settings) => ({ form: formOf(path, settings), given: givenForm(path, settings) }),
    otherForm: (before, after, settings) =>
      isOtherForm(before, after) ? { before: formBefore(before, after, settings) } : null,
    forms: (memory, chosen) => ({ settings: settingsFor(memory, chosen), open: openForms(memory) }),
  },
  reports: { overview, setAside },
}

function setAside({ documents }: Memory): SetAside {
  const archived = documents.filter(({ kind }) => kind === 'log-archive').flatMap(({ items }) => items)
  return { ...supersededItems(documents.flatMap(({ items }) => items)), archived: new Set(archived) }
}

function formBefore(before: Document, after: Document, settings: Settings): Settings | null {
  const [old, now] = [logFacts(before), logFacts(after)]
  // Where it was not certain before what the entries are, no form guards them.
  if (!old || before.form?.uncertain === 'other' || !ENTRY_KINDS.includes(after.kind)) return null
  const isSame = JSON.stringify(old.shape) === JSON.stringify(now?.shape)
  if (isSame && after.form?.uncertain !== 'other') return null
  return 'expected' in ownForm(after.path, settings) ? withForm(settings, after.path, old.shape) : null
}

/** Every log whose form is certain, where a pattern can say it, and what was chosen. */
function settingsFor({ documents }: Memory, chosen: readonly JsonObject[] = []): JsonObject {
  const found = documents.flatMap((document): JsonObject[] => {
    const entries = logFacts(document)?.entries ?? null
    const isCertain = LOG_KINDS.includes(document.kind) && document.form?.uncertain !== 'other'
    return isCertain && entries !== null ? [{ path: document.path, entries }] : []
  })
  const logs = [...found, ...chosen]
  return logs.length > 0 ? { logs } : {}
}

function openForms({ documents }: Memory): readonly OpenForm[] {
  return documents.flatMap((document): OpenForm[] => {
    const { path, kind, form, items } = document
    const facts = logFacts(document)
    if (!facts || form?.uncertain !== 'other' || !LOG_KINDS.includes(kind)) return []
    const reading = (count: number, { entries, shape }: LogForm): OpenForm['readings'][number] => ({
      items: count,
      form: shapeInWords(shape),
      setting: entries === null ? null : { path, entries },
    })
    const other = form.other && facts.other ? [reading(form.other.items, facts.other)] : []
    return [{ path, readings: [reading(items.length, facts), ...other], none: { path, ignore: true } }]
  })
}

function uncertainLog(source: Source, { shape, entries }: ReadLog): Archiving {
  return refused(
    `it is not certain what its entries are: ${entries.length} by ${shapeInWords(shape)}`,
    `\`memkeep files --explain ${quoteForShell(source.path)}\` shows how it is read. Name the form in memkeep.yaml: ${formAdvice(source)}`,
  )
}

/** The archive that a log has, or will have. */
function archivePathOf(path: string, { documents, files, settings }: Memory): string {
  const next = archiveOf(path)
  if (files.has(next)) return next
  return documents.find((one) => archivedLog(one.path, settings) === path)?.path ?? next
}

/** An archive lies next to its log, or in a folder there, and has its form. */
function archive(request: ArchiveRequest): Archiving {
  const { source } = request
  if (!LOG_KINDS.includes(source.kind.id)) return refused('it is an archive', 'Give the path of its log.')
  const read = logOf(source)
  if (!read) return unreadLog()
  if (read.doubt === 'other') return uncertainLog(source, read)
  const path = archivePathOf(source.path, request.memory)
  const isTable = read.shape.unit === 'row'
  const table = isTable ? archiveTable(request, { read, path }) : null
  if (typeof table === 'object' && table !== null) return table
  const name = path.slice(path.lastIndexOf('/') + 1, -'.md'.length)
  const end = source.text.includes('\r\n') ? '\r\n' : '\n'
  const { order } = settingOf(source.path, source.settings) ?? {}
  return archiveLog(request, {
    log: read,
    pathFor: () => path,
    titleFor: () => `# ${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`,
    ...(table !== null && { head: table }),
    isArchive: ({ kind }) => kind === 'log-archive',
    ...(order !== undefined && { newestFirst: order === 'newest-first' }),
    ...((read.shape.unit === 'bullet' || isTable) && { between: end }),
  })
}

function overview({ documents, settings }: Memory): Partial<LayoutOverview> {
  const items = documents.flatMap((document) => document.items)
  return {
    logs: documents
      .filter(({ kind }) => LOG_KINDS.includes(kind))
      .map(({ path, items: entries }) => ({
        path,
        part: folderOf(path),
        items: entries.length,
        most: settingOf(path, settings)?.growth ?? MOST_ENTRIES,
        months: monthsOf(entries),
      })),
    categories: tallies(
      items.flatMap(({ fields: { category } }) => (typeof category === 'string' ? [category] : [])),
    ),
  }
}
