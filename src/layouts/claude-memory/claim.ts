import type { Claim } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { belowForeignFolder, testPlaces } from '../../core/places.ts'
import { type FileListing, type FileMode, filesBelow } from '../../core/snapshot.ts'

/** The name of an index; case counts. */
const INDEX = 'MEMORY.md'

/** Folders of topics, by what is certain of their names. A folder `memory` anywhere else may be about anything. */
const TOPICS: readonly string[] = [
  'memory/*.md',
  '**/.claude/memory/*.md',
  '**/.claude/memory/*/*.md',
  '**/.claude/projects/*/memory/*.md',
  '**/.claude/agent-memory/*/*.md',
]

const PLACES: readonly string[] = [`**/${INDEX}`, ...TOPICS]

const isTopicPlace = testPlaces(TOPICS)

/** Folders of files that show how a memory is written, or that belong to a program. */
const ELSEWHERE = belowForeignFolder('skills')

/** Names of what is no topic: guides of a folder, and logs, which are read entry by entry. */
const OTHER =
  /^(?:readme|claude|agents|gemini|(?:decisions?|lessons)(?:[-_]?(?:log|learned))?|frustrations)(?:-archive)?\.md$/i

/** Patterns of every index and of the topic files in folders that are known. */
export function places(): readonly string[] {
  return PLACES
}

/** Claims indexes by their exact name, and topic files in known folders; the scope is the folder. */
export function claim(path: string, mode: FileMode): Claim | null {
  if ((mode !== 'file' && mode !== 'executable') || ELSEWHERE.test(path)) return null
  const name = nameOf(path)
  if (name === INDEX) return { kind: 'claude-index', scope: folderOf(path) }
  if (!isTopicPlace(path) || !isTopicName(name)) return null
  return { kind: 'claude-topic', scope: folderOf(path) }
}

/** True for a Markdown file that is neither an index, nor a guide, nor a log. */
export function isTopicName(name: string): boolean {
  return /\.md$/i.test(name) && name.toLowerCase() !== INDEX.toLowerCase() && !OTHER.test(name)
}

/** The name of the file. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

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
