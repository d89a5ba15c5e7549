import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { measure } from '../measure.ts'
import { programRow } from '../row.ts'
import { install, versionOf } from './install.ts'
import type { Peer } from './peer.ts'

/** A linter written in Rust, with a cache. Its binary is measured, without the Node script before it. */
export const rumdl: Peer = {
  name: 'rumdl',
  benches: ['check', 'commit'],
  install: async (folder) => {
    await install(folder, ['rumdl'])
    const file = binary(folder)
    const version = versionOf(folder, 'rumdl')
    const name = `rumdl ${version}`
    const checks = (corpus: string) => {
      const args = ['check', '--cache-dir', join(folder, `cache-${corpus.replace(/\W+/g, '-')}`), '.']
      const cold = { file, args: ['check', '--no-cache', '.'], cwd: corpus }
      const warm = { file, args, cwd: corpus }
      let isPrimed = false
      const before = async (): Promise<void> => {
        if (!isPrimed) await measure(warm, 300_000)
        isPrimed = true
      }
      return [
        programRow('rumdl-cold', `${name}, cold`, cold),
        programRow('rumdl-warm', `${name}, warm`, warm, { before }),
      ]
    }
    return { name: 'rumdl', version, checks, lint: [file, 'check', '--no-cache'] }
  },
}

function binary(folder: string): string {
  const scope = join(folder, 'node_modules', '@rumdl')
  const files = existsSync(scope) ? readdirSync(scope).map((platform) => join(scope, platform, 'rumdl')) : []
  const file = files.find((one) => existsSync(one))
  if (file === undefined) throw new Error(`no binary for ${process.platform} ${process.arch}`)
  return file
}
