import { isCalendarDate } from '../../../core/date.ts'
import type { DocumentRule } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { frontMatterPlace, planFileDate } from '../front-matter.ts'

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
