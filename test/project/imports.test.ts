import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importGraph, importGroups } from '../../scripts/house/import-graph.ts'

/** Layers, lowest first: a room may import itself and what is below it. Features never import each other. */
const PURE_ROOMS = ['layouts', 'rules', 'formats', 'core']
const ENGINE = ['engine', 'cache', 'snapshot', 'git', 'fs', 'migrations', ...PURE_ROOMS]
const FEATURE = ['reporters', 'retrieval', ...ENGINE]
const FEATURES = ['operations', 'commit', 'merge', 'ci', 'migrate', 'setup', 'maintain']

/** Room → rooms that it may import from, besides itself. */
const MAY_IMPORT: { readonly [room: string]: readonly string[] } = {
  core: [],
  formats: ['core'],
  rules: ['formats', 'core'],
  retrieval: ['formats', 'core'],
  stores: ['retrieval', 'formats', 'core'],
  layouts: ['stores', 'retrieval', 'rules', 'formats', 'core'],
  migrations: ['layouts', 'formats', 'core'],
  reporters: ['core'],
  fs: ['core'],
  git: ['core'],
  snapshot: ['git', 'fs', 'core'],
  cache: ['fs', 'core'],
  engine: ENGINE.filter((room) => room !== 'engine'),
  ...Object.fromEntries(FEATURES.map((room) => [room, FEATURE])),
  mcp: ['models', 'operations', ...FEATURE],
  models: ['fs', 'formats', 'core'],
  cli: ['mcp', 'models', ...FEATURES, ...FEATURE],
}

/**
 * What migrations share with layouts: where files lie, and the limits that settings give. A migration means what it meant, so
 * words, schemas and rules of a layout are not for it.
 */
const SHARED_WITH_MIGRATIONS = /^layouts\/(?:[^/]+\/claim|workspace\/(?:settings|hot-memory))\.ts$/

