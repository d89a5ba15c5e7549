import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { layouts } from '../../src/layouts/index.ts'

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(`src/${path}`, 'utf8'))

test('README.md is short: 150 lines', () => {
  expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

test('every file that the table of README.md names is read by a layout', () => {
  const readme = readFileSync('README.md', 'utf8')
  const rows = [...readme.matchAll(/^\| (.*\]\(src\/layouts\/.*) \| [^|]+ \|$/gm)].map(
    ([, cell = '']) => cell,
  )
  const named = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
  expect(named.length).toBeGreaterThan(15)
  const shown = readdirSync('examples').flatMap((example) =>
    example === 'README.md'
      ? []
      : readdirSync(`examples/${example}`, { recursive: true, encoding: 'utf8' }).map((path) =>
          path.replaceAll('\\', '/'),
        ),
  )
  const isRead = (path: string): boolean =>
    layouts.some(({ claim }) => claim(path, 'file', DEFAULT_SETTINGS) !== null)
  const isFound = (path: string): boolean =>
    path.endsWith('/') ? shown.some((one) => one.startsWith(path) && isRead(one)) : isRead(path)
  expect(named.filter((path) => !isFound(path))).toEqual([])
})

test('README.md and docs/layouts.md have a row for every layout', () => {
  const ids = layouts.map(({ id }) => id).sort()
  const readme = readFileSync('README.md', 'utf8')
  const linked = [...readme.matchAll(/\]\(src\/layouts\/([\w-]+)\/README\.md\)/g)].map(([, id]) => id)
  expect(linked.sort()).toEqual(ids)
  const page = readFileSync('docs/layouts.md', 'utf8')
  const [, table = ''] = /^\| layout \| its signature \|\n\|.*\n((?:\|.*\n)+)/m.exec(page) ?? []
  const signed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '))
  expect(signed.sort()).toEqual(ids)
})

test('every page that memkeep names is in its package', () => {
  const { files }: { files: string[] } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = new Set(SOURCES.flatMap((text) => text.match(/\bdocs\/[\w-]+\.md\b/g) ?? []))
  // Paths in examples of memory are no pages of memkeep: a message says whose page it is.
  const pages = [...named].filter((path) => SOURCES.some((text) => text.includes(`${path} of memkeep`)))
  expect(pages).toContain('docs/settings.md')
  expect(pages.filter((path) => !readdirSync('docs').includes(path.slice('docs/'.length)))).toEqual([])
  expect(files).toContain('docs/*.md')
})

test('every message that the page about troubles explains is one that memkeep prints', () => {
  const page = readFileSync('docs/troubleshooting.md', 'utf8')
  const messages = [...page.matchAll(/\*\*`([^`]+)`\*\*/g)].map(([, message = '']) => message)
  expect(messages.length).toBeGreaterThan(20)
  // A value in a template is a part that differs.
  const filled = SOURCES.map((text) => text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…'))
  const printed = [...SOURCES, ...filled]
  const parts = messages.flatMap((message) => message.split('…').filter((part) => part.trim() !== ''))
  expect(parts.filter((part) => !printed.some((text) => text.includes(part)))).toEqual([])
})
