import type { DocumentRule } from '../../../core/rule.ts'
import { isOneLine } from '../dsl/grammar.ts'
import { placeIn, stateEntries, textOf } from '../read-files.ts'

/** An insight is one line. */
export const insightLine: DocumentRule = {
  id: 'insight-line',
  summary: 'An insight of a state is one line of text.',
  why: 'Learnings are shown as a list with every prompt. A text of several lines crowds the others out, and cannot be written as an update.',
  howToFix: 'Say it on one line, split it into several learnings, or keep the text as a snippet.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '- id: KL-1\n  insight: |\n    The queue drops jobs.\n    Their lease runs out.\n',
    good: '- id: KL-1\n  insight: The queue drops jobs whose lease runs out.\n',
  },
  kinds: ['task-state', 'task-archive'],
  subject: 'document',
  check: (source, report) => {
    const { data, starts } = source
    if (!data) return
    for (const { list, fields, pointer } of stateEntries(source)) {
      const insight = list.prefix === 'KL' ? textOf(fields, 'insight') : undefined
      if (insight === undefined || isOneLine(insight.trimEnd())) continue
      report({
        place: placeIn(data, pointer, { starts, field: 'insight' }),
        message: `The insight of ${textOf(fields, 'id') ?? 'an entry'} has more than one line`,
        help: 'Say it on one line, or keep the text as a snippet.',
      })
    }
  },
}
