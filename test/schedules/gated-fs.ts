// Takes the place of src/fs/gate.ts: says of every call which paths it reads and changes, and stops at those that matter to another actor.
import { createHash } from 'node:crypto'
import * as real from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { actor, type Footprint, type PathState } from './gate-protocol.ts'

type Call = (...args: never[]) => unknown
const opened = new Map<number, string>()
/** Temporary files and folders that this actor alone knows: who else lists them sees their folder change. */
const TEMPORARY = /\.tmp$/

export const constants = real.constants

function named(path: unknown): string {
  if (typeof path === 'number') return opened.get(path) ?? ''
  const [, handle, rest = ''] = /^\/proc\/self\/fd\/(\d+)(.*)$/s.exec(String(path)) ?? []
  return join(handle === undefined ? String(path) : (opened.get(Number(handle)) ?? ''), rest)
}

/** The path relative to the scene; null for what lies elsewhere, which no actor changes. */
function inScene(path: unknown): string | null {
  const full = named(path)
  const short = relative(actor.root, full)
  if (actor.root === '' || full === '' || short.startsWith('..')) return null
  // All rights to end a dead owner's lock are one: each takeover names its own.
  return short.replace(/(\.lock)\.[0-9a-f]{32}\.\d+$/, '$1.right')
}

const listing = (path: string): string => `${dirname(path) === '.' ? '' : dirname(path)}/`
const own = (path: string): string => `${path}/`

function reads(path: unknown): Footprint {
  const at = inScene(path)
  return { reads: at === null ? [] : [at], writes: [] }
}

function changes(...paths: unknown[]): Footprint {
  const all = paths.flatMap((path) => inScene(path) ?? [])
  return { reads: [], writes: all.flatMap((at) => (TEMPORARY.test(at) ? [listing(at)] : [at, listing(at)])) }
}

/** What a later step may depend on: the content of a file, the names in a folder, the kind of what is there. */
function seen(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map((one) => String(one?.name ?? one))
      .filter((name) => !TEMPORARY.test(name))
      .sort()
      .join(' ')
  if (value instanceof Uint8Array) return digest(value)
  // Each run has a root of its own.
  if (typeof value === 'string') return digest(value.replaceAll(actor.root, '.'))
  if (value && typeof value === 'object' && 'isFile' in value) {
    const stats = value as real.Stats
    return `${stats.isFile() ? `file ${stats.size} ${stats.nlink}` : stats.isDirectory() ? 'folder' : 'other'} ${stats.mode}`
  }
  return ''
}

function digest(bytes: string | Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex').slice(0, 12)
}

function through<F extends Call>(name: string, run: F, footprint: (...args: Parameters<F>) => Footprint): F {
  return ((...args: Parameters<F>) => {
    const { reads: read, writes } = footprint(...args)
    if (read.length + writes.length === 0) return run(...args)
    const label = `${name} ${[...read, ...writes][0]}`
    actor.step(label, { reads: read, writes })
    try {
      const value = run(...args)
      if (!TEMPORARY.test(label) || writes.length > 0) actor.saw(`${label} ${seen(value)}`)
      return value
    } catch (error) {
      actor.saw(`${label} ${(error as NodeJS.ErrnoException).code}`)
      throw error
    }
  }) as F
}

const CREATES = real.constants.O_CREAT | real.constants.O_WRONLY | real.constants.O_RDWR

export const openSync = ((path: string, flags: string | number = 'r', mode?: number) => {
  const isWrite = typeof flags === 'number' ? (flags & CREATES) !== 0 : flags !== 'r'
  const open = through('open', (at: string) => real.openSync(at, flags, mode), isWrite ? changes : reads)
  const at = named(path)
  const handle = open(path)
  opened.set(handle, at)
  const stats = real.fstatSync(handle)
  if (!isWrite && stats.isFile()) actor.saw(digest(real.readFileSync(`/proc/self/fd/${handle}`)))
  if (isWrite && stats.isFile() && stats.size === 0) actor.note({ made: stats.ino })
  return handle
}) as typeof real.openSync

