/** The commands that no hook and no check waits for: one bundle, loaded when one of them is asked for. */

export { explain } from './explain.ts'
export { archive, baseline, files, rebuildIndex } from './maintain.ts'
export { doctor, init, uninstall } from './setup.ts'
export { checkShard, mergeReports } from './shards.ts'
export { verifyMerge } from './verify-merge.ts'
