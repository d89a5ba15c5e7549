import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOMS = readdirSync('src', { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map(({ name }) => `src/${name}/README.md`)
  .filter((path) => existsSync(path))

/** A file that a guide names may be given from the top, from `src`, or from the guide's own folder. */
function isThere(path: string, guide: string): boolean {
  return [path, join('src', path), join(dirname(guide), path)].some((one) => existsSync(one))
}

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', ...ROOMS])('every source that %s names exists', (guide) => {
  const text = readFileSync(guide, 'utf8')
  const named = [...text.matchAll(/`([a-z][\w./-]*\/[\w.-]+\.ts)`/g)].map(([, path = '']) => path)
  const paths = named.filter((path) => !/NNNN|^layouts\/<|\*/.test(path))
  expect(paths.filter((path) => !isThere(path, guide))).toEqual([])
})

test('guides are short: 10 KB for ARCHITECTURE.md, 60 lines for a room', () => {
  expect(readFileSync('ARCHITECTURE.md').length).toBeLessThanOrEqual(10_240)
  const long = ROOMS.filter((path) => readFileSync(path, 'utf8').split('\n').length > 61)
  expect(long).toEqual([])
})
