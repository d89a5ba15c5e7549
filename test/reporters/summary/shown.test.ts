import { expect, test } from 'vitest'
import { cellCode, shownCode, shownPlace, shownWord } from '../../../src/reporters/markdown-text.ts'

test('long texts are cut at whole characters', () => {
  expect(shownCode('😀'.repeat(300))).toBe(`\`${'😀'.repeat(300)}\``)
  expect(shownCode('😀'.repeat(301))).toBe(`\`${'😀'.repeat(300)}…\``)
  expect(shownCode(`${'x'.repeat(300)}y`)).toBe(`\`${'x'.repeat(300)}…\``)
})

test('a cell of a table holds no bar, whatever is before it', () => {
  expect(cellCode('a|b\\|c')).toBe('`a\\u007cb\\\\u007cc`')
})

test('our own words are plain, anything else is code', () => {
  for (const word of ['entry-tags', 'decision', 'working-memory']) expect(shownWord(word)).toBe(word)
  for (const text of ['@octocat', 'in_progress', 'A', 'a b', 'www.x.test', 'deadbeef', 'x'.repeat(61), '-a'])
    expect(shownWord(text)).toBe(`\`${text}\``)
})

test('the repository as a whole has no lines', () => {
  expect(shownPlace('.', 1)).toBe('the repository')
  expect(shownPlace('a.md', 3)).toBe('`a.md:3`')
})