/** Who may import a Node module or a heavy package. */
const GATES: readonly { readonly pattern: RegExp; readonly only: readonly RegExp[] }[] = [
  { pattern: /^node:fs/, only: [/^fs\/gate\.ts$/] },
  { pattern: /^node:child_process$|^simple-git$/, only: [/^git\//, /^models\/command\.ts$/] },
  { pattern: /^simple-git$/, only: [/^git\/porcelain\.ts$/] },
  { pattern: /^node:crypto$/, only: [/^(formats|fs|git|cache|engine|operations|ci|setup)\//] },
  { pattern: /^node:(https?|http2|net|tls|dgram|dns)/, only: [] },
  { pattern: /^node:worker_threads$/, only: [/^engine\//] },
  {
    pattern: /^node:/,
    only: [
      /^(fs|git|cache|snapshot|engine|operations|commit|merge|ci|migrate|setup|maintain|models|mcp|cli)\//,
      /^bin(-action|-check|-hook|-mcp)?\.ts$/,
      /^formats\/hash\.ts$/,
    ],
  },
  { pattern: /^@modelcontextprotocol\//, only: [/^mcp\//] },
  { pattern: /^snowball-stemmers$/, only: [/^retrieval\/terms\.ts$/] },
  { pattern: /^ky$/, only: [/^models\/ask-endpoint\.ts$/] },
  { pattern: /^@octokit\//, only: [/^ci\/github\/github\.ts$/] },
  {
    pattern: /^(echarts|hastscript|hast-util-to-html)(\/|$)/,
    only: [/^reporters\/html-report(\/|\.ts$)/],
  },
  { pattern: /^(unified|remark-parse|yaml|tokenx|@secretlint\/.*)$/, only: [/^formats\//, /^remark\.ts$/] },
]

type Import = { readonly file: string; readonly target: string }

/** The folders of `src`, and `migrations` next to it. */
const SOURCES = [...sourcesIn('src'), ...sourcesIn('migrations').map((path) => `migrations/${path}`)]

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
}

function onDisk(file: string): string {
  return file.startsWith('migrations/') ? file : join('src', file)
}

function importsOf(file: string): Import[] {
  const text = readFileSync(onDisk(file), 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
  )
  return [...found].map(([, a, b, c]) => ({ file, target: a ?? b ?? c ?? '' }))
}

const IMPORTS = SOURCES.flatMap(importsOf)

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : path
}

function resolved({ file, target }: Import): string {
  const path = normalize(join(onDisk(file), '..', target)).replaceAll('\\', '/')
  return path.replace(/^src\//, '')
}

describe('the import direction', () => {
  test('sources and imports are seen at all', () => {
    expect(SOURCES.length).toBeGreaterThan(80)
    expect(IMPORTS.length).toBeGreaterThan(300)
  })

  test('goes down only', () => {
    const stray = IMPORTS.filter(({ target }) => target.startsWith('.')).filter((one) => {
      const from = folderOf(one.file)
      const to = folderOf(resolved(one))
      return from in MAY_IMPORT && from !== to && !MAY_IMPORT[from]?.includes(to)
    })
    expect(stray.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  test('a layout never imports another layout', () => {
    const layoutOf = (path: string): string | undefined => /^layouts\/([^/]+)\//.exec(path)?.[1]
    const stray = IMPORTS.filter((one) => {
      const from = layoutOf(one.file)
      const to = layoutOf(resolved(one))
      return from !== undefined && to !== undefined && from !== to
    })
    expect(stray).toEqual([])
  })

  test('migrations share paths and parsers with layouts, no vocabularies', () => {
    const shared = IMPORTS.filter(({ file }) => file.startsWith('migrations/'))
      .map(resolved)
      .filter((path) => path.startsWith('layouts/'))
    expect(shared.length).toBeGreaterThan(3)
    expect(shared.filter((path) => !SHARED_WITH_MIGRATIONS.test(path))).toEqual([])
  })

  test('Node and heavy packages come in through their gates', () => {
    const stray = IMPORTS.filter(({ target }) => !target.startsWith('.')).filter(({ file, target }) =>
      GATES.some(({ pattern, only }) => pattern.test(target) && !only.some((gate) => gate.test(file))),
    )
    expect(stray.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  test('never runs in a circle of files', () => {
    const files = SOURCES.map((file) => ({ path: onDisk(file), text: readFileSync(onDisk(file), 'utf8') }))
    const circles = importGroups(importGraph(files)).filter((group) => group.length > 1)
    expect(circles).toEqual([])
  })

  test('every folder of src is in the table', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((one) => one.isDirectory())
    expect(folders.map(({ name }) => name).filter((name) => !(name in MAY_IMPORT))).toEqual([])
  })
})

test('nothing but the action and the models asks a network', () => {
  const asking = SOURCES.filter((path) => !/^(ci\/github|models)\//.test(path)).filter((path) =>
    /\bfetch\(|\bXMLHttpRequest\b|\bWebSocket\b/.test(readFileSync(onDisk(path), 'utf8')),
  )
  expect(asking).toEqual([])
})

describe('the pure folders', () => {
  const PURE = SOURCES.filter((path) =>
    /^(core|formats|rules|retrieval|stores|layouts|reporters|migrations|setup\/(agents|hooks|managers))\//.test(
      path,
    ),
  )
  const texts = PURE.map((path) => ({
    path,
    text: readFileSync(onDisk(path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
  }))

  test.each([
    ['clock', /\bDate\.now\(|new Date\(\)|performance\.now/],
    ['console or process', /\bconsole\.|\bprocess\./],
    ['randomness', /Math\.random|randomUUID/],
    ['evaluated code', /\beval\(|new Function\b/],
    ['locale', /localeCompare|toLocale|Intl\./],
  ])('use no %s', (_, pattern) => {
    expect(texts.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('core, rules and layouts wait for nothing', () => {
    const waiting = texts.filter(
      ({ path, text }) => !path.startsWith('reporters/') && /\basync\b|\bawait\b/.test(text),
    )
    expect(waiting.map(({ path }) => path)).toEqual(['core/snapshot.ts', 'core/write-plan.ts'])
  })
})
