import { isCalendarDate } from '../../../core/date.ts'
import type { DocumentRule } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { frontMatterPlace, planFileDate } from '../front-matter.ts'

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

/** A plan's dates agree with its file name and with each other. */
export const planDates: DocumentRule = {
  id: 'plan-dates',
  summary: 'A plan was created on the day in its file name, and updated no earlier.',
  why: 'Two dates that disagree leave an agent to guess which plan is the newer one.',
  howToFix: 'Correct the date that is wrong; when it is the one in the file name, rename the file.',
  severity: 'warning',
  severities: ['error', 'warning'],
  fixable: false,
  example: {
    bad: '# 260208-workflow-engine.md\ncreated: 2026-02-08\nupdated: 2026-01-09\n',
    good: '# 260208-workflow-engine.md\ncreated: 2026-02-08\nupdated: 2026-02-09\n',
  },
  kinds: ['plan'],
  subject: 'document',
  check: (source, report) => {
    const created = dateIn(source, 'created')
    const updated = dateIn(source, 'updated')
    const named = planFileDate(source.path)
    if (created && named && isCalendarDate(named) && created !== named) {
      report({
        place: frontMatterPlace(source, 'created'),
        message: `\`created\` is ${created}, the file name says ${named}`,
        help: 'Correct the date, or rename the file.',
      })
    }
    if (created && updated && updated < created) {
      report({
        place: frontMatterPlace(source, 'updated'),
        severity: 'error',
        message: `\`updated\` is ${updated}, before \`created\`, ${created}`,
        help: 'Correct the date that is wrong.',
      })
    }
  },
}

function dateIn({ frontMatter }: Source, field: string): string | null {
  const value = frontMatter?.fields[field]
  return typeof value === 'string' && isCalendarDate(value) ? value : null
}
