import type { Claim, LayoutPaths } from '../../core/layout.ts'
import { rootSetting, type Settings } from '../../core/settings.ts'
import type { FileMode } from '../../core/snapshot.ts'

/** The scopes of records, from the shortest-lived to the longest; each has a directory of its name. */
export const SCOPES = ['session', 'working', 'durable'] as const

/** True for the name of a scope. */
export function isScope(name: unknown): name is (typeof SCOPES)[number] {
  return SCOPES.some((scope) => scope === name)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** True for a UUID in its usual form (RFC 9562), of any version and in either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Where records are that could not be repaired; they are malformed by definition. */
const QUARANTINES: ReadonlySet<string> = new Set(SCOPES.map((scope) => `${scope}-invalid`))

const setting = rootSetting('agentMemory', {
  description: 'Where the agent-memory layout keeps its files.',
  holds: 'Records by scope, the archive and compaction reports; git ignores it.',
  value: '.agent-memory',
})

/** The directory of the layout, relative to the repository root, without a slash at the end. */
export const agentMemoryRoot = setting.read

/** One directory, which git ignores; its scopes hold nothing but records. */
export const agentMemoryPaths: LayoutPaths = {
  id: 'agent-memory',
  settings: { schemas: setting.schema },
  signature: 'a record',
  roots: (settings) => {
    const path = agentMemoryRoot(settings)
    const own = SCOPES.map((scope) => `${path}/${scope}`)
    return [{ path, git: 'ignored', own, keeps: (file) => keeps(file, settings) }]
  },
  claim,
  parts: { lock: lockOf },
}

/**
 * Says which kind a path is of; its scope is the directory below the root that it lies in. Every `.json` of such a directory is
 * a record, wherever in it: one in a wrong place is to be reported, not overlooked. The list of a directory, `index.json`,
 * is rebuilt by tools and is none. Names with a dot in front are temporary files and tools' own.
 */
function claim(path: string, mode: FileMode, settings: Settings): Claim | null {
  const below = setting.below(path, settings)
  if (!below?.endsWith('.json') || mode === 'submodule') return null
  const segments = below.split('/')
  if (segments.some((segment) => segment.startsWith('.'))) return null
  const [folder = '', second = ''] = segments
  if (second === 'index.json' && segments.length === 2 && !folder.startsWith('_')) return null
  // What has the name of a record is one, wherever it lies.
  if (segments.length === 1) return isUuid(folder.slice(0, -'.json'.length)) ? record('') : null
  if (folder === '_compactions') return { kind: 'compaction-report', scope: '' }
  if (folder === '_archive') return QUARANTINES.has(second) ? null : { kind: 'archived-record', scope: '' }
  return folder.startsWith('_') ? null : record(folder)
}

/** Places that tools of this memory write to and that no kind claims: ignore rules, lists, and what could not be repaired. */
export function keeps(path: string, settings: Settings): boolean {
  const [first, second, third, ...more] = setting.below(path, settings)?.split('/') ?? []
  if (first === undefined) return false
  if (second === undefined) return first === '.gitignore' || first === 'index.json'
  if (third === undefined) return isScope(first) && second === 'index.json'
  return first === '_archive' && QUARANTINES.has(second) && more.length === 0 && third !== ''
}

/** The scope whose records a path is of, also in the archive and in the name of a report: writers of two scopes need not wait. */
function lockOf(path: string, settings: Settings): string {
  const [first = '', second = ''] = setting.below(path, settings)?.split('/') ?? []
  if (isScope(first)) return first
  const inside = first === '_archive' ? second.replace(/-invalid$/, '') : second.split('-')[1]
  return isScope(inside) ? inside : ''
}

function record(scope: string): Claim {
  return { kind: 'record', scope }
}
