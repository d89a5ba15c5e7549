import type { DocumentRule } from '../../../core/rule.ts'
import { updateOf } from '../read-files.ts'

/** An update is written in its grammar. */
export const updateSyntax: DocumentRule = {
  id: 'update-syntax',
  summary: 'An update file follows the grammar of updates.',
  why: 'A section that cannot be read is not applied: what it would have remembered is lost without a word.',
  howToFix:
    'Correct the line. Sections are not indented, lists by one level, bullets by two, further lines of a snippet by three; a level is two spaces or a tab. Every bullet of a list of entries gives its reason.',
  severity: 'error',
  fixable: false,
  example: {
    bad: 'KEY_LEARNINGS:\n  ADD:\n    - the queue drops jobs whose lease runs out\n',
    good: 'KEY_LEARNINGS:\n  ADD:\n    - because two fixes failed on it: the queue drops jobs whose lease runs out\n',
  },
  kinds: ['task-update'],
  subject: 'document',
  check: (source, report) => {
    for (const { message, help, line, column, endLine, endColumn } of updateOf(source).problems) {
      report({ place: { line, column, endLine, endColumn }, message, help })
    }
  },
}
