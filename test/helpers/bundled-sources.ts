import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin as BuildPlugin, build } from 'esbuild'
import type { Plugin } from 'vitest/config'

const FOLDERS = ['src', 'migrations']

/** Starting points, which run when they are imported, and what runs in a browser. */
const LEFT_OUT = /^src\/(bin[^/]*\.ts$|reporters\/html-report\/page\/)/

/** The bundle, which Node itself loads. */
export const BUNDLE = /memkeep-tests\/sources-\d+\.mjs$/

/** Of this run alone: another one may have other sources. */
const OUT = resolve(`node_modules/.cache/memkeep-tests/sources-${process.pid}.mjs`)

type Modules = { readonly [name: string]: { readonly [name: string]: unknown } }

let bundled: Promise<Modules> | null = null

/**
 * Bundles the sources once for all tests, which see each as a file of its own: a worker loads one file instead of a
 * thousand, and what it loads calls its imports as users' builds do.
 */
export function bundledSources(define: { readonly [name: string]: string }): Plugin {
  const paths = FOLDERS.flatMap(sourcesIn)
  const names = new Map(paths.map((path, i) => [path, `source${i}`]))
  return {
    name: 'bundled-sources',
    enforce: 'pre',
    async load(id) {
      const path = relative('', id).replaceAll('\\', '/')
      const name = names.get(path)
      if (name === undefined) return null
      bundled ??= bundle(names, define)
      const exported = Object.keys((await bundled)[name] ?? {})
      return stub(name, exported)
    },
  }
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !LEFT_OUT.test(path))
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

async function bundle(
  names: ReadonlyMap<string, string>,
  define: { readonly [name: string]: string },
): Promise<Modules> {
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
  return import(pathToFileURL(OUT).href)
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
