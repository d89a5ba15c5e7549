import type { DocumentRule } from '../core/rule.ts'
import { placeOf } from '../core/text.ts'
import { findHiddenText } from '../formats/hidden-text.ts'

/** Everything in a file can be seen by the person who reviews it. */
export const noHiddenText: DocumentRule = {
  id: 'no-hidden-text',
  summary: 'No invisible or direction-changing characters.',
  why: 'A model reads what a reviewer cannot see: tag characters spell whole instructions, and bidi controls show a line other than the one that is stored.',
  howToFix: 'Delete the characters. Joiners in emoji, and in scripts that need them, are not reported.',
  severity: 'error',
  severities: ['error', 'warning'],
  ofForeign: true,
  fixable: false,
  example: {
    bad: 'Deploy with `make\u{e0020}\u{e0072}\u{e0075}\u{e006e} release`.\n',
    good: 'Deploy with `make release`.\n',
  },
  subject: 'document',
  check: ({ text, starts, replaced }, report) => {
    for (const { range, severity, name, decoded } of findHiddenText(text)) {
      // In its place the file has a byte that is no text, which has a finding of its own.
      if (replaced?.includes(range.start)) continue
      report({
        place: placeOf(starts, range.start, range.end),
        severity,
        message: `The text holds an invisible ${name}${decoded === undefined ? '' : `, which reads "${decoded}"`}`,
        help: 'Delete it, or write what it means in visible characters.',
      })
    }
  },
}
