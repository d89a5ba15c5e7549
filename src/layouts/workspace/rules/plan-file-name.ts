import { isCalendarDate } from '../../../core/date.ts'
import type { DocumentRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { planFileDate } from '../front-matter.ts'

const NAME = /^\d{6}-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/

/** A plan's file name says when it was made and what it is about. */
export const planFileName: DocumentRule = {
  id: 'plan-file-name',
  summary: 'A plan is named `YYMMDD-kebab-name.md`, with a real date.',
  why: 'Agents list plans by file name: the date sorts them, and the name is the id that other documents refer to.',
  howToFix:
    'Rename the file with `git mv`, and correct the links to it. Capitals, as a ticket has them, are a warning.',
  severity: 'error',
  severities: ['error', 'warning'],
  fixable: false,
  example: {
    bad: '_plans/Workflow Engine.md\n',
    good: '_plans/260208-workflow-engine.md\n',
  },
  kinds: ['plan'],
  subject: 'document',
  check: ({ path }, report) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const date = planFileDate(path)
    const isReal = date !== null && isCalendarDate(date)
    if (isReal && NAME.test(name)) return
    if (isReal && NAME.test(name.toLowerCase())) {
      report({
        place: WHOLE_FILE,
        severity: 'warning',
        message: `File name ${name} has a capital, it should be ${name.toLowerCase()}`,
        help: 'Rename the file: some file systems distinguish capitals, and others do not.',
      })
      return
    }
    report({
      place: WHOLE_FILE,
      message:
        date !== null && !isReal
          ? `Date ${name.slice(0, 6)} in the file name is not a real day as YYMMDD`
          : `File name ${name} does not have the form YYMMDD-kebab-name.md`,
      help: 'Rename the file: the day the plan was made, then lower-case words joined by hyphens.',
    })
  },
}
