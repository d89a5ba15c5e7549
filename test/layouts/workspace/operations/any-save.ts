import fc from 'fast-check'
import { anyCharacter } from '../../../helpers/any-character.ts'
import { LOGS } from './save-logs.ts'

/** What breaks logs, or nearly does. */
const PIECES = [
  '### [2026-01-01] x',
  '###[2026-01-01] x',
  '## [2026-01-01] x',
  '### x',
  '#### x',
  '## x',
  '---',
  ' ---',
  '***',
  '- - -',
  '===',
  '-',
  '```',
  '```js',
  '~~~',
  '````',
  '<!--',
  '-->',
  '<!-- x -->',
  '<!-- memkeep-disable no-secret -- x -->',
  '<!-- memkeep-removed [2026-01-12] x -- x -->',
  '<div>',
  '<pre>',
  '</pre>',
  '<script>',
  '<?x',
  '<![CDATA[',
  '[a]: b',
  '[a]: https://example.org',
  '[a]',
  '"title',
  '[2026-01-01]: /x.md',
  '[x](gone.md)',
  '**Category:** x',
  '**Tags:** x',
  'Tags: x',
  '> x',
  '> ```',
  '- x',
  '  - x',
  '1. x',
  '    x',
  '\tx',
  '\\',
  'x\\',
  'x  ',
  '<<<<<<< HEAD',
  '=======',
  '>>>>>>> x',
  'name: x',
  '\u200b',
  'a\u200bb',
  '\u202e',
  '\ufeff',
  '\u0000',
  '\u2028',
  '\u0085',
  '\ud800',
  '\u00a0',
  '\r',
  '\f',
  '::error::x',
  '##[error]x',
  'word',
  'Some words of text.',
  '',
  '',
  '',
]

/** What a log can well hold, although it looks like something else. */
const CLOSED = [
  '```js\n### [2026-01-01] x\n---\n```',
  '~~~~\n```\n~~~~',
  '    ### x\n    ---',
  '#### Another heading',
  '##### [2026-01-01] x',
  '> A quote.\n>\n> ```\n> code\n> ```',
  '- one\n  - two\n\n    three',
  '1. one\n2. two',
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
  '`---` and `### [2026-01-01] x` and `<!--`',
  '\\### x',
  'A line with two spaces  \nand the next.',
  '**bold**, _italic_, ~~gone~~ and <https://example.org/x?a=b#c>',
  'Grüße, 日本語, العربية, 👩‍👩‍👧‍👦',
  'Use `pnpm i --frozen-lockfile`, 3.14 times.',
  '* * x',
  'a\n\n***\n\nb',
]

const closed = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...CLOSED) },
  { weight: 2, arbitrary: fc.lorem({ maxCount: 9 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
)
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 2, arbitrary: fc.lorem({ maxCount: 9 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 4 }) },
)
const anyContent = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 7 }), fc.constantFrom('\n', '\n', '\n\n', '\r\n', ' '))
  .map(([pieces, glue]) => pieces.join(glue))
const closedContent = fc
  .tuple(fc.array(closed, { minLength: 1, maxLength: 5 }), fc.constantFrom('\n\n', '\r\n\r\n'))
  .map(([pieces, glue]) => pieces.join(glue))
/** Half of what is said can be saved, so that a property is held by saves as well as by refusals. */
const content = fc.oneof(
  { weight: 1, arbitrary: anyContent },
  { weight: 1, arbitrary: closedContent },
  { weight: 1, arbitrary: fc.lorem({ mode: 'sentences', maxCount: 4 }) },
)
const title = fc.oneof(
  { weight: 7, arbitrary: fc.lorem({ maxCount: 6 }) },
  { weight: 2, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')) },
)
const word = fc.constantFrom(
  'tooling',
  'tolling',
  'Architecture',
  'general',
  'debugging',
  'release notes',
  'x',
)
const category = fc.oneof({ weight: 9, arbitrary: fc.option(word, { nil: undefined }) }, piece)
const tag = fc.oneof(
  {
    weight: 19,
    arbitrary: fc.constantFrom('biome', 'nodejs', 'Node.js', 'c#', 'workers', 'worker', '#x y', 'a,b'),
  },
  piece,
)
/** A log of one form, and what is to be saved into it. */
export const anySave = fc.record({
  form: fc.constantFrom(...Object.keys(LOGS)),
  args: fc.record(
    {
      title,
      content,
      category,
      tags: fc.array(tag, { maxLength: 3 }),
      type: fc.constant('decision'),
      allow_duplicate: fc.boolean(),
    },
    { requiredKeys: ['title', 'content', 'type'] },
  ),
})
