import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  afterPowerLoss,
  allDurable,
  type Durable,
  makeDurable,
  markOf,
  readTree,
  stateOf,
  type Tree,
  writeTree,
} from './disk.ts'
import { type Asked, type Footprint, type Said, within } from './gate-protocol.ts'
import { type Answers, judge, type Recovery, type Scenario, type Task } from './scenario.ts'

/** Numbers that actors believe to have; no process has them. */
const NUMBERS = [4_000_001, 4_000_002, 4_000_003]
const JUDGE = 4_000_009
const MOST_STEPS = 600

/** A process of actors. */
type Player = {
  readonly child: ChildProcess
  readonly ask: (asked: Asked) => Promise<Said>
  readonly end: () => void
}

export function startPlayer(program: string): Player {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'],
    env: ENVIRONMENT,
  })
  const [to, from] = [child.stdio[3] as NodeJS.WritableStream, child.stdio[4] as NodeJS.ReadableStream]
  let text = ''
  let heard: ((said: Said) => void) | undefined
  from.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
    const end = text.indexOf('\n')
    if (end < 0) return
    const said: Said = JSON.parse(text.slice(0, end))
    text = text.slice(end + 1)
    heard?.(said)
  })
  const ask = (asked: Asked): Promise<Said> =>
    new Promise((resolve) => {
      heard = resolve
      to.write(`${JSON.stringify(asked)}\n`)
    })
  return { child, ask, end: () => child.kill('SIGKILL') }
}

const DATE = '2026-06-01T10:00:00Z'
const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_DATE: DATE,
  GIT_COMMITTER_DATE: DATE,
  GIT_AUTHOR_NAME: 'a',
  GIT_COMMITTER_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

type Part = {
  player: Player
  readonly number: number
  said: Said
  state: 'goes on' | 'done' | 'dead'
  /** Which state of the disk it has surely seen: where it waits, it goes on when there is another. */
  seen: number
  seenNext: number
}

/** What an exploration found. */
export type Explored = {
  readonly scenario: string
  readonly schedules: number
  readonly states: number
  readonly steps: number
  readonly crashes: number
  readonly endings: number
  /** Null where all was explored. */
  readonly cutAt: string | null
  /** A fault and a schedule that leads to it. */
  readonly faults: ReadonlyMap<string, string>
  /** Some schedules and what came of each. */
  readonly samples: ReadonlyMap<string, string>
}

export type Bounds = {
  readonly schedules: number
  readonly milliseconds: number
  readonly untilFault?: boolean
}