export const closeSync: typeof real.closeSync = (handle) => {
  opened.delete(handle)
  real.closeSync(handle)
}

/** An open file is not another one meanwhile, and its bytes were noted when it was opened. */
const quiet = <F extends Call>(run: F, isChange = false): F =>
  ((...args: Parameters<F>) => {
    actor.live()
    if (isChange) actor.changes = true
    return run(...args)
  }) as F
export const fstatSync = quiet(real.fstatSync) as typeof real.fstatSync
export const readSync = quiet(real.readSync) as typeof real.readSync
export const fchmodSync = quiet(real.fchmodSync, true) as typeof real.fchmodSync
export const readFileSync = ((path: real.PathOrFileDescriptor, options?: 'utf8') =>
  typeof path === 'number'
    ? quiet(real.readFileSync)(path, options)
    : through(
        'read',
        real.readFileSync as Call,
        reads as never,
      )(path as never, options as never)) as typeof real.readFileSync

/** Bytes of a temporary file are no matter to others until it has its name. */
export const writeSync = ((handle: number, ...rest: [Uint8Array]) =>
  TEMPORARY.test(named(handle))
    ? quiet(real.writeSync, true)(handle, ...rest)
    : through('write', real.writeSync as Call, (one: number) => changes(one))(
        handle as never,
        ...(rest as unknown as never[]),
      )) as typeof real.writeSync

export const fsyncSync: typeof real.fsyncSync = (handle) => {
  const at = named(handle)
  const isFolder = real.fstatSync(handle).isDirectory()
  const short = inScene(at)
  if (isFolder && short !== null)
    actor.step(`sync ${short}/`, { reads: [own(short === '' ? '' : short)], writes: [] }, true)
  else actor.live()
  actor.note(
    isFolder
      ? { folder: real.fstatSync(handle).ino, entries: entriesOf(at) }
      : {
          file: real.fstatSync(handle).ino,
          bytes: real.readFileSync(`/proc/self/fd/${handle}`).toString('latin1'),
        },
  )
}

function entriesOf(folder: string): readonly PathState[] {
  return real.readdirSync(folder).map((name) => {
    const stats = real.lstatSync(join(folder, name))
    return { name, ino: stats.ino, isFolder: stats.isDirectory(), mode: stats.mode }
  })
}

/** Of these folders only files are removed that are older than any run. */
const SWEPT = /memkeep\/(?:locks|tmp)$/
const listed = (path: unknown): Footprint => {
  const at = inScene(path)
  if (at !== null && SWEPT.test(at)) return { reads: [], writes: [] }
  return { reads: at === null ? [] : [own(at)], writes: [] }
}
export const readdirSync = through(
  'list',
  real.readdirSync as Call,
  listed as never,
) as unknown as typeof real.readdirSync
const one = <F>(name: string, run: F, footprint: Call): F =>
  through(name, run as Call, footprint as never) as F
export const lstatSync = one('look', real.lstatSync, reads)
export const statSync = one('look', real.statSync, reads)
export const readlinkSync = one('look', real.readlinkSync, reads)
export const accessSync = one('look', real.accessSync, reads)
export const existsSync = one('look', real.existsSync, reads)
export const realpathSync = real.realpathSync
export const mkdirSync = one('mkdir', real.mkdirSync, changes)
export const rmdirSync = one('rmdir', real.rmdirSync, changes)
export const unlinkSync = one('unlink', real.unlinkSync, changes)
export const rmSync = one('unlink', real.rmSync, changes)
export const writeFileSync = one('write', real.writeFileSync, (path: string) => changes(path))
export const appendFileSync = one('append', real.appendFileSync, (path: string) => changes(path))
export const symlinkSync = one('symlink', real.symlinkSync, (_: string, path: string) => changes(path))
export const linkSync = one('link', real.linkSync, (_: string, path: string) => changes(path))
export const renameSync = one('rename', real.renameSync, (from: string, to: string) => changes(to, from))
export const mkdtempSync = real.mkdtempSync
export type { Dirent, Stats } from 'node:fs'
