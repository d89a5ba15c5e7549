/** The commands that no hook and no check waits for: one bundle, loaded when one of them is asked for. */
export { archive } from './archive.ts'
export { doctor } from './doctor.ts'
export { explain } from './explain.ts'
export { init } from './init.ts'
export { rebuildIndex } from './rebuild-index.ts'
export { uninstall } from './uninstall.ts'
export { verifyMerge } from './verify-merge.ts'
