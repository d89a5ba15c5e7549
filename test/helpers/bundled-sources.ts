import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin as BuildPlugin, build } from 'esbuild'
import { parseSync } from 'oxc-parser'
import type { Plugin } from 'vitest/config'

const FOLDERS = ['src', 'migrations']

/** Starting points, which run when they are imported, and what runs in a browser. */
const LEFT_OUT = /^src\/(bin[^/]*\.ts$|reporters\/html-report\/page\/)/

/** The bundle, which Node itself loads. */
export const BUNDLE = /memkeep-tests\/sources-\d+\.mjs$/

/** Of this run alone: another one may have other sources. */
const OUT = resolve(`node_modules/.cache/memkeep-tests/sources-${process.pid}.mjs`)

/** As long as they are fewer, it is faster to look what the test files import than to bundle and load everything. */
const FEW_FILES = 40

let testFiles: readonly string[] | null = null

/** Says which test files this run has, before the first source is loaded. */
export function bundleFor(files: readonly string[]): void {
  testFiles = files.length < FEW_FILES ? files.map(pathOf) : null
}

let bundled: Promise<ReadonlyMap<string, string>> | null = null

/**
 * Bundles the sources once for all tests, which see each as a file of its own: a worker loads one file instead of a
 * thousand, and what it loads calls its imports as users' builds do.
 */
export function bundledSources(define: { readonly [name: string]: string }): Plugin {
  const sources = new Set(FOLDERS.flatMap(sourcesIn))
  return {
    name: 'bundled-sources',
    enforce: 'pre',
    async load(id) {
      const path = pathOf(id)
      if (!sources.has(path)) return null
      bundled ??= bundle(testFiles ? sourcesOf(testFiles, sources) : [...sources], define)
      const name = (await bundled).get(path)
      return name ? stub(name, exportsOf(path)) : null
    },
  }
}

function pathOf(id: string): string {
  return relative('', id).replaceAll('\\', '/')
}

/** The sources that test files import, themselves or by their helpers. */
function sourcesOf(files: readonly string[], sources: ReadonlySet<string>): string[] {
  const seen = new Set(files)
  for (const path of seen) {
    if (sources.has(path)) continue
    for (const imported of importsOf(path)) seen.add(imported)
  }
  return [...seen].filter((path) => sources.has(path))
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module
  const names = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  return names
    .filter((name) => /^\.{1,2}\/.*\.ts$/.test(name))
    .flatMap((name) => filesNamed(join(dirname(path), name).replaceAll('\\', '/')))
}

/** The files that a name means: all that fit it, where a part of it is known only when the test runs. */
function filesNamed(path: string): string[] {
  const [folder = '', ...parts] = path.split(/\$\{[^}]*\}/)
  if (parts.length === 0) return [path]
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => folder + name.replaceAll('\\', '/'))
    .filter((name) => {
      const rest = name.slice(folder.length)
      return parts.every((part) => rest.includes(part)) && name.endsWith(parts.at(-1) ?? '')
    })
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !LEFT_OUT.test(path))
}

/** Names of the values that a source exports. */
function exportsOf(path: string): string[] {
  const { staticExports } = parseSync(path, readFileSync(path, 'utf8')).module
  return staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ isType }) => !isType)
    .flatMap(({ exportName, moduleRequest }) => {
      if (exportName.kind === 'Default') return 'default'
      if (exportName.name !== null) return exportName.name
      return moduleRequest ? exportsOf(join(dirname(path), moduleRequest.value)) : []
    })
}

/** A module that hands on what the bundle has of it. */
function stub(name: string, exported: readonly string[]): string {
  const lines = exported.map((one, i) => `const e${i} = ${name}[${JSON.stringify(one)}]`)
  const handedOn = exported.map((one, i) => `e${i} as ${one}`).join(', ')
  return [
    `import { ${name} } from ${JSON.stringify(OUT.replaceAll('\\', '/'))}`,
    ...lines,
    `export { ${handedOn} }`,
  ].join('\n')
}

/** Writes the bundle; the names in it of sources, by path. */
async function bundle(
  paths: readonly string[],
  define: { readonly [name: string]: string },
): Promise<ReadonlyMap<string, string>> {
  const names = new Map(paths.map((path, i) => [path, `source${i}`]))
  const contents = [...names].map(([path, name]) => `export * as ${name} from ${JSON.stringify(`./${path}`)}`)
  process.on('exit', () => rmSync(OUT, { force: true }))
  await build({
    stdin: { contents: contents.join('\n'), resolveDir: resolve(''), loader: 'ts' },
    outfile: OUT,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
    define: { ...define },
    plugins: [withOwnAddress],
  })
  return names
}

/** A source finds what lies near it from where it is itself, not from where the bundle is. */
const withOwnAddress: BuildPlugin = {
  name: 'with-own-address',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!text.includes('import.meta.url')) return undefined
      const address = JSON.stringify(pathToFileURL(join(path)).href)
      return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' }
    })
  },
}
