import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { outputOf } from '../output-of.ts'
import { install, versionOf } from './install.ts'
import type { Peer } from './peer.ts'

const PACKAGE = 'simple-git-hooks'

/** A manager that writes the hook's commands into a file of sh. */
export const simpleGitHooks: Peer = {
  name: PACKAGE,
  benches: ['commit'],
  install: async (folder) => {
    await install(folder, [PACKAGE])
    const cli = join(folder, 'node_modules', PACKAGE, 'cli.js')
    return {
      name: PACKAGE,
      version: versionOf(folder, PACKAGE),
      hook: (repository) => {
        const settings = { name: 'bench', [PACKAGE]: { 'pre-commit': 'true' } }
        writeFileSync(join(repository, 'package.json'), JSON.stringify(settings))
        outputOf(process.execPath, [cli], { cwd: repository })
        return { text: readFileSync(join(repository, '.git/hooks/pre-commit'), 'utf8') }
      },
    }
  },
}
