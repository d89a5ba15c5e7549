import type { Claim, Root } from '../../core/layout.ts'
import { rootSetting, type Settings } from '../../core/settings.ts'
import type { FileMode } from '../../core/snapshot.ts'
import { isScope, isUuid, SCOPES } from './record.ts'

/** Where records are that could not be repaired; they are malformed by definition. */
const QUARANTINES: ReadonlySet<string> = new Set(SCOPES.map((scope) => `${scope}-invalid`))

const prefixes = new WeakMap<Settings, string>()

/**
 * Says which kind a path is of; its scope is the directory below the root that it lies in. Every `.json` of such a directory is
 * a record, wherever in it: one in a wrong place is to be reported, not overlooked. The list of a directory, `index.json`,
 * is rebuilt by tools and is none. Names with a dot in front are temporary files and tools' own.
 */
export function claim(path: string, mode: FileMode, settings: Settings): Claim | null {
  const prefix = prefixOf(settings)
  if (!path.startsWith(prefix) || !path.endsWith('.json') || mode === 'submodule') return null
  const segments = path.slice(prefix.length).split('/')
  if (segments.some((segment) => segment.startsWith('.'))) return null
  const [folder = '', second = ''] = segments
  if (second === 'index.json' && segments.length === 2 && !folder.startsWith('_')) return null
  // What has the name of a record is one, wherever it lies.
  if (segments.length === 1) return isUuid(folder.slice(0, -'.json'.length)) ? record('') : null
  if (folder === '_compactions') return { kind: 'compaction-report', scope: '' }
  if (folder === '_archive') return QUARANTINES.has(second) ? null : { kind: 'archived-record', scope: '' }
  return folder.startsWith('_') ? null : record(folder)
}

/** The one directory: git ignores it, and its scopes hold nothing but records. */
export function roots(settings: Settings): readonly Root[] {
  const path = agentMemoryRoot(settings)
  const own = SCOPES.map((scope) => `${path}/${scope}`)
  return [{ path, git: 'ignored', own, keeps: (file) => keeps(file, settings) }]
}

/** Places that tools of this memory write to and that no kind claims: ignore rules, lists, and what could not be repaired. */
export function keeps(path: string, settings: Settings): boolean {
  const prefix = prefixOf(settings)
  if (!path.startsWith(prefix)) return false
  const [first = '', second, third, ...more] = path.slice(prefix.length).split('/')
  if (second === undefined) return first === '.gitignore' || first === 'index.json'
  if (third === undefined) return isScope(first) && second === 'index.json'
  return first === '_archive' && QUARANTINES.has(second) && more.length === 0 && third !== ''
}

/** The scope whose records a path is of, also in the archive and in the name of a report: writers of two scopes need not wait. */
export function lockOf(path: string, settings: Settings): string {
  const [first = '', second = ''] = path.slice(prefixOf(settings).length).split('/')
  if (isScope(first)) return first
  const inside = first === '_archive' ? second.replace(/-invalid$/, '') : second.split('-')[1]
  return isScope(inside) ? inside : ''
}

function record(scope: string): Claim {
  return { kind: 'record', scope }
}

function prefixOf(settings: Settings): string {
  const known = prefixes.get(settings)
  if (known !== undefined) return known
  const made = `${agentMemoryRoot(settings)}/`
  prefixes.set(settings, made)
  return made
}

const setting = rootSetting('agentMemory', {
  description: 'Where the agent-memory layout keeps its files.',
  holds: 'Records by scope, the archive and compaction reports; git ignores it.',
  value: '.agent-memory',
})

/** JSON Schema of this layout's top-level setting. */
export const agentMemorySettingsSchema = setting.schema

/** The directory of the layout, relative to the repository root, without a slash at the end. */
export const agentMemoryRoot = setting.read
