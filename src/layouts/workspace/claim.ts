import type { Claim, LayoutPaths } from '../../core/layout.ts'
import { perSettings, type Settings } from '../../core/settings.ts'
import type { FileMode } from '../../core/snapshot.ts'
import { workspaceSettings, workspaceSettingsSchema } from './settings.ts'

/** The layout's roots as path prefixes, with the slash. */
type Prefixes = {
  readonly resources: string
  readonly memory: string
  readonly hotRules: string
  readonly agents: readonly string[]
}

/** The folders of a scope and the kind of the documents in them, at any depth. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['_plans', 'plan'],
  ['_features', 'feature'],
  ['_spikes', 'spike'],
  ['_architecture', 'architecture'],
])

/** Files in `_plans` that describe the folder. */
const NOT_PLANS: ReadonlySet<string> = new Set(['OVERVIEW.md', 'INDEX.md', 'README.md'])

const LOGS: ReadonlyMap<string, string> = new Map([
  ['decisions.md', 'decisions'],
  ['lessons.md', 'lessons'],
])

/** Files of the memory that git cannot merge as text. */
const MERGED: readonly string[] = ['**/decisions.md', '**/lessons.md', '**/_archive/*.md', '*/_index.yaml']

const prefixesOf = perSettings((settings): Prefixes => {
  const { resources, memory, hotRules, agents } = workspaceSettings(settings)
  return {
    resources: `${resources}/`,
    memory: `${memory}/`,
    hotRules: `${hotRules}/`,
    agents: agents.map((directory) => `${directory}/`),
  }
})

export const workspacePaths: LayoutPaths = {
  id: 'workspace',
  settings: { schemas: workspaceSettingsSchema },
  signature: 'plan, OVERVIEW or dated entry',
  roots: (settings) => {
    const { resources, memory, hotRules, agents } = workspaceSettings(settings)
    return [
      { path: resources },
      { path: memory, own: [memory], merged: MERGED },
      { path: hotRules, own: [hotRules] },
      ...agents.map((path) => ({ path })),
    ]
  },
  claim,
  parts: { of: partOf, folders: foldersOf, area: areaOf },
}

/** Says which kind a path is of, by its segments alone; null for a path that is not the workspace layout's. */
export function claim(path: string, mode: FileMode, settings: Settings): Claim | null {
  if (mode === 'submodule') return null
  const roots = prefixesOf(settings)
  return (
    (path.startsWith(roots.resources) && resource(below(path, roots.resources))) ||
    (path.startsWith(roots.memory) && memory(below(path, roots.memory))) ||
    (path.startsWith(roots.hotRules) && hotRule(below(path, roots.hotRules))) ||
    agentFile(path, mode, roots.agents)
  )
}

/** What the part of hot memory is called, and, before the name of a workspace, the part of its logs. */
const HOT = 'hot memory'
const LOGS_OF = 'memory of '

/**
 * What a path is compared with: the logs and the index of a workspace; the documents of one scope; hot memory, which has
 * one total.
 */
function partOf(path: string, settings: Settings): string {
  const { resources, memory: logs } = prefixesOf(settings)
  if (path.startsWith(logs)) return LOGS_OF + path.slice(logs.length, path.indexOf('/', logs.length))
  if (!path.startsWith(resources)) return HOT
  return path.slice(resources.length, scopeEnd(path, resources.length))
}

/** Where the files of a part lie. A scope may be called as another part is, and then it is looked for in both places. */
function foldersOf(part: string, settings: Settings): readonly string[] {
  const { resources, memory: logs, hotRules, agents } = workspaceSettings(settings)
  const scope = part === '' ? resources : `${resources}/${part}`
  if (part === HOT) return [hotRules, ...agents, scope]
  if (part.startsWith(LOGS_OF)) return [`${logs}/${part.slice(LOGS_OF.length)}`, scope]
  return [scope]
}

