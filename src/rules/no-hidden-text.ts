import type { DocumentRule, Found } from '../core/rule.ts'
import { type LineStarts, placeOf, WHOLE_FILE } from '../core/text.ts'
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
    // In place of a replaced one the file has a byte that is no text, which has a finding of its own.
    const hidden = findHiddenText(text).filter(({ range }) => !replaced?.includes(range.start))
    const garbled = hidden.filter((one) => one.class === 'private-use')
    const isGarbled = garbled.length >= GARBLED
    if (isGarbled) report(wrongEncoding(garbled, starts))
    for (const one of hidden) {
      if (isGarbled && one.class === 'private-use') continue
      const { range, severity, name, decoded } = one
      report({
        place: placeOf(starts, range.start, range.end),
        severity,
        message: `The text holds an invisible ${name}${decoded === undefined ? '' : `, which reads "${decoded}"`}`,
        help: 'Delete it, or write what it means in visible characters.',
      })
    }
  },
}

/** So many runs of private-use characters no one types: a text with letters of another script was read as one of Latin, or the other way round. */
const GARBLED = 4

function wrongEncoding(hidden: ReturnType<typeof findHiddenText>, starts: LineStarts): Found {
  const places = hidden.map(({ range }) => placeOf(starts, range.start, range.end))
  const lines = [...new Set(places.map(({ line }) => line))]
  const shown = lines.slice(0, 5)
  const listed =
    lines.length > shown.length
      ? `${shown.join(', ')} and ${lines.length - shown.length} more`
      : [shown.slice(0, -1).join(', '), shown.at(-1)].filter((one) => one !== '').join(' and ')
  return {
    place: places[0] ?? WHOLE_FILE,
    severity: 'warning',
    message: `The text holds ${hidden.length} private-use characters, in ${lines.length === 1 ? 'line' : 'lines'} ${listed}: it was probably read with the wrong encoding`,
    help: 'Take the text from a version before that, or write it again: `git log -p` with the path shows all.',
  }
}
