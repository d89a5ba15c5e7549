// What is found by asking git's history: one bundle, loaded where something has to be asked.

export { blobHunks } from '../git/history.ts'
export { type ChangedSince, type Compared, compareWithCode } from './citations/changed-since.ts'
export { codeReport } from './citations/code-report.ts'
export { deadCites } from './citations/dead-cites.ts'
export { findDead, findDeadScripts } from './citations/find-dead.ts'
export { earlierTitles } from './earlier-titles.ts'
