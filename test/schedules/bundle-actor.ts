import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { Fault } from './faults.ts'

const HERE = resolve('test/schedules')

/** Bundles the program of an actor: the sources that ship behind the gate, with a planted fault or none. */
export async function bundleActor(folder: string, fault: Fault | null): Promise<string> {
  const outfile = join(folder, `actor-${fault?.name.replaceAll(' ', '-') ?? 'as-shipped'}.mjs`)
  if (existsSync(outfile)) return outfile
  await build({
    entryPoints: [join(HERE, 'actor.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    target: 'node20.19',
    logLevel: 'error',
    define: { MEMKEEP_VERSION: '"0.0.0-source"' },
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
    plugins: [gated(fault)],
  })
  return outfile
}

function gated(fault: Fault | null): Plugin {
  return {
    name: 'gated',
    setup(builder) {
      const inSources = (importer: string): string => relative('', importer).replaceAll('\\', '/')
      builder.onResolve({ filter: /\/gate\.ts$/ }, () => ({ path: join(HERE, 'gated-fs.ts') }))
      builder.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
        inSources(importer).startsWith('src/git/') ? { path: join(HERE, 'gated-spawn.ts') } : undefined,
      )
      builder.onResolve({ filter: /^node:crypto$/ }, ({ importer }) =>
        inSources(importer).startsWith('src/fs/') ? { path: join(HERE, 'gated-crypto.ts') } : undefined,
      )
      if (fault) builder.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => planted(path, fault))
    },
  }
}

function planted(path: string, { file, from, to }: Fault): { contents: string; loader: 'ts' } | undefined {
  if (relative('', path).replaceAll('\\', '/') !== file) return undefined
  const parts = readFileSync(path, 'utf8').split(from)
  if (parts.length !== 2)
    throw new Error(`${file} has the text of the planted fault ${parts.length - 1} times: ${from}`)
  return { contents: parts.join(to), loader: 'ts' }
}
