import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'

const PATHS = ['src', 'migrations', 'scripts', 'test', 'docs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [`${entry.parentPath.replaceAll('\\', '/')}/${entry.name}`] : [],
  ),
)

/** The pages that a newcomer reads about a room. */
const READMES = PATHS.filter((path) => path.startsWith('src/') && basename(path) === 'README.md')

const MOST_LINES = 60

test.each(READMES)('%s is short', (page) => {
  expect(readFileSync(page, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES)
})

/** A file is named by its path in the room, in `src` or in the project, or by its name alone. A pattern names none. */
function isThere(named: string, room: string): boolean {
  const ends = [`${room}/${named}`, `src/${named}`, named]
  return PATHS.some(
    (path) => ends.includes(path) || (path.startsWith(`${room}/`) && path.endsWith(`/${named}`)),
  )
}

function lostFiles(page: string): string[] {
  const named = readFileSync(page, 'utf8').matchAll(/`([\w./-]+\.ts)`/g)
  return [...named].flatMap(([, path = '']) => (isThere(path, dirname(page)) ? [] : [`${page}: ${path}`]))
}

test('every source file that the page of a room names is there', () => {
  // The page of the template names files that a new layout may add.
  const pages = READMES.filter((page) => !page.includes('/_template/'))
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.flatMap(lostFiles)).toEqual([])
})

test('the map of all rooms is at most 10 KB', () => {
  expect(readFileSync('ARCHITECTURE.md').length).toBeLessThanOrEqual(10 * 1024)
})
