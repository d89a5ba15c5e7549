import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PathState, Synced } from './gate-protocol.ts'

/** Files and folders (null) by path. */
export type Tree = ReadonlyMap<string, { readonly bytes: Buffer; readonly mode: number } | null>

export function readTree(root: string, isWanted: (path: string) => boolean = () => true): Tree {
  const tree = new Map<string, { bytes: Buffer; mode: number } | null>()
  const walk = (folder: string): void => {
    for (const name of readdirSync(join(root, folder)).sort()) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (!isWanted(path)) continue
      const stats = lstatSync(join(root, path))
      tree.set(path, stats.isDirectory() ? null : { bytes: readFileSync(join(root, path)), mode: stats.mode })
      if (stats.isDirectory()) walk(path)
    }
  }
  walk('')
  return tree
}

export function writeTree(root: string, tree: Tree): void {
  mkdirSync(root, { recursive: true })
  for (const [path, file] of tree) {
    const full = join(root, path)
    mkdirSync(file ? dirname(full) : full, { recursive: true })
    if (!file) continue
    writeFileSync(full, file.bytes)
    chmodSync(full, file.mode)
  }
}

/** Temporary files are read by none but their maker, and what of git's own files says nothing, or says the same in other words. */
const IGNORED =
  /\.tmp$|^\.git\/(?:objects|logs|COMMIT_EDITMSG|index$|memkeep\/(?:tmp|facts|outcomes|signatures|proofs))/

/** The state of a disk, in which git's index is what it lists. */
export function stateOf(root: string): { readonly tree: Tree; readonly mark: string } {
  const tree = readTree(root, (path) => !IGNORED.test(path))
  const hash = createHash('sha1')
  for (const [path, file] of tree)
    hash.update(`${path}\0${file ? `${file.mode} ${file.bytes.length}\0` : ''}`).update(file?.bytes ?? '')
  if (tree.has('.git'))
    hash.update(execFileSync('git', ['ls-files', '-s'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }))
  return { tree, mark: hash.digest('hex') }
}

/** What would be there after a power loss: bytes by the number of a file, names by that of a folder. */
export type Durable = {
  readonly bytes: Map<number, Buffer>
  readonly names: Map<number, readonly PathState[]>
}

export function allDurable(
  root: string,
  into: Durable = { bytes: new Map(), names: new Map() },
  from = '',
): Durable {
  const names = readdirSync(join(root, from)).map((name) => {
    const stats = lstatSync(join(root, from, name))
    if (stats.isDirectory()) allDurable(root, into, join(from, name))
    else into.bytes.set(stats.ino, readFileSync(join(root, from, name)))
    return { name, ino: stats.ino, isFolder: stats.isDirectory(), mode: stats.mode }
  })
  into.names.set(statSync(join(root, from)).ino, names)
  return into
}

export function makeDurable(durable: Durable, synced: readonly Synced[], root: string): void {
  for (const one of synced) {
    if ('file' in one) durable.bytes.set(one.file, Buffer.from(one.bytes, 'latin1'))
    else if ('folder' in one) durable.names.set(one.folder, one.entries)
    else if ('made' in one) durable.bytes.delete(one.made)
    // Git syncs what it writes.
    else syncGit(durable, root)
  }
}

function syncGit(durable: Durable, root: string): void {
  const own = new Map([...durable.names].map(([ino, names]) => [ino, names]))
  const kept = statOf(join(root, '.git/memkeep'))
  allDurable(root, durable, '.git')
  if (kept !== null) durable.names.set(kept, own.get(kept) ?? [])
}

function statOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null
}

/**
 * What a power loss leaves: with `names` each name is there that was, and contents that were not synced are gone; else nothing is there
 * that was not synced.
 */
export function afterPowerLoss(root: string, { bytes, names }: Durable, keepsNames: boolean): Tree {
  const tree = new Map<string, { bytes: Buffer; mode: number } | null>()
  const walk = (ino: number, folder: string): void => {
    const entries = keepsNames ? present(join(root, folder)) : (names.get(ino) ?? [])
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      tree.set(
        path,
        entry.isFolder ? null : { bytes: bytes.get(entry.ino) ?? Buffer.alloc(0), mode: entry.mode },
      )
      if (entry.isFolder) walk(entry.ino, path)
    }
  }
  walk(statSync(root).ino, '')
  return tree
}

function present(folder: string): readonly PathState[] {
  return readdirSync(folder).map((name) => {
    const stats = lstatSync(join(folder, name))
    return { name, ino: stats.ino, isFolder: stats.isDirectory(), mode: stats.mode }
  })
}

export function markOf(tree: Tree): string {
  const hash = createHash('sha1')
  for (const path of [...tree.keys()].sort()) {
    if (IGNORED.test(path) && !/\/index$/.test(path)) continue
    hash.update(`${path}\0`).update(tree.get(path)?.bytes ?? '')
  }
  return hash.digest('hex')
}
