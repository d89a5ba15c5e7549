// A process that does one task after the other, and stops at the gate. Its number, its random bytes and its clock are the same
// in every run.
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { actor, hear } from './gate-protocol.ts'
import { tasks } from './tasks.ts'

const kill = process.kill.bind(process)
Object.defineProperty(process, 'kill', {
  value: (number: number, signal: number) => {
    const real = actor.alive[number] ?? 0
    actor.asks = true
    try {
      if (real === 0) throw Object.assign(new Error('no such process'), { code: 'ESRCH' })
      kill(real, signal)
      actor.saw(`${number} lives`)
      return true
    } catch (error) {
      actor.saw(`${number} is gone`)
      throw error
    }
  },
})
// Who recovers does so after the machine has started anew.
const os = createRequire(import.meta.url)('node:os')
let clock = 0
performance.now = () => clock
const later = globalThis.setTimeout
/** A pause of a wait is a step; a limit of time is never reached. */
const LONGEST_PAUSE = 60
globalThis.setTimeout = ((run: () => void, ms = 0) => {
  if (ms > LONGEST_PAUSE) return later(() => undefined, 0)
  actor.wait()
  // Only who is alone sees time go by: it has to wait for no actor.
  if (!actor.shared) clock += ms
  return later(run, 0)
}) as typeof setTimeout

// A killed actor leaves promises that fail.
process.on('unhandledRejection', () => undefined)
for (;;) {
  const { task } = hear()
  if (!task) continue
  const { root, name, args, number, shared, isFine } = task
  const isOf = (paths: readonly string[]): Set<string> => new Set(paths)
  Object.assign(actor, {
    root,
    isDead: false,
    turn: [],
    before: '',
    synced: [],
    reported: 0,
    asks: false,
    changes: false,
  })
  Object.assign(actor, { lastRead: '', isCoarse: !isFine })
  actor.touched = { reads: new Set(), writes: new Set() }
  actor.shared = shared && { reads: isOf(shared.reads), writes: isOf(shared.writes) }
  actor.drawn = 0
  Object.defineProperty(process, 'pid', { value: number, configurable: true })
  process.chdir(root)
  os.uptime = () => (name === 'recover' ? -1e6 : 1e9)
  syncBuiltinESMExports()
  let done: { answer?: unknown; error?: string }
  try {
    done = { answer: await tasks[name]?.(root, ...args) }
  } catch (error) {
    done = {
      error:
        error instanceof Error
          ? `${error.message} ${actor.isDead ? '' : (error.stack ?? '')}`
          : String(error),
    }
  }
  actor.say({ done })
}
