import type { Claim, LayoutPaths } from '../../core/layout.ts'
import { rootSetting, type Settings } from '../../core/settings.ts'
import type { FileMode } from '../../core/snapshot.ts'

/** Both the folder in a category and the scope of what lies in it. */
export const ARCHIVE = 'archive'

/** The category folders in the order of the format, and the kind of the items in them. */
export const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['facts', 'fact'],
  ['decisions', 'decision'],
  ['goals', 'goal'],
  ['tasks', 'task'],
  ['reflections', 'reflection'],
])

/** Files that describe a folder, in any case; what starts with a dot belongs to some tool. */
const NO_ITEM = /^(?:\.|(?:readme|index)\.md$)/i

const setting = rootSetting('atomic', {
  description: 'Where the atomic layout keeps its files.',
  holds: 'The directory of the category folders: facts, decisions, goals, tasks, reflections.',
  value: 'memory',
})

/** The directory of the category folders, relative to the repository root, without a slash at the end. */
export const atomicRoot = setting.read

/** `0012-a-queue.md`, `D-012-a-queue.md`; a day of six digits is no number. */
const NUMBERED = /^(?:[a-z]{1,8}[-_ ]?)?\d{1,5}(?!\d)/i

export const atomicPaths: LayoutPaths = {
  id: 'atomic',
  settings: { schemas: setting.schema },
  signature: '`id` in the front matter of a file',
  roots: (settings) => {
    const path = atomicRoot(settings)
    return [{ path, own: [path] }]
  },
  claim,
}

/**
 * Claims `{root}/{category}/*.md` and `{root}/{category}/archive/*.md` and nothing else: a folder called `memory` is
 * often something other than agent memory.
 */
export function claim(path: string, mode: FileMode, settings: Settings): Claim | null {
  const segments = setting.below(path, settings)?.split('/') ?? []
  const kind = CATEGORIES.get(segments[0] ?? '')
  const name = segments.at(-1) ?? ''
  if (mode === 'submodule' || kind === undefined || !name.endsWith('.md') || NO_ITEM.test(name)) return null
  // Without the layout, numbered files in a folder of decisions are a log of decisions.
  const ordinary = kind === 'decision' && NUMBERED.test(name)
  if (segments.length === 2) return { kind, scope: '', ...(ordinary && { ordinary }) }
  return segments.length === 3 && segments[1] === ARCHIVE ? { kind, scope: ARCHIVE } : null
}
