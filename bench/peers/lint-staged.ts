import { join } from 'node:path'
import { install, newestForThisNode } from './install.ts'
import type { Peer } from './peer.ts'

const PACKAGE = 'lint-staged'

/** Runs other tools on what is staged, and hides what is not; the newest version that the Node at hand can run. */
export const lintStaged: Peer = {
  name: PACKAGE,
  benches: ['commit'],
  install: async (folder) => {
    const version = await newestForThisNode(PACKAGE, folder)
    await install(folder, [`${PACKAGE}@${version}`])
    const bin = join(folder, 'node_modules', PACKAGE, 'bin', 'lint-staged.js')
    return { name: PACKAGE, version, staged: [process.execPath, bin] }
  },
}
