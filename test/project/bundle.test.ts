import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { layoutOperations } from '../../src/layouts/operations.ts'

/** A name out of each library that a run without findings has no use for, and the file that holds it instead. */
const LAZY = [
  ['codeFrameColumns', 'code-frame.cjs'],
  ['closestMatch', 'more.cjs'],
  ['SVGPainter', 'html-report.cjs'],
  ['renderForMachines', 'for-machines.cjs'],
] as const

test.each(LAZY)('%s is loaded only when it is needed', (name, file) => {
  expect(readFileSync(`dist/${file}`, 'utf8').includes(name)).toBe(true)
  expect(readFileSync('dist/main.cjs', 'utf8').includes(`function ${name}`)).toBe(false)
})

test('packages that most texts are read without are loaded when a text asks for one', () => {
  const own = (name: string): string => readFileSync(`dist/${name}.cjs`, 'utf8')
  const names = [
    ['Unresolved alias', 'package-yaml'],
    ['CallableInstance', 'package-unified'],
    ['codeFencedFenceMeta', 'package-remark-parse'],
    ['secretlint-rule-slack', 'package-secretlint-rule-preset-recommend'],
  ] as const
  for (const [name, bundle] of names) {
    expect(own(bundle), name).toContain(name)
    expect(own('document-stage').includes(name), name).toBe(false)
  }
})

/** The bundles that a file asks for when it starts, and those that they ask for then. */
function loadedWith(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  const text = readFileSync(`dist/${name}.cjs`, 'utf8')
  for (const [, next = ''] of text.matchAll(/(?<!=>(?:\w*\()?|return )\brequire\("\.\/([\w-]+)\.cjs"\)/g))
    loadedWith(next, seen)
  return seen
}

const FILES = readdirSync('dist').filter((name) => name.endsWith('.cjs'))

test('every file that a bundle loads was built', () => {
  const loaded = FILES.flatMap((name) => [
    ...readFileSync(`dist/${name}`, 'utf8').matchAll(/(?:\b|_)(?:import|require)\("\.\/([^"]+)"\)/g),
  ]).map(([, path]) => path ?? '')
  expect(loaded).toContain('judge.cjs')
  expect(loaded).toContain('engine.cjs')
  expect(loaded).toContain('layout-upkeep.cjs')
  expect(loaded.filter((path) => !existsSync(`dist/${path}`))).toEqual([])
})

test('what a bundle takes from a chunk is there', () => {
  const require = createRequire(resolve('dist/library.cjs'))
  const taken = FILES.flatMap((name) =>
    [
      ...readFileSync(`dist/${name}`, 'utf8').matchAll(/\{([\w$:,"]+)\}=require\("(\.\/[\w-]+\.cjs)"\)/g),
    ].flatMap(([, names = '', from = '']) =>
      names.split(',').map((one) => [name, from, one.replace(/:.*/, '').replaceAll('"', '')] as const),
    ),
  )
  expect(taken.length).toBeGreaterThan(100)
  expect(taken.filter(([, from, one]) => !Object.hasOwn(require(from), one))).toEqual([])
})

test('what agents ask for is in no file that a check or a hook loads', () => {
  const names = ['judge', 'judge-commit', 'other-hooks', 'merge-driver', 'hook', 'main', 'document-stage']
  const holding = (text: string): string[] =>
    [...names, 'agents', 'mcp', 'library'].filter((name) =>
      [...loadedWith(name)].some((one) => readFileSync(`dist/${one}.cjs`, 'utf8').includes(text)),
    )
  // Callers hold the names of tools: a title shows that the tool itself is in a bundle.
  for (const { layout, operations } of layoutOperations) {
    const own = `tools-${layout.id}`
    for (const { title } of operations) {
      expect(
        FILES.filter((name) => readFileSync(`dist/${name}`, 'utf8').includes(title)),
        title,
      ).toEqual([`${own}.cjs`])
    }
    // It is loaded when one of them is called or listed.
    for (const name of [...names, 'agents', 'mcp', 'library'])
      expect([...loadedWith(name)]).not.toContain(own)
  }
  expect(holding('notifications/initialized')).toEqual(['mcp'])
})

test('a commit loads one chunk of its own, and of all others only one holds the engine', () => {
  const own = (name: string): string => readFileSync(`dist/${name}`, 'utf8')
  const holding = (text: string): string[] => FILES.filter((name) => own(name).includes(text))
  expect(holding('Several layouts claim this path')).toEqual(['commit.cjs', 'engine.cjs'])
  // A layout's rule is loaded where the layout is in use.
  expect(holding('The entry has no line')).toEqual(['commit-workspace.cjs', 'layout-workspace.cjs'])
  for (const name of ['hook', 'document-stage', 'check-main']) expect([...loadedWith(name)]).toEqual([name])
  expect([...loadedWith('judge-commit')]).toEqual(['judge-commit', 'commit'])
})

test('what few runs call is in one file, which is loaded with the first call', () => {
  const texts = [
    ['Fix what `memkeep check` reports of it first', 'layout-upkeep.cjs'],
    ['total_lessons: ${', 'layout-memory-index.cjs'],
  ] as const
  for (const [text, file] of texts) {
    expect(FILES.filter((name) => readFileSync(`dist/${name}`, 'utf8').includes(text))).toEqual([file])
    for (const name of ['judge-commit', 'judge', 'mcp', 'commit-workspace', 'layout-workspace'])
      expect([...loadedWith(name)]).not.toContain(file.replace('.cjs', ''))
  }
})

test('stacks show the names of functions', () => {
  for (const name of ['engine', 'judge-commit'])
    expect(readFileSync(`dist/${name}.cjs`, 'utf8')).toMatch(/function judgeChange\(\w,/)
})

/** What shows that a schema of the protocol's packages is in the bundle, or how they are made there. */
test.each([
  ['of logging in', /redirect_uris/, false],
  ['of questions to people', /PROPERTY_KEYS_BY_TYPE=/, false],
  ['that are not compiled each', /jitless:!0/, true],
  ['but those that are made later', /(?:get \w+\(\)\{return \w+\(\)\},?){20}/, true],
])('the server starts without schemas: %s', (_, text, isThere) => {
  expect(text.test(readFileSync('dist/mcp.cjs', 'utf8'))).toBe(isThere)
})

test('every file that a step of the action loads later lies next to it', () => {
  const folder = '.github/actions/check/dist'
  const asked = readdirSync(folder)
    .filter((name) => name.endsWith('.cjs'))
    .flatMap((name) => [
      ...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/(?:import|require)\("\.\/([^"]+\.cjs)"\)/g),
    ])
    .map(([, name]) => name ?? '')
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((name) => !existsSync(`${folder}/${name}`))).toEqual([])
})
