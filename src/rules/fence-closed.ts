import type { DocumentRule } from '../core/rule.ts'
import { lineAt, lineCount, placeOf } from '../core/text.ts'

/** Code ends where it is meant to. */
export const fenceClosed: DocumentRule = {
  id: 'fence-closed',
  summary: 'Every code fence of text that a model reads is closed.',
  why: 'Without its end a fence makes code of the rest of the file: tools, and mostly models as well, no longer read headings, links and rules there.',
  howToFix:
    'Write the closing fence. Where code holds fences itself, its own has to be longer: four backticks around three.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: { bad: '```sh\nnpm test\n\n## Deploys\n', good: '```sh\nnpm test\n```\n\n## Deploys\n' },
  subject: 'document',
  check: ({ kind, text, markdown, starts }, report) => {
    if (!kind.freeText || !markdown) return
    for (const { type, closed, start, end } of markdown.blocks) {
      if (type !== 'fence' || closed || text.slice(end).trim() !== '') continue
      const line = lineAt(starts, start)
      const lineEnd = starts[line] ?? text.length
      const lines = text.slice(lineEnd).trim() === '' ? 0 : lineCount(text, starts) - line
      report({
        place: placeOf(starts, start, lineEnd),
        // Nothing is below it that a reader could miss.
        ...(lines === 0 && { severity: 'info' }),
        message:
          lines === 0
            ? 'The last fence opens code that nothing closes: a fence before it ends too early or is left out'
            : `The code fence is never closed: the ${lines === 1 ? 'line' : `${lines} lines`} below it ${lines === 1 ? 'is' : 'are'} code`,
        help: 'Write the closing fence. Code that holds fences itself needs a longer one around it: four backticks around three.',
      })
    }
  },
}
