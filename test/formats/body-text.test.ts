import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyText } from '../../src/formats/front-matter-block.ts'

test.each([
  ['a\n', 'a'],
  ['---\nname: x\n---\na\n', 'a'],
  ['---\nname: x\n---\n\na\n', 'a'],
  ['\ufeff---\r\nname: x\r\n---\r\n\r\na\r\nb', 'a\nb'],
  ['---\n---\na', 'a'],
  ['---\n\na\n\n---\nb\n', '---\n\na\n\n---\nb'],
  ['---\nname: x\n', '---\nname: x'],
  ['a\n\n---\nname: x\n---\n', 'a\n\n---\nname: x\n---'],
  ['', ''],
])('the body of %j', (text, body) => {
  expect(bodyText(text)).toBe(body)
})

test('front matter and line ends make no difference', () => {
  const line = fc.stringMatching(/^[a-z#*-][a-z #*:-]*$/)
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), fc.boolean(), (lines, end, blank) => {
      const body = lines.join('\n')
      fc.pre(!/^---/.test(body))
      const head = `---${end}name: x${end}---${end}${blank ? end : ''}`
      expect(bodyText(`${head}${lines.join(end)}${end}`)).toBe(bodyText(`${body}\n`))
    }),
  )
})
