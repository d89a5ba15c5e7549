import fc from 'fast-check'
import { anyCharacter } from '../helpers/any-character.ts'

const FRAGMENTS = [
  ...['::', ':', '##', '#', '[', ']', ' ', 'error', '::error::', '##[group]', '::set-output name=a::b'],
  ...['\r', '\n', '\r\n', '\t', '\u0000', '\u001b[31m', '\u001b]8;;x\u0007', '\u007f', '\u0085', '\u009b'],
  ...['\u00a0', '\u2003', '\u3000', '\ufeff', '\u2028', '\u2029', '\u200b', '\u200d', '\u202e', '\u2066'],
  ...['\u{e0041}', '\u{e007f}', '\ufe0f', '\ufe00', '\u3164', '\u034f', '\ud83d', '\ude00', '😀', '界', 'é'],
  ...['a', 'plain words', '/', '.', '\\', '|', '>', '`', '-', '<!-- x -->', '\u0301', '\ufffe', '\uffff'],
  ...[
    '=',
    ',',
    ';',
    '%',
    '%0A',
    '%3A',
    '&',
    '<b>',
    ']]>',
    '"',
    "'",
    '](javascript:x)',
    '![x](y)',
    '@me',
    '{0}',
  ],
  ...['```', '~~~', '\n\n', '# ', '- ', '    ', '<script>', 'https://x.example'],
]

const fragments = fc.constantFrom(...FRAGMENTS)
const joined = (parts: readonly string[]): string => parts.join('')

/** Text made to mislead a log, a terminal or a parser; now and then more than any service shows. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 30, arbitrary: fc.array(fragments, { maxLength: 12 }).map(joined) },
  { weight: 10, arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(fragments, { maxLength: 6 }), fc.nat(1_100), fragments)
      .map(([start, count, fill]) => joined(start) + fill.repeat(count)),
  },
)

/** Characters that no output may hold raw, besides the line feeds that memkeep writes itself. */
export const FORBIDDEN =
  /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\u115f\u1160\u2800\u3164\uffa0]|\u034f|[\ufe00-\ufe0d]|[\u{e0000}-\u{e0fff}]/u
