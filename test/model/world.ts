import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { blobOid } from './blob-store.ts'
import { hasWords, indexAt, logAt } from './independent-index.ts'
import {
  askHead,
  askStaged,
  type Picture,
  readFolder,
  type Staged,
  stagedEntry,
  type Tree,
} from './picture.ts'
import type { Random } from './random.ts'
import type { Sandbox } from './sandbox.ts'

/** One run of the model in one repository: what the operations and the checks share. */
export type World = {
  readonly sandbox: Sandbox
  readonly random: Random
  /** What was done, in order: the way to see a violation again. */
  readonly story: string[]
  /** Ids of what a person left in memory indexes on disk, by path: that must be kept. */
  readonly written: Map<string, string>
  /** Those of them that a rebuild has made of such an edit, without a word of it left. */
  readonly wordless: Set<string>
  /** What was in the last commit and is on disk only: it may be kept or, where it is known for memkeep's own, replaced. */
  readonly unstored: Set<string>
  /** A number that was never given before. */
  readonly number: () => number
  /** Runs git where it may change what is staged. */
  readonly git: Sandbox['git']
  /** The repository as it is now. */
  readonly look: () => Promise<Picture>
  /** Takes over what somebody else has seen; null when everything may have changed. */
  readonly seen: (picture: Picture | null) => void
}

/** A world at its start. */
export function newWorld(sandbox: Sandbox, random: Random): World {
  let given = 0
  const number = (): number => {
    given += 1
    return given
  }
  // Git is asked only for what may have changed: most of a run is waiting for git.
  let head: Tree | null = null
  let staged: Staged | null = null
  return {
    sandbox,
    random,
    story: [],
    written: new Map(),
    wordless: new Set(),
    unstored: new Set(),
    number,
    git: (args, given) => {
      staged = null
      return sandbox.git(args, given)
    },
    look: async () => {
      head ??= await askHead(sandbox)
      staged ??= await askStaged(sandbox)
      return { head, ...staged, work: readFolder(sandbox.dir) }
    },
    seen: (picture) => {
      head = picture?.head ?? null
      staged = picture
    },
  }
}

/** The text of a file on disk with LF; null when it is not there. */
export function readWork({ sandbox }: World, path: string): string | null {
  const file = join(sandbox.dir, path)
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : null
}

/** Writes a file on disk, with the line ends that the repository wants there. */
export function writeWork({ sandbox, written }: World, path: string, text: string): void {
  const file = join(sandbox.dir, path)
  mkdirSync(dirname(file), { recursive: true })
  const bytes = Buffer.from(sandbox.variant.autocrlf ? text.replaceAll('\n', '\r\n') : text)
  if (indexAt(path) !== null) written.set(path, blobOid(bytes))
  writeFileSync(file, bytes)
}

/**
 * Takes note of rebuilds that were made from somebody's edit, or from a file that was neither staged nor committed: with
 * that edit's words in it such a file is as much somebody's work as the edit was, and without any it may be kept or
 * replaced.
 */
export function noteRebuiltEdits(
  { written, wordless, sandbox }: World,
  before: Picture,
  after: Picture,
): void {
  for (const [path, now] of after.work) {
    const here = before.work.get(path)
    if (indexAt(path) === null || !here || here.equals(now)) continue
    const entry = stagedEntry(here, sandbox)
    const isKnown = entry === before.head.get(path) || entry === before.index.get(path)
    if (isKnown && written.get(path) !== blobOid(here)) continue
    written.set(path, blobOid(now))
    if (!hasWords(now.toString())) wordless.add(blobOid(now))
  }
}

/**
 * Takes note of what an attempt wrote on disk: without anybody's words in it such a content may be taken back, also when
 * an edit gives the same bytes later. What was replaced is no work of a person any more, and what is committed is safe.
 */
export function noteWritten(
  { written, wordless, unstored, sandbox }: World,
  before: Picture,
  after: Picture,
): void {
  for (const [path, now] of after.work) {
    if (indexAt(path) === null) continue
    if (!before.work.get(path)?.equals(now)) {
      if (!hasWords(now.toString())) wordless.add(blobOid(now))
      continue
    }
    const entry = stagedEntry(now, sandbox)
    const isLeft = [after.head, after.index].every((tree) => tree.get(path) !== entry)
    if (before.head.get(path) === entry && isLeft) unstored.add(blobOid(now))
  }
  for (const [path, oid] of written) {
    const now = after.work.get(path)
    const isSafe = now && stagedEntry(now, sandbox) === after.head.get(path)
    if (!now || isSafe || blobOid(now) !== oid) written.delete(path)
  }
}

/** Takes a file off the disk. */
export function removeWork({ sandbox }: World, path: string): void {
  rmSync(join(sandbox.dir, path), { force: true })
}

/** Stages what is on disk, deletions too; only of paths that git has heard of, or that are there. */
export async function stage(world: World, path: string): Promise<void> {
  await world.git(['add', '--all', '--', path])
}

/** What people do is not done to the settings: they say what is valid. */
const SETTINGS = 'memkeep.yaml'

/** The logs, memory indexes and other files that are on disk, and those that are staged. */
export async function knownPaths(world: World): Promise<{
  readonly logs: readonly string[]
  readonly indexes: readonly string[]
  readonly others: readonly string[]
  readonly staged: readonly string[]
  readonly tracked: readonly string[]
}> {
  const { head, index, intended, work } = await world.look()
  const here = [...work.keys()].sort()
  return {
    logs: here.filter((path) => logAt(path)),
    indexes: here.filter((path) => indexAt(path) !== null),
    others: here.filter((path) => !logAt(path) && indexAt(path) === null && path !== SETTINGS),
    staged: [...index.keys(), ...intended].sort(),
    tracked: [...new Set([...index.keys(), ...intended, ...head.keys()])]
      .filter((path) => path !== SETTINGS)
      .sort(),
  }
}
