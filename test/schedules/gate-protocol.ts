import { createHash } from 'node:crypto'
import { readSync, writeSync } from 'node:fs'

/** What a call reads and changes: paths in the scene, with a `/` at the end for the names in a folder. `*` is all of it. */
export type Footprint = { readonly reads: readonly string[]; readonly writes: readonly string[] }

export type PathState = {
  readonly name: string
  readonly ino: number
  readonly isFolder: boolean
  readonly mode: number
}

/** What survives a power loss from now on, or that a number now means a new file. */
export type Synced =
  | { readonly file: number; readonly bytes: string }
  | { readonly folder: number; readonly entries: readonly PathState[] }
  | { readonly made: number }
  | { readonly git: true }

/** What an actor says: that it stops before a step, or what came of its task. */
export type Said = {
  readonly stop?: { readonly label: string; readonly footprint: Footprint; readonly isWait?: boolean }
  readonly done?: { readonly answer?: unknown; readonly error?: string }
  readonly synced: readonly Synced[]
  /** All that it touched so far, where that has grown. */
  readonly touched?: Footprint
  /** It asked since it stopped last whether another process lives. */
  readonly asks: boolean
  /** It may have changed something since. */
  readonly changes: boolean
  /** Of all that it has seen so far: actors of the same history are in the same state. */
  readonly history: string
}

/** What an actor is asked: to go on, to die there, or to begin a task. */
export type Asked = {
  readonly die?: boolean
  /** By the number that an actor believes to have: the number of the process, or 0 for a dead one. */
  readonly alive: { readonly [number: string]: number }
  readonly task?: {
    readonly root: string
    readonly name: string
    readonly args: readonly string[]
    readonly number: number
    readonly shared: Footprint | null
    /** It also stops where it reads one path again and again. */
    readonly isFine: boolean
  }
}

const FROM = 3
const TO = 4
const KILLED = 'this actor was killed'

let buffered = Buffer.alloc(0)

/** Blocks until there is a line: nothing else of this process runs meanwhile. */
export function hear(): Asked {
  const chunk = Buffer.alloc(65_536)
  for (;;) {
    const end = buffered.indexOf(10)
    if (end >= 0) {
      const line = buffered.subarray(0, end).toString()
      buffered = buffered.subarray(end + 1)
      const asked: Asked = JSON.parse(line)
      actor.alive = asked.alive
      return asked
    }
    const size = readSync(FROM, chunk)
    if (size === 0) process.exit(0)
    buffered = Buffer.concat([buffered, chunk.subarray(0, size)])
  }
}

/** The part of an actor that its calls pass. */
export const actor = {
  root: '',
  shared: null as { reads: Set<string>; writes: Set<string> } | null,
  alive: {} as Asked['alive'],
  isDead: false,
  drawn: 0,
  /** What it has seen since it waited last, and before that. */
  turn: [] as string[],
  before: '',
  synced: [] as Synced[],
  touched: { reads: new Set<string>(), writes: new Set<string>() },
  reported: 0,
  asks: false,
  changes: false,
  /** The path that is read since the last stop, if nothing else is; where steps are coarse, it is read again without a stop. */
  lastRead: '',
  isCoarse: true,

  live(): void {
    if (actor.isDead) throw new Error(KILLED)
  },

  /** Stops where another actor may see a difference, or where a death would be one. */
  step(
    label: string,
    footprint: Footprint,
    always = footprint.writes.some((path) => !path.endsWith('/')),
  ): void {
    actor.live()
    for (const path of footprint.reads) actor.touched.reads.add(path)
    for (const path of footprint.writes) actor.touched.writes.add(path)
    const { shared } = actor
    const isAgain = footprint.writes.length === 0 && String(footprint.reads) === actor.lastRead
    if (
      shared &&
      (always ||
        (!(isAgain && actor.isCoarse) && footprint.reads.some((path) => within(shared.writes, path))) ||
        footprint.writes.some((path) => within(shared.reads, path)))
    ) {
      actor.stop(label, footprint)
      actor.lastRead = footprint.writes.length === 0 ? String(footprint.reads) : ''
    }
    // Said when it stops next: it is done only then.
    if (footprint.writes.length > 0) actor.changes = true
  },

  stop(label: string, footprint: Footprint, isWait = false): void {
    actor.say({ stop: { label, footprint, isWait } })
    if (hear().die) actor.isDead = true
    actor.live()
  },

  saw(what: string): void {
    actor.turn.push(what)
  },

  note(synced: Synced): void {
    actor.changes = true
    if (actor.shared) actor.synced.push(synced)
  },

  /** Of the turns of a wait for a lock nothing is remembered: after each the actor is where it was. */
  wait(): void {
    actor.live()
    const begin = actor.turn.findLastIndex((step) => /^link \S*\.lock\s/.test(step))
    const before = begin < 0 ? actor.turn : actor.turn.slice(0, begin)
    if (before.length > 0) actor.before = hash([actor.before, ...before].join('\n'))
    actor.turn = []
    if (actor.shared) actor.stop('wait', { reads: [], writes: [] }, true)
  },

  say(what: Pick<Said, 'stop' | 'done'>): void {
    const { reads, writes } = actor.touched
    const size = reads.size + writes.size
    const said: Said = {
      ...what,
      synced: actor.synced,
      asks: actor.asks,
      changes: actor.changes,
      ...(size > actor.reported && { touched: { reads: [...reads], writes: [...writes] } }),
      history: hash([actor.before, ...actor.turn].join('\n')),
    }
    actor.synced = []
    actor.reported = size
    actor.asks = false
    actor.changes = false
    let text = Buffer.from(`${JSON.stringify(said)}\n`)
    while (text.length > 0) text = text.subarray(writeSync(TO, text))
  },
}

export function within(paths: { has(path: string): boolean }, path: string): boolean {
  return path === '*' || paths.has(path) || paths.has('*')
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}
