import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { matchesLines, parseStory, words } from './parse-story.ts'
import { runStory } from './run-story.ts'

const FOLDER = 'test/scenarios'
const STORIES = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'))

describe('stories', () => {
  test.each(STORIES)('%s', async (name) => {
    await runStory(readFileSync(join(FOLDER, name), 'utf8'))
  })
})

describe('the reader of stories', () => {
  test('takes steps and texts apart', () => {
    const text =
      '# About.\n\n$ memkeep check\n? 1\n> out\n>\n! err\n\n$ git init\n-- a/b.md --\nText\n\n-- @x --\n'
    const check = { line: 3, command: 'memkeep check', code: 1, out: ['out', ''], err: ['err'] }
    expect(parseStory(text)).toEqual({
      steps: [check, { line: 9, command: 'git init', code: 0, out: [], err: [] }],
      texts: new Map([
        ['a/b.md', 'Text\n\n'],
        ['@x', ''],
      ]),
    })
  })

  test('refuses a line that means nothing', () => {
    expect(() => parseStory('$ memkeep\nprinted')).toThrow('line 2 means nothing: printed')
    expect(() => parseStory('> printed')).toThrow('line 1')
  })

  test('keeps quoted words together', () => {
    expect(words("git commit  -m 'two words' --author='A B <c>'")).toEqual([
      'git',
      'commit',
      '-m',
      'two words',
      '--author=A B <c>',
    ])
  })

  test.each([
    [['a [..] c'], 'a b c\n', true],
    [['a [..] c'], 'a\nc\n', false],
    [['...', 'z'], 'a\nb\nz\n', true],
    [['a', '...'], 'a\n', true],
    [['a'], 'a\nb\n', false],
    [['a'], 'a', false],
    [['(.*)'], 'anything\n', false],
    [[], '', true],
    [[], '\n', false],
  ])('%j against %j: %o', (expected, printed, same) => {
    expect(matchesLines(expected, printed)).toBe(same)
  })

  test('fails a story whose command prints something else', async () => {
    await expect(runStory('$ memkeep --version\n> nonsense\n')).rejects.toThrow('line 1: $ memkeep --version')
    await expect(runStory('$ git no-such-command\n')).rejects.toThrow('exit code 1, expected 0')
    await expect(runStory('# only a comment\n')).rejects.toThrow('proves nothing')
  })
})
