import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTokens } from '../../src/formats/tokens.ts'
import { bestLines } from '../../src/retrieval/best-lines.ts'
import { linesOf, sectionsOf } from '../../src/retrieval/sections.ts'

function sections(text: string, isMarkdown = true): readonly string[] {
  const lines = linesOf(text)
  return sectionsOf(text, isMarkdown).map(({ from, to }) => lines.slice(from, to).join(''))
}

const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i % 90}`).join(' ')

test('a long text is divided at its headings, which stay with what is below them', () => {
  const text = ['One', 'Two', 'Three'].map((name) => `## ${name}\n\n${words(200)}.\n`).join('\n')
  expect(sections(text).map((section) => section.split('\n')[0])).toEqual(['## One', '## Two', '## Three'])
})

test('a short text is one', () => {
  expect(sections('# One\n\nText.\n\n# Two\n\nText.\n')).toHaveLength(1)
})

test('a line that looks like a heading is none in a block of code, and none where there is no Markdown', () => {
  const code = `## One\n\n${words(120)}\n\n\`\`\`sh\n# two\n${words(120)}\n\`\`\`\n\n## Three\n\n${words(300)}\n`
  expect(sections(code).some((section) => section.startsWith('# two'))).toBe(false)
  const yaml = `${words(200)}\n# two\n${words(100)}\n# three\n${words(300)}\n`
  expect(sections(yaml, false).some((section) => section.startsWith('# two'))).toBe(false)
})

test('sections are all of the text, and none is much longer than it may be but for one line', () => {
  const line = fc.oneof(fc.constantFrom('', '# A', '## B', '```', '- item', '---'), fc.nat(300).map(words))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
      const text = lines.join(end)
      const found = sections(text)
      expect(found.join('')).toBe(text)
      for (const section of found) {
        expect(
          estimateTokens(section) <= 520 || linesOf(section).some((one) => estimateTokens(one) > 100),
        ).toBe(true)
      }
    }),
  )
})

test('the best lines have what is asked, and keep to their tokens', () => {
  const lines = ['Apples are red.', 'Pears are green.', words(100)].map((text, at) => ({
    text: `${text}\n`,
    at,
  }))
  expect(bestLines(lines, new Map([['pear', 3]]), 10).map(({ at }) => at)).toContain(1)
  fc.assert(
    fc.property(
      fc.array(fc.nat(120).map(words), { minLength: 1 }),
      fc.integer({ min: 20, max: 300 }),
      (texts, most) => {
        const shown = bestLines(
          texts.map((text, at) => ({ text: `${text}\n`, at })),
          new Map([['word7', 1]]),
          most,
        )
        const text = shown.map((one) => one.text).join('')
        expect(estimateTokens(text)).toBeLessThanOrEqual(most + 2)
        expect(text.trim() === '').toBe(texts.every((one) => one === ''))
      },
    ),
  )
})

test('one line that is too long gives its best words', () => {
  const line = `${words(500)} the pears ${words(500)}`
  const [shown] = bestLines([{ text: line, at: 0 }], new Map([['pear', 3]]), 30)
  expect(shown?.text).toContain('pears')
  const [solid] = bestLines([{ text: 'x'.repeat(10_000), at: 0 }], new Map(), 30)
  expect(solid?.text.length).toBeLessThan(100)
})

const wrapped = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => [
    `Sentence ${i} says that the service waits for its answer and gives`,
    `up after ${i} seconds. Then it asks the next one, which has a copy`,
    'of what was asked for and answers at once.',
  ]).flat()

test('a long paragraph of wrapped lines is divided where a sentence begins', () => {
  const found = sections(`${wrapped(40).join('\n')}\n`)
  expect(found.length).toBeGreaterThan(2)
  for (const section of found) expect(section).toMatch(/^Sentence \d+ says/)
})

test('the best lines of wrapped text begin with a sentence, and keep to their tokens', () => {
  const lines = wrapped(20).map((text, at) => ({
    text: `${text.replace('copy', at === 31 ? 'pear' : 'copy')}\n`,
    at,
  }))
  for (const most of [40, 60, 90]) {
    const shown = bestLines(lines, new Map([['pear', 3]]), most)
    const text = shown.map((one) => one.text).join('')
    expect(text).toMatch(/^(?:Sentence|Then) .*\bpear\b/s)
    expect(estimateTokens(text)).toBeLessThanOrEqual(most + 2)
  }
})

test('of a line of many sentences whole ones are shown, and of a long sentence that it is not all', () => {
  const filler = 'The service waits for its answer, e.g. a list of names, and asks again.'
  const line = `${`${filler} `.repeat(20)}Pears are kept in a cool room. ${`${filler} `.repeat(20)}`
  const [shown] = bestLines([{ text: line, at: 0 }], new Map([['pear', 3]]), 40)
  expect(shown?.text).toMatch(/^(?:The service waits.*)?Pears are kept in a cool room\..* …$/)
  const [long] = bestLines(
    [{ text: `${words(500)} the pears ${words(500)}`, at: 0 }],
    new Map([['pear', 3]]),
    30,
  )
  expect(long?.text).toMatch(/^… .*pears.* …$/)
})
