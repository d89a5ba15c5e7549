import { expect, test } from 'vitest'
import { migrated } from './plan-once.ts'

const SPACES = ' '.repeat(300_000)

// Each of these took minutes where a pattern looked through the run of spaces from each of its places.
test.each([
  ['a row that is none of a table', `|\n${SPACES}x-|`],
  ['an item with a line separator', `- ${SPACES}x\u2028y`],
  ['a label', `**Status:** ${SPACES}done ${'not '.repeat(1000)}`],
])('reads %s in time proportional to its length', (_, lines) => {
  const text = `# T\n\n${lines}\n`
  expect(migrated(text).endsWith(`\n${text}`)).toBe(true)
})
