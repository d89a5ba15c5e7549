import { hostname, uptime } from 'node:os'
import { errorCode } from './atomic-write.ts'
import { readFileSync, readlinkSync } from './gate.ts'

/**
 * A process that holds a lock, so that another one can prove that it is gone. Null is what the platform does not report:
 * only Linux reports all of it; elsewhere a process is gone when nothing has its number.
 */
export type LockOwner = LockProcess & {
  /** Of this one holding of the lock, and no other. */
  readonly token: string
}

type LockProcess = {
  readonly pid: number
  /** In clock ticks since the machine started: a number is used again, a number at that time is not. */
  readonly started: string | null
  /** Which start of the machine. */
  readonly boot: string | null
  readonly host: string
  /** The machine itself, as it calls itself for good: several can have one name. */
  readonly machine: string | null
  /** In which world of process numbers and clocks: containers have their own. */
  readonly space: string | null
}

/** How other processes are seen. */
export type ProcessView = {
  readonly self: LockProcess
  /** False when it is certain that nothing has the number. */
  readonly exists: (pid: number) => boolean
  /** When this machine started, in milliseconds of the clock; null where it cannot be known. */
  readonly machineStart?: number | null
  /** When the process with that number started; `ended` for one that does nothing more; null when it cannot be known. */
  readonly startOf: (pid: number) => string | null
}

/** True only with proof: a process that is stopped, on another machine or in another container is not gone. */
export function isGone(owner: LockOwner, view: ProcessView = processView()): boolean {
  const { self } = view
  if (owner.host !== self.host || owner.machine !== self.machine) return false
  // Nothing outlives a new start of the machine; that it is the same machine takes more than its name.
  if (owner.boot !== self.boot) return owner.boot !== null && self.boot !== null && self.machine !== null
  if (owner.space !== self.space) return false
  if (!view.exists(owner.pid)) return true
  const started = view.startOf(owner.pid)
  return started !== null && owner.started !== null && started !== owner.started
}

/** True only with proof: it is this process, or one that started when the owner did. */
export function isAlive(owner: LockOwner, { self, exists, startOf }: ProcessView): boolean {
  const isHere = (['host', 'machine', 'boot', 'space'] as const).every((one) => owner[one] === self[one])
  if (!isHere || !exists(owner.pid)) return false
  return owner.pid === self.pid || (owner.started !== null && owner.started === startOf(owner.pid))
}

/** The owner that a lock file names; null for a text that names none. */
export function parseOwner(text: string): LockOwner | null {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return null
  }
  return isOwner(read) ? read : null
}

function isOwner(read: unknown): read is LockOwner {
  if (typeof read !== 'object' || read === null) return false
  const { pid, host, token, ...rest } = read as { [key: string]: unknown }
  const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'
  return (
    typeof pid === 'number' &&
    Number.isSafeInteger(pid) &&
    pid > 0 &&
    typeof host === 'string' &&
    typeof token === 'string' &&
    /^[0-9a-f]{32}$/.test(token) &&
    [rest.started, rest.boot, rest.machine, rest.space].every(isTextOrNull)
  )
}

let known: ProcessView | undefined

/** This process, and how it sees others. */
export function processView(): ProcessView {
  known ??= look()
  return known
}

function look(): ProcessView {
  const space = [link('/proc/self/ns/pid'), link('/proc/self/ns/time')].join(' ').trim()
  // Where `/proc` shows another world's processes, a number means another one there.
  const isOurs = link('/proc/self') === String(process.pid)
  const startOf = (pid: number): string | null => (isOurs ? startIn(text(`/proc/${pid}/stat`)) : null)
  return {
    self: {
      pid: process.pid,
      started: startOf(process.pid),
      boot: text('/proc/sys/kernel/random/boot_id')?.trim() || null,
      host: hostname(),
      machine: text('/etc/machine-id')?.trim() || null,
      space: space || null,
    },
    machineStart: Date.now() - 1000 * uptime(),
    exists,
    startOf,
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

/** The name in brackets may itself hold brackets and spaces; the start is the 22nd field, the state the third. */
function startIn(stat: string | null): string | null {
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return /^[ZXx]$/.test(fields[0] ?? '') ? 'ended' : (fields[19] ?? null)
}

function text(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function link(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
