import { expect, test } from 'vitest'
import { plainText } from '../../../migrations/reading/plain-text.ts'

test.each([
  ['a  **b**\n_c_ *d* __e__ ~~f~~', 'a b c d e f'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['`**kept**` and ``a ` b``', '**kept** and a ` b'],
  ['**`bold code`**', 'bold code'],
  ['[text](url) [`code`](url) [ref][1] [bare]', 'text code ref [bare]'],
  ['![image](x.png) and [![badge](x.svg)](y)', 'and'],
  ['a note[^1] <https://example.org>', 'a note https://example.org'],
  ['<b>x</b><br>y <id> <!-- c -->', 'x y <id>'],
  ['a &amp; b &lt;c&gt; \\*d\\*', 'a & b <c> *d*'],
  ['hid\u200bden \u202etext\u202c\u0007', 'hidden text'],
  ['an open ` tick', 'an open ` tick'],
  ['\ue0000\ue001', ''],
])('%j', (markdown, text) => {
  expect(plainText(markdown)).toBe(text)
})

test('leaves comments out, which no reader sees', () => {
  expect(plainText('Make it <!-- secret\nnote --> work, `<!-- here -->` <!-- open')).toBe(
    'Make it work, <!-- here -->',
  )
})
