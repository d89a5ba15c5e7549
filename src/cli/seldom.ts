/** The commands that are called seldom: one bundle, so that hooks and checks do not load them. */

export { audit } from './audit.ts'
export { explain } from './explain.ts'
export { archive, baseline, files, rebuildIndex, renameTag } from './maintain.ts'
export { doctor, firstLook, init, uninstall } from './setup.ts'
export { checkShard, mergeReports } from './shards.ts'
export { verifyMerge } from './verify-merge.ts'
