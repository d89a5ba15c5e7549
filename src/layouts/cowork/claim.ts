import type { Claim, LayoutPaths } from '../../core/layout.ts'
import { rootSetting, type Settings } from '../../core/settings.ts'
import type { FileMode } from '../../core/snapshot.ts'

const ITERATION = /^memory\/iterations\/([^/]+)\.json$/
/** One that lies in the wrong folder of the two is claimed as well: its missing row is then reported. */
const DETAIL = /^memory\/project\/(decisions|patterns)\/((?:dec|pat)-[^/]+)\.md$/

/** The models have no list for them, so files there are reported. */
const INSIGHT = /^memory\/project\/insights\/.+\.(?:md|json)$/

const FILES: ReadonlyMap<string, string> = new Map([
  ['session.json', 'cowork-session'],
  ['memory/project/memory.json', 'project-memory'],
  ['memory/project/context/context.md', 'project-context'],
])

/** Files that git cannot merge as text. */
const MERGED: readonly string[] = ['session.json', 'memory/**/*.json', 'memory/project/*/*.md']

const setting = rootSetting('cowork', {
  description: 'Where the cowork layout keeps its files.',
  holds: 'Project memory, iterations and session.json.',
  value: '.cowork',
})

/** The directory of the layout, relative to the repository root, without a slash at the end. */
export const coworkRoot = setting.read

export const coworkPaths: LayoutPaths = {
  id: 'cowork',
  settings: { schemas: setting.schema },
  signature: '`memory/project/memory.json`, `session.json` or an iteration',
  roots: (settings) => {
    const path = coworkRoot(settings)
    return [{ path, git: 'local', own: [path], merged: MERGED }]
  },
  claim,
}

/**
 * Says which kind a path is of; null for a path that is not the cowork layout's. The scope of an iteration file is the
 * iteration, that of a detail file its id.
 */
function claim(path: string, mode: FileMode, settings: Settings): Claim | null {
  const below = mode === 'submodule' ? null : setting.below(path, settings)
  if (below === null) return null
  const kind = FILES.get(below)
  if (kind) return { kind, scope: '' }
  if (INSIGHT.test(below)) return { kind: 'project-insight', scope: '' }
  const iteration = ITERATION.exec(below)?.[1]
  if (iteration !== undefined) return { kind: 'iteration-memory', scope: iteration }
  const [, folder, id = ''] = DETAIL.exec(below) ?? []
  if (folder === undefined) return null
  return { kind: folder === 'decisions' ? 'decision-detail' : 'pattern-detail', scope: id }
}
