import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { logAt, MEMORY } from './independent-index.ts'
import {
  editedEntry,
  isValidLog,
  joinLog,
  type LogKind,
  type LogParts,
  newEntry,
  newLog,
  splitLog,
} from './log-text.ts'
import type { Operation } from './operation.ts'
import { stageSomeHunks } from './partial-staging.ts'
import { knownPaths, readWork, removeWork, stage, type World, writeWork } from './world.ts'

const WORKSPACES = ['alpha', 'beta', 'été']
const DOMAINS = ['', 'api/', 'two words/']
const KINDS: readonly LogKind[] = ['decisions', 'lessons']

/** What people do to decisions and lessons. */
export const logOperations: readonly Operation[] = [
  { name: 'new log', weight: 4, run: createLog },
  { name: 'new entry', weight: 8, run: (world) => change(world, (log, kind) => withEntry(world, log, kind)) },
  { name: 'edit', weight: 5, run: (world) => change(world, (log) => withEdit(world, log)) },
  { name: 'delete entry', weight: 2, run: (world) => change(world, (log) => withoutEntry(world, log)) },
  { name: 'stage part', weight: 6, run: stagePart },
  { name: 'invalid entry', weight: 1, run: breakLog },
  { name: 'fix', weight: 4, run: fixLog },
  { name: 'delete log', weight: 2, run: deleteLog },
  { name: 'rename log', weight: 2, run: renameLog },
  { name: 'untrack log', weight: 1, run: untrackLog },
  { name: 'intend to add', weight: 2, run: intendToAdd },
]

function kindAt(path: string): LogKind {
  return logAt(path)?.kind === 'lessons' ? 'lessons' : 'decisions'
}

function anyPath({ random }: World): string {
  return `${MEMORY}/${random.pick(WORKSPACES)}/${random.pick(DOMAINS)}${random.pick(KINDS)}.md`
}

async function someLog(world: World): Promise<string | null> {
  const { logs } = await knownPaths(world)
  return logs.length > 0 ? world.random.pick(logs) : null
}

/** Most changes are staged, as people do; the others stay in the work tree for now. */
async function settle(world: World, path: string, isLikely = 0.65): Promise<string> {
  if (!world.random.chance(isLikely)) return path
  await stage(world, path)
  return `${path}, staged`
}

async function createLog(world: World): Promise<string | null> {
  const path = anyPath(world)
  if (readWork(world, path) !== null) return null
  const log = newLog(world.random, kindAt(path))
  writeWork(world, path, joinLog(withEntry(world, log, kindAt(path))))
  return settle(world, path)
}

async function change(
  world: World,
  edit: (log: LogParts, kind: LogKind) => LogParts | null,
): Promise<string | null> {
  const path = await someLog(world)
  if (path === null) return null
  const after = edit(splitLog(readWork(world, path) ?? ''), kindAt(path))
  if (!after) return null
  writeWork(world, path, joinLog(after))
  return settle(world, path)
}

function withEntry(world: World, { head, entries }: LogParts, kind: LogKind, isValid = true): LogParts {
  const entry = newEntry(world.random, kind, { number: world.number(), isValid })
  const at = world.random.chance(0.7) ? entries.length : world.random.below(entries.length + 1)
  return { head, entries: [...entries.slice(0, at), entry, ...entries.slice(at)] }
}

function withEdit({ random, number }: World, { head, entries }: LogParts): LogParts | null {
  if (entries.length === 0) return null
  const at = random.below(entries.length)
  return {
    head,
    entries: entries.map((one, index) => (index === at ? editedEntry(random, one, number()) : one)),
  }
}

function withoutEntry({ random }: World, { head, entries }: LogParts): LogParts | null {
  const at = random.below(Math.max(entries.length, 1))
  return entries.length > 0 ? { head, entries: entries.filter((_, index) => index !== at) } : null
}

async function breakLog(world: World): Promise<string | null> {
  const path = await someLog(world)
  if (path === null) return null
  const log = splitLog(readWork(world, path) ?? '')
  writeWork(world, path, joinLog(withEntry(world, log, kindAt(path), false)))
  return settle(world, path)
}

/** Without this nothing could be committed any more, sooner or later. */
async function fixLog(world: World): Promise<string | null> {
  const { logs, staged } = await knownPaths(world)
  const broken = logs.filter((path) => isValidLog(readWork(world, path) ?? '') === false)
  const stale = staged.filter((path) => logAt(path))
  const path = [...broken, ...stale][0]
  if (path === undefined) return null
  const text = readWork(world, path)
  if (text !== null) {
    const { head, entries } = splitLog(text)
    writeWork(world, path, joinLog({ head, entries: entries.filter((one) => one.includes('**Category:**')) }))
  }
  await stage(world, path)
  return `${path}, staged`
}

/** Stages another version than the one on disk: chosen entries by plumbing, or chosen hunks as `git add -p` does. */
async function stagePart(world: World): Promise<string | null> {
  const { random, sandbox } = world
  const path = await someLog(world)
  if (path === null) return null
  if (random.chance(0.5)) return stageSomeHunks(world, path)
  const { head, entries } = splitLog(readWork(world, path) ?? '')
  const part = joinLog({ head, entries: random.some(entries) })
  const oid = (await sandbox.git(['hash-object', '-w', '--stdin'], { input: part })).toString().trim()
  await world.git(['update-index', '--add', '--cacheinfo', `100644,${oid},${path}`])
  if (random.chance(0.5)) return `${path}, chosen entries`
  writeWork(world, path, joinLog(withEntry(world, { head, entries }, kindAt(path))))
  return `${path}, chosen entries, and one more on disk`
}

async function deleteLog(world: World): Promise<string | null> {
  const path = await someLog(world)
  if (path === null) return null
  const { staged } = await knownPaths(world)
  removeWork(world, path)
  return staged.includes(path) ? settle(world, path) : path
}

async function renameLog(world: World): Promise<string | null> {
  const from = await someLog(world)
  const to = anyPath(world)
  const { staged, tracked } = await knownPaths(world)
  if (from === null || readWork(world, to) !== null || tracked.includes(to)) return null
  const { dir } = world.sandbox
  mkdirSync(dirname(join(dir, to)), { recursive: true })
  if (staged.includes(from) && world.random.chance(0.7)) {
    await world.git(['mv', '--', from, to])
    return `${from} → ${to}, staged`
  }
  renameSync(join(dir, from), join(dir, to))
  return `${from} → ${to}`
}

async function untrackLog(world: World): Promise<string | null> {
  const { logs, staged } = await knownPaths(world)
  const candidates = logs.filter((path) => staged.includes(path))
  if (candidates.length === 0) return null
  const path = world.random.pick(candidates)
  await world.git(['rm', '--cached', '--quiet', '--force', '--', path])
  return path
}

async function intendToAdd(world: World): Promise<string | null> {
  const { logs, staged } = await knownPaths(world)
  const candidates = logs.filter((path) => !staged.includes(path))
  if (candidates.length === 0) return null
  const path = world.random.pick(candidates)
  await world.git(['add', '--intent-to-add', '--', path])
  return path
}
