import type { ReportedRepository } from '../core/report.ts'
import { concernsOf } from './concerns.ts'
import { bullets, cellCode, page, type Room, section, shownCode, shownWord, table } from './markdown-text.ts'

const ROOM: Room = { lines: 500, bytes: 50_000 }

const HEAD = [
  '| repository | documents | items | errors | warnings | over a limit | cut for an agent | outgrown logs | stale plans |',
  '| :-- | --: | --: | --: | --: | --: | --: | --: | --: |',
] as const

/** The state of several memories as a table, those with most errors first. What is not described is listed below, with the reason. */
export function memoriesMarkdown(all: readonly ReportedRepository[]): string {
  const read = all.flatMap((one) => ('memory' in one ? one : []))
  const failed = all.flatMap((one) => ('failure' in one ? one : []))
  const worst = read.toSorted((a, b) => {
    const [left, right] = [a.memory.report.summary, b.memory.report.summary]
    return right.errors - left.errors || right.warnings - left.warnings
  })
  const rows = table(
    HEAD,
    worst,
    ({ directory, memory }) => {
      const { documents, items, errors, warnings } = memory.report.summary
      const { over, cut, grown, stale } = concernsOf(memory)
      return [cellCode(directory), documents, items, errors, warnings, over, cut, grown, stale]
    },
    { room: ROOM, more: (left) => `${left} more.` },
  )
  const reason = ({ directory, failure }: (typeof failed)[number]): string =>
    `${shownCode(directory)}: ${shownWord(failure)}`
  return page([
    '# Memory reports',
    '',
    ...section(read.length === 1 ? '## 1 memory' : `## ${read.length} memories`, read.length > 0 ? rows : []),
    ...section('## Not described', bullets(failed, reason, ROOM, { noun: 'directory' })),
    '`memkeep report DIRECTORY` describes one of them.',
  ])
}
