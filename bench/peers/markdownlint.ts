import { join } from 'node:path'
import { programRow } from '../row.ts'
import { install, newestForThisNode } from './install.ts'
import type { Peer } from './peer.ts'

const PACKAGE = 'markdownlint-cli2'

/** The most used Markdown linter, with its default rules; the newest version that the Node at hand can run. */
export const markdownlint: Peer = {
  name: PACKAGE,
  benches: ['check', 'commit'],
  install: async (folder) => {
    const version = await newestForThisNode(PACKAGE, folder)
    await install(folder, [`${PACKAGE}@${version}`])
    const program = [process.execPath, join(folder, 'node_modules', PACKAGE, 'markdownlint-cli2-bin.mjs')]
    const [file = '', ...args] = [...program, '**/*.md']
    return {
      name: PACKAGE,
      version,
      isSlow: true,
      checks: (cwd) => [programRow('markdownlint', `${PACKAGE} ${version}`, { file, args, cwd })],
      lint: program,
    }
  },
}
