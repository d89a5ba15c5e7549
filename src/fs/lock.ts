import { randomBytes } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { quoteForShell, safeText, UserError } from '../core/messages.ts'
import { errorCode, type FsPort, NODE_FS, temporaryName, writeWhole } from './atomic-write.ts'
import { isAlive, isGone, type LockOwner, type ProcessView, parseOwner, processView } from './lock-owner.ts'

/** A lock that is held. */
export type Lock = {
  /** False when somebody took it away, such as a person who deleted the file. */
  readonly isOurs: () => boolean
  /** Gives it back if it is still ours. Returns why that did not work, else null. */
  readonly release: () => string | null
}

/** Takes the lock that a file represents. */
export type TakeLock = (path: string, options?: LockOptions) => Promise<Lock>

type LockOptions = {
  readonly fs?: FsPort
  /** How long a lock is waited for, in milliseconds; when absent, so long as no holder keeps it for 10 seconds. */
  readonly patience?: number
  readonly view?: ProcessView
}

/** Of one holder: many that hold it for a moment each are a queue that moves. */
const PATIENCE = 10_000
/** Where there are no hard links, a lock is written after it was made: for so long it may name no owner yet. */
const HALF_WRITTEN = 250
const SHORTEST_PAUSE = 2
const LONGEST_PAUSE = 50

/**
 * Takes a lock between processes: a file that names its owner, put there in one step. It is taken from a dead owner at once,
 * and from no other owner, however old it is. Throws `UserError` when one other holds it for too long, or it cannot be made, and
 * soon where something else is in its place.
 */
export const takeLock: TakeLock = async (path, options = {}) => {
  const { fs = NODE_FS, patience, view = processView() } = options
  const token = randomBytes(16).toString('hex')
  const text = `${JSON.stringify({ ...view.self, token } satisfies LockOwner)}\n`
  const temporary = temporaryName(path, dirname(path))
  const taking: Taking = { path, text, temporary, fs, view }
  let isOver = true
  try {
    writeWhole(temporary, { bytes: Buffer.from(text), mode: null }, { fs, durable: false })
    await wait(taking, patience)
    isOver = false
  } catch (error) {
    if (error instanceof UserError) throw error
    if (errorCode(error) === 'EEXIST') {
      throw new UserError(
        `the lock ${safeText(path)} cannot be taken: something that is no file is there`,
        removal(path, 'rm -r'),
        error,
      )
    }
    throw new UserError(
      `the lock ${safeText(path)} cannot be taken (${errorCode(error)})`,
      'Make its folder writable, with room on the disk: nothing is saved without the lock.',
      error,
    )
  } finally {
    if (isOver) giveUp(taking, token)
    quietly(() => fs.unlinkSync(temporary))
  }
  return { isOurs: () => isOurs(taking), release: () => release(taking, token) }
}

type Taking = {
  readonly path: string
  /** What says that it is ours. */
  readonly text: string
  /** A file that holds it. */
  readonly temporary: string
  readonly fs: FsPort
  readonly view: ProcessView
}

async function wait(taking: Taking, patience: number | undefined): Promise<void> {
  let until = performance.now() + (patience ?? PATIENCE)
  let holding: string | null = null
  let longest = SHORTEST_PAUSE
  let unnamedSince: number | null = null
  while (!isPut(taking, taking.path)) {
    const holder = holderOf(taking)
    const now = performance.now()
    unnamedSince = holder && !holder.owner ? (unnamedSince ?? now) : null
    if (holder && unnamedSince !== null && now - unnamedSince > HALF_WRITTEN) throw isForeign(holder.path)
    if (patience === undefined && holder?.owner && holder.owner.token !== holding) {
      if (holding !== null) until = now + PATIENCE
      holding = holder.owner.token
    }
    if (holder?.owner && now > until) throw isHeld(taking, holder.owner)
    await pause(holder ? longest * (0.5 + Math.random() / 2) : 0)
    longest = Math.min(2 * longest, LONGEST_PAUSE)
  }
}

/** A file that is in the way, and the owner that it names. */
type Holder = { readonly path: string; readonly owner: LockOwner | null }

/** Who holds the lock, or is about to take it away from a dead owner; null when it is free now. */
function holderOf(taking: Taking): Holder | null {
  const { path, fs, view } = taking
  const found = read(fs, path)
  if (found === null) return null
  const owner = ownerOf(taking, path, found)
  return owner && isDead(owner, view) ? takeAway({ ...taking, found, owner }) : { path, owner }
}

/**
 * The owner that a file names. A power loss leaves the name of a lock and not its text: a blank file that is older than this start of
 * the machine is the lock of an owner that is gone.
 */
function ownerOf({ fs, view }: Taking, path: string, text: string): LockOwner | null {
  if (!/^\0*$/.test(text)) return parseOwner(text)
  const stats = fs.lstatSync(path, { throwIfNoEntry: false })
  return stats && stats.mtimeMs < (view.machineStart ?? 0) ? { ...view.self, token: BLANK } : null
}

