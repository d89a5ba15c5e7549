import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { bundleCommand } from '../helpers/bundle-command.ts'

/** One text of one source file in the place of another: a mistake that somebody could make. */
export type Mutation = { readonly file: string; readonly find: string; readonly replace: string }

/** Bundles the command from mutated sources into an empty folder. Gives the path of the command. */
export async function buildCommand(folder: string, mutations: readonly Mutation[]): Promise<string> {
  const outfile = join(folder, 'memkeep.cjs')
  await bundleCommand(resolve(''), outfile, [mutated(mutations)])
  return outfile
}

/** The texts of the mutated files, by absolute path. Throws when the text to replace is not there exactly once. */
export function mutateSources(mutations: readonly Mutation[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { file, find, replace } of mutations) {
    const path = resolve(file)
    const parts = (texts.get(path) ?? readFileSync(path, 'utf8')).split(find)
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`)
    texts.set(path, parts.join(replace))
  }
  return texts
}

function mutated(mutations: readonly Mutation[]): Plugin {
  const texts = mutateSources(mutations)
  return {
    name: 'mutated',
    setup(builder) {
      builder.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const contents = texts.get(path)
        return contents === undefined ? undefined : { contents, loader: 'ts' }
      })
    },
  }
}
