import { MEMORY } from './independent-index.ts'
import { joinLog, newEntry, newLog } from './log-text.ts'
import type { Operation } from './operation.ts'
import { knownPaths, readWork, removeWork, stage, type World, writeWork } from './world.ts'

const OTHERS = ['src/code.txt', 'notes é.txt', `${MEMORY}/alpha/notes.txt`, '-dash.txt']

/** What happens around the memory. */
export const otherOperations: readonly Operation[] = [
  { name: 'write another file', weight: 3, run: writeOther },
  { name: 'delete another file', weight: 1, run: deleteOther },
  { name: 'write an archive', weight: 1, run: writeArchive },
  { name: 'stage everything', weight: 2, run: stageAll },
  { name: 'unstage', weight: 1, run: unstage },
]

async function writeOther(world: World): Promise<string> {
  const path = world.random.pick(OTHERS)
  writeWork(world, path, `${readWork(world, path) ?? ''}line ${world.number()}\n`)
  if (world.random.chance(0.5)) return path
  await stage(world, path)
  return `${path}, staged`
}

async function deleteOther(world: World): Promise<string | null> {
  const { others } = await knownPaths(world)
  if (others.length === 0) return null
  const path = world.random.pick(others)
  removeWork(world, path)
  return path
}

/** Archived entries are not counted. */
async function writeArchive(world: World): Promise<string> {
  const path = `${MEMORY}/beta/_archive/lessons-2023.md`
  const log = newLog(world.random, 'lessons')
  const entry = newEntry(world.random, 'lessons', { number: world.number(), isValid: true })
  writeWork(world, path, joinLog({ ...log, entries: [entry] }))
  await stage(world, path)
  return path
}

async function stageAll(world: World): Promise<string> {
  await world.git(['add', '--all'])
  return 'staged'
}

async function unstage(world: World): Promise<string | null> {
  const { tracked } = await knownPaths(world)
  if (tracked.length === 0) return null
  const path = world.random.pick(tracked)
  await world.git(['reset', '--quiet', '--', path])
  return path
}
