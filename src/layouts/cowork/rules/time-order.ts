import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { listsOf } from '../read-files.ts'
import { placeAt, type Row, readInstant, rowsOf, textIn } from '../rows.ts'

type ReportFinding = (found: Found) => void

/** Time goes forward: within an issue, and down a list. */
export const timeOrder: DocumentRule = {
  id: 'time-order',
  summary: 'Issues are solved after they came up, and lists grow at their end.',
  why: 'An issue that was solved before it came up has a wrong time. In a list that is in order the last row is the newest, which is the one that readers show.',
  howToFix:
    'Correct the time that is wrong. Rows that a merge has joined out of order may stay: project memory is append-only.',
  severity: 'error',
  severities: ['error', 'info'],
  fixable: false,
  example: {
    bad: '{ "created_at": "2026-02-08T10:00:00Z", "resolved_at": "2026-02-07T10:00:00Z" }\n',
    good: '{ "created_at": "2026-02-08T10:00:00Z", "resolved_at": "2026-02-09T10:00:00Z" }\n',
  },
  kinds: ['project-memory', 'iteration-memory'],
  subject: 'document',
  check: (source, report) => {
    for (const list of listsOf(source)) {
      const rows = rowsOf(source, list)
      reportOrder(source, rows, report)
      for (const row of rows) reportResolved(source, row, report)
    }
  },
}

function reportOrder(source: Source, rows: readonly Row[], report: ReportFinding): void {
  let latest: number | null = null
  for (const row of rows) {
    const created = timeIn(row, 'created_at')
    if (created === null) continue
    if (latest !== null && created < latest) {
      report({
        place: placeAt(source, `${row.pointer}/created_at`),
        severity: 'info',
        message: `Time ${textIn(row, 'created_at')} follows a later one, but the oldest row comes first`,
        help: 'Correct the time, or leave the row where a merge has put it.',
      })
    }
    latest = Math.max(latest ?? created, created)
  }
}

function reportResolved(source: Source, row: Row, report: ReportFinding): void {
  const created = timeIn(row, 'created_at')
  const resolved = timeIn(row, 'resolved_at')
  if (created === null || resolved === null || resolved >= created) return
  report({
    place: placeAt(source, `${row.pointer}/resolved_at`),
    message: `\`resolved_at\` is ${textIn(row, 'resolved_at')}, before \`created_at\`, ${textIn(row, 'created_at')}`,
    help: 'Correct the time that is wrong.',
  })
}

function timeIn(row: Row, field: string): number | null {
  return readInstant(textIn(row, field) ?? '')?.time ?? null
}
