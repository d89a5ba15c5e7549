import type { Operation } from './operation.ts'
import { knownPaths, readWork, removeWork, stage, type World, writeWork } from './world.ts'

/** What people do to memory indexes, which are none of their business. */
export const indexOperations: readonly Operation[] = [
  { name: 'edit index by hand', weight: 3, run: editIndex },
  { name: 'delete index', weight: 1, run: deleteIndex },
  { name: 'untrack index', weight: 1, run: untrackIndex },
  { name: 'intend to add index', weight: 1, run: intendIndex },
]

async function someIndex(world: World): Promise<string | null> {
  const { indexes } = await knownPaths(world)
  return indexes.length > 0 ? world.random.pick(indexes) : null
}

async function editIndex(world: World): Promise<string | null> {
  const path = await someIndex(world)
  if (path === null) return null
  const { random, number } = world
  const edit = random.pick<(text: string) => string>([
    (text) => `# By hand ${number()}.\n${text}`,
    (text) =>
      text.replace(/^( {2}- name: .*\n)(?! {4}description)/m, `$1    description: By hand ${number()}.\n`),
    (text) => text.replace(/count: \d+/, `count: ${100 + number()}`),
    (text) => text.replace(/^ {2}- name: .*\n(?: {4}.*\n)*/m, ''),
    ...(random.chance(0.3) ? [(text: string) => `${text}}{ broken ${number()}\n`] : []),
  ])
  writeWork(world, path, edit(readWork(world, path) ?? ''))
  if (random.chance(0.5)) return path
  await stage(world, path)
  return `${path}, staged`
}

async function deleteIndex(world: World): Promise<string | null> {
  const path = await someIndex(world)
  if (path === null) return null
  const { staged } = await knownPaths(world)
  removeWork(world, path)
  if (!staged.includes(path) || world.random.chance(0.5)) return path
  await stage(world, path)
  return `${path}, staged`
}

async function untrackIndex(world: World): Promise<string | null> {
  const path = await someIndex(world)
  if (path === null || !(await knownPaths(world)).staged.includes(path)) return null
  await world.git(['rm', '--cached', '--quiet', '--force', '--', path])
  return path
}

async function intendIndex(world: World): Promise<string | null> {
  const path = await someIndex(world)
  if (path === null || (await knownPaths(world)).staged.includes(path)) return null
  await world.git(['add', '--intent-to-add', '--', path])
  return path
}
