import type { LayoutPaths } from '../../core/layout.ts'
import { folderOf } from '../../core/path.ts'
import { belowForeignFolder, claimByName, testPlaces } from '../../core/places.ts'

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

const claim = claimByName((path) => {
  if (ELSEWHERE.test(path)) return null
  const name = nameOf(path)
  if (name === INDEX) return 'claude-index'
  return isTopicPlace(path) && isTopicName(name) ? 'claude-topic' : null
})

/** Claims indexes by their exact name, which many tools have, and topic files in known folders. */
export const claudeMemoryPaths: LayoutPaths = {
  id: 'claude-memory',
  settings: { schemas: {} },
  signature: 'MEMORY.md with rows that link to topic files',
  places: () => PLACES,
  yields: true,
  claim: (path, mode, settings) => {
    const claimed = claim(path, mode, settings)
    return claimed && { ...claimed, ordinary: true }
  },
  parts: { area: folderOf },
}

/** True for a Markdown file that is neither an index, nor a guide, nor a log. */
export function isTopicName(name: string): boolean {
  return /\.md$/i.test(name) && name.toLowerCase() !== INDEX.toLowerCase() && !OTHER.test(name)
}

/** The name of the file. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
