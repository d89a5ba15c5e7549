import { join } from 'node:path'
import { install, newestForThisNode } from './install.ts'
import type { Peer } from './peer.ts'

const PACKAGE = 'markdownlint-cli2'

/** The most used Markdown linter, with its default rules; the newest version that the Node at hand can run. */
export const markdownlint: Peer = {
  name: PACKAGE,
  rows: async (folder) => {
    const version = await newestForThisNode(PACKAGE, folder)
    await install(folder, [`${PACKAGE}@${version}`])
    const bin = join(folder, 'node_modules', PACKAGE, 'markdownlint-cli2-bin.mjs')
    return (corpus) => [
      {
        label: `${PACKAGE} ${version}`,
        file: process.execPath,
        args: [bin, '**/*.md'],
        cwd: corpus,
      },
    ]
  },
}
