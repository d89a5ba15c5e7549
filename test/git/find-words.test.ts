import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findWords, patternOf } from '../../src/git/find-words.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

test('one pattern matches exactly the words that it is made of', () => {
  const word = fc.stringMatching(/^[ab_]{1,4}$/)
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), word, (words, other) => {
      const pattern = new RegExp(`^(?:${patternOf(words)})$`)
      for (const one of words) expect(pattern.test(one)).toBe(true)
      expect(pattern.test(other)).toBe(words.includes(other))
    }),
  )
})

test('words are found whole, in code alone, in the work tree and in a commit', async () => {
  const repo = tempRepo()
  repo.write('.gitignore', 'out/\n')
  repo.write('src/a b.ts', 'openPool(); closePoolNow()\n')
  repo.write('docs/pool.md', '`drainPool`\n')
  repo.write('memory.json', '"usePool"\n')
  repo.commit('Start')
  const commit = repo.git('rev-parse', 'HEAD').trim()
  repo.write('src/a b.ts', 'closePoolNow()\n')
  repo.write('new.ts', 'freshPool\n')
  repo.write('out/built.ts', 'openPool\n')
  const words = ['openPool', 'closePool', 'closePoolNow', 'drainPool', 'usePool', 'freshPool']
  const asked = { without: new Set(['memory.json']), most: 10_000 }
  expect(await findWords(repo.dir, words, { ...asked, within: 'work tree' })).toEqual(
    new Map([
      ['freshPool', 'new.ts'],
      ['closePoolNow', 'src/a b.ts'],
    ]),
  )
  expect(await findWords(repo.dir, words, { ...asked, within: { commit } })).toEqual(
    new Map([
      ['openPool', 'src/a b.ts'],
      ['closePoolNow', 'src/a b.ts'],
    ]),
  )
  expect(await findWords(repo.dir, [], { ...asked, within: 'work tree' })).toEqual(new Map())
})
