import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readLines } from '../../src/fs/text-files.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const CHUNK = 4 * 1024 * 1024
const MOST = 3 * CHUNK

function linesOf(text: string, mostBytes = MOST): (string | null)[] {
  const path = join(tempFolder(), 'file')
  writeFileSync(path, text)
  const lines: (string | null)[] = []
  // A line is good until the next one is asked for.
  for (const line of readLines(path, mostBytes)) lines.push(line === null ? null : line.toString('utf8'))
  return lines
}

test.each([
  ['nothing', '', []],
  ['one line', 'a\n', ['a']],
  ['one without its end', 'a', ['a']],
  ['empty lines', '\n\na\n\n', ['', '', 'a', '']],
  ['carriage returns', 'a\r\nb\rc\n', ['a\r', 'b\rc']],
  ['other separators', 'ä\u2028b\u0085\n', ['ä\u2028b\u0085']],
])('%s', (_, text, lines) => {
  expect(linesOf(text)).toEqual(lines)
})

describe('around the size of a piece', () => {
  test.each([CHUNK - 2, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK - 1, 2 * CHUNK, 2 * CHUNK + 5])(
    'a line of %i bytes between others',
    (length) => {
      const long = 'x'.repeat(length)
      const lines = linesOf(`a\n${long}\nb\n${long}\nc`)
      expect(lines.map((line) => line?.length)).toEqual([1, length, 1, length, 1])
      expect(lines[1] === long && lines[3] === long && lines[4] === 'c').toBe(true)
    },
  )
})

test('a line that is too long ends it, wherever it ends itself', () => {
  expect(linesOf('abc\nabcd\nabc\n', 3)).toEqual(['abc', null])
  expect(linesOf('abc\nabcd', 3)).toEqual(['abc', null])
  expect(linesOf(`a\n${'x'.repeat(MOST + 1)}\nb\n`)).toEqual(['a', null])
  expect(linesOf(`a\n${'x'.repeat(MOST)}\nb\n`).length).toBe(3)
})

test('what is no regular file is an error', () => {
  const folder = tempFolder()
  const link = join(folder, 'link')
  writeFileSync(join(folder, 'file'), 'a\n')
  symlinkSync('file', link)
  for (const path of [folder, link, join(folder, 'none')]) {
    expect(() => [...readLines(path, MOST)]).toThrow()
  }
})
