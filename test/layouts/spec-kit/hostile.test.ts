import { expect, test } from 'vitest'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'
import { PATH } from './constitutions.ts'

const TEXTS = {
  headings: '### I. A\n'.repeat(40_000),
  digits: `Version: 1.0\n\na: 1.${'1'.repeat(300_000)}\n`,
  stars: `Version: ${'*'.repeat(300_000)}\n`,
  placeholders: '[A_NAME] '.repeat(30_000),
  marks: Array.from({ length: 15_000 }, (_, i) => `<!-- a${i}:start -->\n\n`).join(''),
}

test.each(Object.entries(TEXTS))('many %s take no time', async (_, text) => {
  const start = performance.now()
  parseMarkdown(text, 0)
  const parsed = performance.now() - start
  await checkLiteral({ [PATH]: text }, { today: '2026-06-02' })
  expect(performance.now() - start - parsed).toBeLessThan(8000)
})
