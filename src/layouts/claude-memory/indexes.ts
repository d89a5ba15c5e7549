import type { FileListing } from '../../core/snapshot.ts'
import { folderOf, isTopicName, nameOf } from './claim.ts'

const known = new WeakMap<FileListing, Map<string, string[]>>()

/** The topic files in the folder of an index, in order of paths. */
export function topicsBeside(index: string, files: FileListing): readonly string[] {
  return byFolder(files).get(folderOf(index)) ?? []
}

/** One look at all files serves every index. */
function byFolder(files: FileListing): Map<string, string[]> {
  const made = known.get(files)
  if (made) return made
  const folders = new Map<string, string[]>()
  for (const path of files.keys()) {
    if (!isTopicName(nameOf(path))) continue
    const folder = folderOf(path)
    folders.set(folder, [...(folders.get(folder) ?? []), path])
  }
  known.set(files, folders)
  return folders
}

/** Files that show that a folder is the workspace of another agent, whose MEMORY.md is read whole and points to nothing. */
const OTHER_AGENT = ['SOUL.md', 'IDENTITY.md', 'HEARTBEAT.md']

/** True for an index in the workspace of an OpenClaw agent. */
export function isOfOtherAgent(index: string, files: FileListing): boolean {
  const folder = folderOf(index)
  return OTHER_AGENT.some((name) => files.has(folder === '' ? name : `${folder}/${name}`))
}