/** The workspace that a path belongs to, or `hot memory`. */
export function areaOf(path: string, settings: Settings): string {
  const { resources, memory: logs } = prefixesOf(settings)
  const root = [logs, resources].find((prefix) => path.startsWith(prefix))
  if (root === undefined) return HOT
  const end = path.indexOf('/', root.length)
  return end < 0 ? '' : path.slice(root.length, end)
}

/** The part of a workspace's logs and index. */
export function partOfLogs(workspace: string, settings: Settings): string {
  return partOf(`${workspaceSettings(settings).memory}/${workspace}/decisions.md`, settings)
}

/** Where the scope's last directory ends; it is asked of every file, so it takes nothing apart. */
function scopeEnd(path: string, start: number): number {
  let end = start
  for (let depth = 0; depth < 3; depth++) {
    const from = depth === 0 ? start : end + 1
    const next = path.indexOf('/', from)
    if (next <= from || path[from] === '_' || path[from] === '.') break
    end = next
  }
  return end
}

function below(path: string, prefix: string): string[] {
  return path.slice(prefix.length).split('/')
}

/** `{scope}/OVERVIEW.md`, `{scope}/_plans/**.md` and its sisters, and `ABSTRACT.md` anywhere below a scope. */
function resource(segments: readonly string[]): Claim | null {
  const depth = scopeDepth(segments, 3)
  const name = segments.at(-1) ?? ''
  if (depth === 0 || !name.endsWith('.md')) return null
  const scope = segments.slice(0, depth).join('/')
  const isDirect = segments.length === depth + 1
  if (name === 'ABSTRACT.md') return { kind: 'abstract', scope }
  if (isDirect) return name === 'OVERVIEW.md' ? { kind: 'overview', scope } : null
  const kind = FOLDERS.get(segments[depth] ?? '')
  if (!kind || (kind === 'plan' && NOT_PLANS.has(name))) return null
  return { kind, scope }
}

/** `{W}/_index.yaml`, and the logs of `{W}` and `{W}/{D}` with their archives. */
function memory(segments: readonly string[]): Claim | null {
  const depth = scopeDepth(segments, 2)
  if (depth === 0) return null
  const scope = segments.slice(0, depth).join('/')
  const [first = '', second, third] = segments.slice(depth)
  if (third !== undefined) return null
  if (second !== undefined)
    return first === '_archive' && isArchive(second) ? { kind: 'archive', scope } : null
  if (first === '_index.yaml') return depth === 1 ? { kind: 'memory-index', scope } : null
  const kind = LOGS.get(first)
  return kind ? { kind, scope } : null
}

function isArchive(name: string): boolean {
  return (name.startsWith('decisions-') || name.startsWith('lessons-')) && name.endsWith('.md')
}

function hotRule(segments: readonly string[]): Claim | null {
  return segments.length === 1 && segments[0]?.endsWith('.md') ? { kind: 'hot-rule', scope: '' } : null
}

/** What lies directly in an agent's rule directory: any symlink, and files that the agent loads. */
function agentFile(path: string, mode: FileMode, agents: readonly string[]): Claim | null {
  const directory = agents.find((prefix) => path.startsWith(prefix))
  if (directory === undefined || path.includes('/', directory.length)) return null
  if (mode === 'link') return { kind: 'agent-link', scope: '', ordinary: true }
  return path.endsWith('.md') || path.endsWith('.mdc')
    ? { kind: 'agent-file', scope: '', ordinary: true }
    : null
}

/** How many leading directories name a workspace, a domain, a repository; the last segment is the file. */
function scopeDepth(segments: readonly string[], most: number): number {
  const directories = Math.min(segments.length - 1, most)
  let depth = 0
  while (depth < directories && isScopeName(segments[depth] ?? '')) depth++
  return depth
}

/** True for a directory name that can be a workspace's, a domain's or a repository's. */
export function isScopeName(name: string): boolean {
  return name !== '' && !name.startsWith('_') && !name.startsWith('.')
}
