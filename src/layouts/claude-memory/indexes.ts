import { folderOf } from '../../core/path.ts'
import { type FileListing, filesBelow } from '../../core/snapshot.ts'
import { isTopicName, nameOf } from './claim.ts'

/** The topic files in the folder of an index, which is not the top, in order of paths. */
export function topicsNextTo(index: string, files: FileListing): readonly string[] {
  const folder = folderOf(index)
  return filesBelow(files, folder).flatMap(({ path }) =>
    folderOf(path) === folder && isTopicName(nameOf(path)) ? [path] : [],
  )
}

/** Files that show that a folder is the workspace of another agent, whose MEMORY.md is read whole and points to nothing. */
const OTHER_AGENT = ['SOUL.md', 'IDENTITY.md', 'HEARTBEAT.md']

/** True for an index in the workspace of an OpenClaw agent. */
export function isOfOtherAgent(index: string, files: FileListing): boolean {
  const folder = folderOf(index)
  return OTHER_AGENT.some((name) => files.has(folder === '' ? name : `${folder}/${name}`))
}
