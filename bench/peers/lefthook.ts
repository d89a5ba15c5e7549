import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { outputOf } from '../output-of.ts'
import { install, versionOf } from './install.ts'
import type { Peer } from './peer.ts'

const PACKAGE = 'lefthook'
const SETTINGS = 'pre-commit:\n  commands:\n    nothing:\n      run: "true"\n'

/** A manager written in Go. Its hook gets the path of the binary, so no Node script runs first. */
export const lefthook: Peer = {
  name: PACKAGE,
  benches: ['commit'],
  install: async (folder) => {
    await install(folder, [PACKAGE])
    const file = binary(join(folder, 'node_modules'))
    return {
      name: PACKAGE,
      version: versionOf(folder, PACKAGE),
      hook: (repository) => {
        writeFileSync(join(repository, 'lefthook.yml'), SETTINGS)
        outputOf(file, ['install'], { cwd: repository })
        const text = readFileSync(join(repository, '.git/hooks/pre-commit'), 'utf8')
        return { text, env: { LEFTHOOK_BIN: file } }
      },
    }
  },
}

function binary(modules: string): string {
  const folders = readdirSync(modules).filter((name) => name.startsWith(`${PACKAGE}-`))
  const file = folders.map((name) => join(modules, name, 'bin', PACKAGE)).find((one) => existsSync(one))
  if (file === undefined) throw new Error(`no binary for ${process.platform} ${process.arch}`)
  return file
}
