import type { Report } from '../../src/core/report.ts'
import { diagnostic, reportOf } from './sample-report.ts'

/** A name and texts that mislead a log, a terminal, XML, Markdown and a URI. */
const HOSTILE = 'a b/%0A,c:d/::error::x\u001b[31m\u202e\n##[group]`<b>&"]]>\ufffe.md'

/** What every reporter is tried on: each severity, the repository as a whole, several of one file, a hostile one. */
export const sharedReport: Report = reportOf([
  diagnostic({
    path: '.',
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
    rule: 'unreadable',
    message: 'Gone',
  }),
  diagnostic({
    path: HOSTILE,
    rule: 'no-hidden-text',
    message: `Unexpected ${HOSTILE} [x](y) {0}`,
    help: `See ${HOSTILE}`,
  }),
  diagnostic({ fixable: true, new: false }),
  diagnostic({ line: 7, endLine: 8, endColumn: 2, severity: 'warning', rule: 'growth', help: '' }),
  diagnostic({
    line: 9,
    endLine: 9,
    severity: 'info',
    rule: 'entry-order',
    message: '100% of it, at last: done.',
  }),
  diagnostic({ path: 'memory/über & out/a,b.md', message: 'Unexpected tag `Big`, expected lower case' }),
])
