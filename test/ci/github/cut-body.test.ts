import fc from 'fast-check'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { cutBody } from '../../../src/ci/github/posts.ts'
import { runs } from '../../helpers/runs.ts'

const MOST = 65_536
const MORE = 'There is more in the summary.'

test('what fits stays as it is', () => {
  const body = `${'x'.repeat(MOST - 1)}\n`
  expect(cutBody(body, MORE)).toBe(body)
  expect(cutBody(`${body}\n`, MORE).length).toBeLessThanOrEqual(MOST)
})

test.each([
  ['a code block', '```\n', 'let a\n', '```\n'],
  ['a code block with a language', '~~~~ts\n', 'let a\n```\n', '~~~~\n'],
  ['a code block in a list', '- x\n\n  ```\n', '  a\n', '```\n'],
  ['a folded section', '<details><summary>a</summary>\n\n', 'a\n', '\n</details>\n'],
  ['a section with its end in code', '<details>\n\n', '- a ``b`</details>`` c\n', '\n</details>\n'],
  ['two folded sections', '<details>\n<details>\n', 'a\n', '\n</details>\n\n</details>\n'],
  ['a code block in a folded section', '<details>\n\n````\n', '</details>\n', '````\n\n</details>\n'],
])('%s is closed behind the cut', (_, start, line, end) => {
  const body = start + line.repeat(40_000)
  expect(cutBody(body, MORE).endsWith(`${line}${end}\n${MORE}\n`)).toBe(true)
})

test('what was closed stays closed', () => {
  const body = `<details>\n\n\`\`\`js\na\n\`\`\`\n</details>\n\`\`\` a \`b\`\n${'line\n'.repeat(20_000)}`
  expect(cutBody(body, MORE).endsWith(`line\n\n${MORE}\n`)).toBe(true)
})

test('one line that is too long is left out', () => {
  expect(cutBody(`Short.\n${'😀'.repeat(MOST)}`, MORE)).toBe(`Short.\n\n${MORE}\n`)
  expect(cutBody('x'.repeat(MOST + 1), MORE)).toBe(`\n${MORE}\n`)
})

test('whatever is in it, it fits, and the end is no part of a block that was open', () => {
  const piece = fc.constantFrom(
    '```',
    '~~~',
    '<details>',
    '</details>',
    'a',
    '\n',
    '\n',
    '`'.repeat(12),
    '😀 ',
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 5 }), fc.integer({ min: 1, max: 9 }), (pieces, times) => {
      const body = `${pieces.join('')}\n`.repeat(times * 3000)
      const cut = cutBody(body, MORE, 20)
      expect(cut.length).toBeLessThanOrEqual(MOST - 20)
      if (cut === body) return
      expect(cut.endsWith(`\n${MORE}\n`)).toBe(true)
      const last = unified().use(remarkParse).parse(cut).children.at(-1)
      expect(last).toMatchObject({ type: 'paragraph', children: [{ value: MORE }] })
    }),
    { numRuns: runs(20, 4) },
  )
})