/** Opens a stage, on which a scenario is played as often as one likes. */
export function openStage(folder: string, program: string, scenario: Scenario) {
  let played = 0
  const players: (Player | undefined)[] = []
  const judgement = startPlayer(program)
  const player = (i: number): Player => (players[i] ??= startPlayer(program))
  const footprints = scenario.actors.map(() => ({ reads: new Set<string>(), writes: new Set<string>() }))
  const judged = new Map<string, readonly string[]>()
  let crashes = 0
  let steps = 0
  const samples = new Map<string, string>()

  const note = (i: number, { touched }: Said): boolean => {
    const known = footprints[i]
    const before = (known?.reads.size ?? 0) + (known?.writes.size ?? 0)
    for (const path of touched.reads) known?.reads.add(path)
    for (const path of touched.writes) known?.writes.add(path)
    return (known?.reads.size ?? 0) + (known?.writes.size ?? 0) > before
  }
  const others = (i: number): Footprint => {
    const all = footprints.filter((_, at) => at !== i)
    return { reads: all.flatMap(({ reads }) => [...reads]), writes: all.flatMap(({ writes }) => [...writes]) }
  }
  const newRoot = (tree: Tree): string => {
    played += 1
    const root = join(folder, `${scenario.name}-${played}`)
    writeTree(root, tree)
    return root
  }

  /** What the next command makes of a state, and whether that is right. Each state is judged once. */
  let judging: Promise<unknown> = Promise.resolve()
  function judgeEnd(tree: Tree, answers: Answers): Promise<readonly string[]> {
    const next = judging.then(() => judgeNext(tree, answers))
    judging = next
    return next
  }

  async function judgeNext(tree: Tree, answers: Answers): Promise<readonly string[]> {
    const key = `${markOf(tree)} ${JSON.stringify(answers)}`
    const known = judged.get(key)
    if (known) return known
    const root = newRoot(tree)
    const shared = null
    const said = await judgement.ask({
      alive: { [JUDGE]: judgement.child.pid ?? 0 },
      task: { root, name: 'recover', args: scenario.next, number: JUDGE, shared },
    })
    const recovery = said.done?.answer as Recovery | undefined
    const all = recovery ? judge(scenario, recovery, answers) : [`nothing recovers: ${said.done?.error}`]
    const faults = all.map((fault) => fault.replaceAll(root, '.').slice(0, 200))
    judged.set(key, faults)
    rmSync(root, { recursive: true })
    return faults
  }

  /** Plays a schedule, and goes on with what `choose` says of each further state. */
  async function play(schedule: string, choose: (node: Node) => string | null, isReal = false) {
    const root = newRoot(scenario.tree)
    const durable: Durable = allDurable(root)
    const parts: Part[] = []
    let { mark } = stateOf(root)
    let version = 0
    let done = ''
    let isOver = false
    let grown = false
    const alive = (): Asked['alive'] =>
      Object.fromEntries([
        ...parts.map(
          ({ number, state, player: { child } }) =>
            [number, state === 'dead' && !isReal ? 0 : (child.pid ?? 0)] as const,
        ),
      ])
    const take = (i: number, part: Part, said: Said): void => {
      part.said = said
      grown = note(i, said) || grown
      makeDurable(durable, said.synced, root)
      if (said.done && part.state === 'goes on') part.state = 'done'
      if (said.stop?.isWait) [part.seen, part.seenNext] = [part.seenNext, version]
    }
    const begin = async (i: number, task: Task): Promise<void> => {
      const own = isReal ? startPlayer(program) : player(i)
      const number = NUMBERS[i] ?? 0
      const part: Part = {
        player: own,
        number,
        said: null as never,
        state: 'goes on',
        seen: -1,
        seenNext: -1,
      }
      parts.push(part)
      const [name = '', ...args] = task
      take(i, part, await own.ask({ alive: alive(), task: { root, name, args, number, shared: others(i) } }))
    }
    for (const [i, task] of scenario.actors.entries()) await begin(i, task)

    const answers = (): Answers =>
      parts.map(({ state, said }) =>
        state === 'done' ? (said.done?.answer ?? said.done?.error ?? null) : null,
      )
    const isReady = ({ state, said, seen }: Part): boolean =>
      state === 'goes on' && (!said.stop?.isWait || version > seen)
    const keyFor = (dead: number | null): string =>
      hashOf([
        mark,
        hasPower ? markOf(afterPowerLoss(root, durable, false)) : '',
        hasPower ? markOf(afterPowerLoss(root, durable, true)) : '',
        hasCrashed || dead !== null,
        ...parts.map((part, i) =>
          part.state === 'dead' || dead === i
            ? 'dead'
            : [
                part.state,
                part.said.history,
                part.said.stop?.label ?? JSON.stringify(part.said.done),
                isReady(part),
              ],
        ),
      ])
    let hasCrashed = false
    const hasPower = scenario.power !== false
    const faults: string[] = []
    const trace: string[] = []
    const unknown = (found: readonly string[]): readonly string[] =>
      found.filter((fault) => !scenario.isKnown?.(fault, trace))
    for (let i = 0; ; i += 1) {
      const ready = parts.flatMap((part, at) => (isReady(part) ? [at] : []))
      const waiting = parts.some(({ state }) => state === 'goes on')
      const label = parts.map(({ said, state }) => (state === 'goes on' ? said.stop?.label : state))
      if (ready.length === 0) {
        if (waiting) faults.push(`a lock blocks for good: ${label.join(' | ')}`)
        break
      }
      if (i > MOST_STEPS) {
        faults.push('it does not end')
        break
      }
      const letter = schedule[i] ?? choose({ done, ready, parts, keyFor, hasCrashed, isLocal, powerLoss })
      if (letter === null) {
        isOver = true
        break
      }
      if (letter === 'P' || letter === 'N') {
        faults.push(...(await powerLoss(letter)))
        isOver = true
        break
      }
      const at = letter.toLowerCase().charCodeAt(0) - 97
      const part = parts[at]
      if (part?.state !== 'goes on')
        throw new Error(`${scenario.name}: the schedule ${schedule} does not replay at ${i}`)
      done += letter
      trace.push(`${letter} ${part.said.stop?.label}`)
      steps += 1
      const isKill = letter !== letter.toLowerCase()
      // Between two stops a task may change what only it knows.
      const isChange = part.said.stop?.footprint.writes.length !== 0 || part.said.stop.isWait
      if (isKill) {
        hasCrashed = true
        part.state = 'dead'
        crashes += 1
        await kill(part)
      } else take(at, part, await part.player.ask({ alive: alive() }))
      if (!isKill && !isChange) continue
      const now = stateOf(root)
      if (now.mark !== mark || isKill) version += 1
      mark = now.mark
    }
    async function kill(part: Part): Promise<void> {
      if (!isReal) await part.player.ask({ die: true, alive: {} })
      else {
        const ended = new Promise((resolve) => part.player.child.once('exit', resolve))
        part.player.end()
        await ended
      }
    }
    function isLocal(at: number): boolean {
      const stop = parts[at]?.said.stop
      if (!stop) return false
      const { reads, writes } = others(at)
      const [read, written] = [new Set(reads), new Set(writes)]
      const { footprint } = stop
      return (
        !footprint.reads.some((path) => within(written, path) || (path === '*' && written.size > 0)) &&
        !footprint.writes.some((path) => within(written, path) || within(read, path) || path === '*')
      )
    }
    async function powerLoss(kind: string): Promise<readonly string[]> {
      return unknown(await judgeEnd(afterPowerLoss(root, durable, kind === 'N'), answers()))
    }
    for (const part of parts) {
      if (part.state === 'goes on') await kill(part)
      else if (isReal) part.player.end()
    }
    if (!isOver && faults.length === 0) faults.push(...unknown(await judgeEnd(readTree(root), answers())))
    rmSync(root, { recursive: true })
    const outcome = hashOf([mark, answers(), faults])
    return { schedule: done, trace, faults, grown, isOver, outcome }
  }

  async function explore(bounds: Bounds): Promise<Explored> {
    for (const [i, task] of scenario.actors.entries()) {
      const root = newRoot(scenario.tree)
      const [name = '', ...args] = task
      const number = NUMBERS[i] ?? 0
      note(
        i,
        await player(i).ask({
          alive: { [number]: player(i).child.pid ?? 0 },
          task: { root, name, args, number, shared: null },
        }),
      )
    }
    const until = performance.now() + bounds.milliseconds
    const faults = new Map<string, string>()
    let seen = new Set<string>()
    let pushed = new Set<string>()
    let open = ['']
    let schedules = 0
    let cutAt: string | null = null
    for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
      const pending: Promise<void>[] = []
      const choose = ({ done, ready, keyFor, hasCrashed, isLocal, powerLoss }: Node): string | null => {
        const key = keyFor(null)
        if (seen.has(key)) return null
        seen.add(key)
        if (!hasCrashed && scenario.crash !== false) {
          for (const [at] of scenario.actors.entries()) {
            const killed = keyFor(at)
            if (seen.has(killed) || pushed.has(killed) || !ready.includes(at)) continue
            pushed.add(killed)
            open.push(done + String.fromCharCode(65 + at))
          }
        }
        if (!hasCrashed && scenario.power !== false) {
          for (const kind of ['P', 'N']) {
            pending.push(
              powerLoss(kind).then((found) => {
                for (const fault of found) if (!faults.has(fault)) faults.set(fault, done + kind)
              }),
            )
          }
        }
        const local = ready.find(isLocal)
        const [first = 0, ...rest] = local === undefined ? ready : [local]
        for (const at of rest) open.push(done + letterOf(at))
        return letterOf(first)
      }
      const result = await play(prefix, choose)
      await Promise.all(pending)
      schedules += 1
      for (const fault of result.faults) if (!faults.has(fault)) faults.set(fault, result.schedule)
      if (!result.isOver && (schedules % 7 === 1 || /[A-Z]/.test(result.schedule)) && samples.size < 100)
        samples.set(result.schedule, result.outcome)
      // What an actor touches was not known: where others may interfere was not seen.
      if (result.grown) {
        seen = new Set()
        pushed = new Set()
        open = ['']
        samples.clear()
        // Their schedules do not replay now; what they found is found again.
        faults.clear()
      }
      if (bounds.untilFault && faults.size > 0) break
      if (schedules >= bounds.schedules) cutAt = `${bounds.schedules} schedules`
      if (performance.now() > until) cutAt = `${bounds.milliseconds / 1000} seconds`
      if (cutAt !== null && open.length > 0) break
      cutAt = null
    }
    return {
      scenario: scenario.name,
      schedules,
      states: seen.size,
      steps,
      crashes,
      endings: judged.size,
      cutAt,
      faults,
      samples,
    }
  }

  return {
    explore,
    replay: (schedule: string, isReal: boolean) =>
      play(schedule, ({ ready }) => letterOf(ready[0] ?? 0), isReal),
    close: () => {
      for (const one of [...players, judgement]) one?.end()
    },
  }
}

type Node = {
  readonly done: string
  readonly ready: readonly number[]
  readonly parts: readonly Part[]
  readonly keyFor: (dead: number | null) => string
  readonly hasCrashed: boolean
  readonly isLocal: (at: number) => boolean
  readonly powerLoss: (kind: string) => Promise<readonly string[]>
}

function letterOf(at: number): string {
  return String.fromCharCode(97 + at)
}

function hashOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('hex')
}