/** The token of a holding whose lock names none. */
const BLANK = '0'.repeat(32)

/** Holdings that this process ended, and whose file it could not delete. */
const ended = new Set<string>([BLANK])

function isDead(owner: LockOwner, view: ProcessView): boolean {
  return ended.has(owner.token) || isGone(owner, view)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Other processes see no such file, or the whole of it. */
function isPut({ temporary, text, fs }: Taking, path: string): boolean {
  try {
    fs.linkSync(temporary, path)
    return true
  } catch (error) {
    // A network may lose the answer to what was done.
    if (errorCode(error) === 'EEXIST') return read(fs, path) === text
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(errorCode(error))) throw error
  }
  return isPutWithoutLinks(path, text, fs)
}

/** Where there are no hard links, a half-written file names no owner: it is looked at again for a moment. */
function isPutWithoutLinks(path: string, text: string, fs: FsPort): boolean {
  try {
    writeWhole(path, { bytes: Buffer.from(text), mode: null }, { fs, durable: false })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

type Taken = Taking & { readonly found: string; readonly owner: LockOwner }

/**
 * Takes a dead owner's lock away, or gives who is about to do so. The right to do that is a separate file, named
 * for this very holding of the lock: only one process has it, and it passes on only when that one is dead, too. So the
 * lock cannot have become another's between the second look and the deletion.
 */
function takeAway({ found, owner, ...taking }: Taken): Holder | null {
  const { path, fs, view } = taking
  const rightOf = (heir: number): string => `${path}.${owner.token}.${heir}`
  let heir = 1
  for (; !isPut(taking, rightOf(heir)); heir += 1) {
    const before = read(fs, rightOf(heir))
    // It was used meanwhile.
    if (before === null) return null
    const holder = ownerOf(taking, rightOf(heir), before)
    if (!holder || !isDead(holder, view)) return { path: rightOf(heir), owner: holder }
  }
  try {
    // Where there are no hard links, a lock that is new is blank as well.
    if (read(fs, path) === found && ownerOf(taking, path, found)?.token === owner.token) fs.unlinkSync(path)
  } catch (error) {
    // The next one may have more luck.
    quietly(() => fs.unlinkSync(rightOf(heir)))
    throw error
  }
  // The lock is another one now, for good: the rights are worth nothing.
  for (let left = heir; left > 0; left -= 1) quietly(() => fs.unlinkSync(rightOf(left)))
  return null
}

/** What cannot be read may be anybody's. */
function isOurs({ path, text, fs }: Taking): boolean {
  try {
    return read(fs, path) === text
  } catch {
    return false
  }
}

/** Whatever was reported, it may have been done. */
function giveUp(taking: Taking, token: string): void {
  ended.add(token)
  release(taking, token)
}

function release({ path, text, fs }: Taking, token: string): string | null {
  try {
    if (read(fs, path) === text) fs.unlinkSync(path)
    return null
  } catch (error) {
    ended.add(token)
    return `the lock ${path} could not be given back (${errorCode(error)}): other processes wait until this one ends`
  }
}

/** The text of a lock file, null when it is not there. Who reads a pipe waits for ever. */
function read(fs: FsPort, path: string): string | null {
  try {
    const stats = fs.lstatSync(path, { throwIfNoEntry: false })
    if (!stats) return null
    if (!stats.isFile()) throw Object.assign(new Error('it is no file'), { code: 'EEXIST' })
    return fs.readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

function quietly(run: () => void): void {
  try {
    run()
  } catch {
    // What is left is swept away later.
  }
}

/** Of a process that is seen to live nothing is asked: its lock is taken over when it ends. */
function isHeld({ path, view }: Taking, owner: LockOwner): UserError {
  const wait = 'Wait, then call again.'
  if (isAlive(owner, view))
    return new UserError(
      owner.pid === view.self.pid
        ? `another call of this process is saving, and holds the lock ${safeText(basename(path))}`
        : `process ${owner.pid} on ${safeText(owner.host)} is saving, and holds the lock ${safeText(basename(path))}`,
      `${wait} The lock needs no hand: it is given back after the save, and taken over where its process ends.`,
    )
  return new UserError(
    `process ${owner.pid} on ${safeText(owner.host)} holds the lock ${safeText(basename(path))}, and it is not seen from here whether it still runs`,
    `${wait} If that process is no memkeep that runs there, remove the lock: ${command(path, 'rm')}`,
  )
}

/** Every lock of ours names its owner: what names none is no save under way, however long it is waited for. */
function isForeign(path: string): UserError {
  return new UserError(
    `the lock ${safeText(path)} is not one that memkeep made: it names no process that is saving`,
    removal(path, 'rm'),
  )
}

function removal(path: string, program: 'rm' | 'rm -r'): string {
  return `Remove it, then try again: ${command(path, program)}`
}

function command(path: string, program: 'rm' | 'rm -r'): string {
  return `${program} -- ${quoteForShell(safeText(path))}`
}
