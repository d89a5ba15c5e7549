import { existsSync, readdirSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { ON_CALL } from '../bundles.mjs'
import { lazyLayouts } from '../lazy-layouts.mjs'
import { loadedOnCall } from '../on-call.mjs'

const WORKER = /-worker\.ts$/

/**
 * Bundles a file of a project, its workers, and everything that is imported only when it is needed, each into a file of its own
 * in `folder`. As in the build of the command, a source is left out where a bundle uses nothing of it. Gives the file to start.
 */
export async function bundleParts(root: string, entry: string, folder: string): Promise<string> {
  const start = resolve(root, entry)
  const waiting = [start, ...workersIn(root)]
  const done = new Set<string>()
  const later = (path: string): string => {
    waiting.push(path)
    return `./${bundleName(root, path)}`
  }
  const plugins = [
    lazyLayouts((id, part) => later(resolve(root, `src/layouts/${id}/${part}.ts`))),
    loadedOnCall(ON_CALL, root, (_, path) => later(path)),
    ownFiles(later),
  ]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (done.has(path)) continue
    done.add(path)
    await bundle(root, path, { outfile: join(folder, bundleName(root, path)), plugins })
  }
  return join(folder, bundleName(root, start))
}

async function bundle(
  root: string,
  path: string,
  { outfile, plugins }: { outfile: string; plugins: Plugin[] },
) {
  await build({
    entryPoints: [path],
    outfile,
    absWorkingDir: resolve(root),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    logLevel: 'warning',
    legalComments: 'none',
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    supported: { 'dynamic-import': false },
    define: { MEMKEEP_BUILD: '"measured"', 'import.meta.url': 'importMetaUrl' },
    banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    plugins,
  })
}

/** Leaves files that are imported dynamically outside, where `bundleLater` says. */
function ownFiles(bundleLater: (path: string) => string): Plugin {
  return {
    name: 'own-files',
    setup(builder) {
      builder.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
        const target = resolve(resolveDir, path)
        return kind === 'dynamic-import'
          ? { path: bundleLater(target), external: true }
          : { path: target, sideEffects: false }
      })
    },
  }
}

function workersIn(root: string): string[] {
  const folder = resolve(root, 'src')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter((path) => WORKER.test(path)).map((path) => join(folder, path))
}

/** Two folders may hold files of one name; a worker is asked for by its own name alone. */
function bundleName(root: string, path: string): string {
  const name = WORKER.test(path) ? basename(path) : relative(root, path).replaceAll(/[\\/]/g, '--')
  return name.replace(/\.ts$/, '.cjs')
}
