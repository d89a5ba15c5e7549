import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownerOf } from '../../scripts/generate/owner.ts'

/** The repository of this project in an address, or in what a workflow uses. */
const NAMED = /(?:github\.com[/:]|uses: *["']?|repo: *)(\w[\w.-]*)\/memkeep(?![\w-])/g

test('texts name the owner of this repository that package.json names, and none until then', () => {
  const expected = ownerOf(JSON.parse(readFileSync('package.json', 'utf8')).repository)
  const listed = ['ls-files', '-z', '--', '*.md', '.github', 'src', 'scripts', 'examples', 'package.json']
  const files = execFileSync('git', listed, { encoding: 'utf8' }).split('\0').filter(Boolean)
  const named = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(NAMED)].map(([, name]) => `${path}: ${name}`),
  )
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((one) => !one.endsWith(`: ${expected}`))).toEqual([])
})

test.each([
  [undefined, 'OWNER'],
  ['github:acme/memkeep', 'acme'],
  [{ url: 'git+https://github.com/acme/memkeep.git' }, 'acme'],
])('%j names %s', (repository, name) => {
  expect(ownerOf(repository)).toBe(name)
})
