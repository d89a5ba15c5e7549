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
import { type Player, startPlayer } from './player.ts'
import { type Answers, judge, type Recovery, type Scenario } from './scenario.ts'

/** Numbers that actors believe to have; no process has them. */
const NUMBERS = [4_000_001, 4_000_002, 4_000_003]
const JUDGE = 4_000_009
const PROBES = 24

/** What a power loss leaves: nothing that was not synced, or each name with the bytes that were. */
export const POWER = ['P', 'N'] as const

/** What the disk holds, and what a power loss would leave of it (empty where that is not tried). */
export type Disk = { readonly mark: string; readonly power: readonly string[] }

/** One run of a scenario, step by step. */
export type Play = {
  /** What each actor said last. */
  readonly said: readonly Said[]
  readonly step: (actor: number) => Promise<Said>
  readonly kill: (actor: number) => Promise<void>
  readonly look: () => Disk
  readonly tree: () => Tree
  readonly end: () => Promise<void>
}

/** Where a scenario is played, with the processes that play it. */
export type Stage = {
  readonly scenario: Scenario
  /** How many runs show first what the actors touch. */
  readonly probes: number
  /** What the others touch, which may grow with every play. */
  readonly touchedByOthers: (actor: number) => {
    readonly read: ReadonlySet<string>
    readonly written: ReadonlySet<string>
  }
  /** Changes when what actors touch has grown: they stop elsewhere from then on. */
  readonly generation: () => number
  readonly begin: (isReal?: boolean) => Promise<Play>
  /** What does not hold in an end. */
  readonly judge: (tree: Tree, answers: Answers) => Promise<readonly string[]>
  /** What a power loss leaves, by its mark. */
  readonly lost: (mark: string) => Tree
  readonly close: () => Promise<void>
}

export async function openStage(
  folder: string,
  program: string,
  scenario: Scenario,
  { isFine = false, probes = PROBES }: { readonly isFine?: boolean; readonly probes?: number } = {},
): Promise<Stage> {
  const hasPower = scenario.power !== false
  const players: (Player | undefined)[] = []
  const player = (i: number): Player => (players[i] ??= startPlayer(program))
  const judgement = startPlayer(program)
  const known = scenario.actors.map(() => ({ reads: new Set<string>(), writes: new Set<string>() }))
  const lost = new Map<string, Tree>()
  let played = 0
  let generation = 0

  const newRoot = (tree: Tree): string => {
    played += 1
    const root = join(folder, `${scenario.name}-${played}`)
    writeTree(root, tree)
    return root
  }
  /** What one touches that no other does makes no difference. */
  const note = (i: number, { touched }: Said): void => {
    const own = known[i]
    if (!own || !touched) return
    const { read, written } = touchedByOthers(i)
    const fresh = (paths: readonly string[], of: Set<string>): string[] =>
      paths.filter((path) => !of.has(path) && of.add(path))
    const reads = fresh(touched.reads, own.reads).filter((path) => within(written, path))
    const writes = fresh(touched.writes, own.writes).filter(
      (path) => within(read, path) || within(written, path),
    )
    if (reads.length + writes.length > 0) generation += 1
    cached.length = 0
  }
  const cached: { read: Set<string>; written: Set<string> }[] = []
  const touchedByOthers = (i: number): { read: Set<string>; written: Set<string> } => {
    const all = known.filter((_, at) => at !== i)
    cached[i] ??= {
      read: new Set(all.flatMap(({ reads }) => [...reads])),
      written: new Set(all.flatMap(({ writes }) => [...writes])),
    }
    return cached[i]
  }
  const others = (i: number): Footprint => {
    const { read, written } = touchedByOthers(i)
    return { reads: [...read], writes: [...written] }
  }
  const taskOf = (i: number, root: string, shared: Footprint | null): Asked['task'] => {
    const [name = '', ...args] = scenario.actors[i] ?? []
    return { root, name, args, number: NUMBERS[i] ?? 0, shared, isFine }
  }

  // What each touches when it is alone.
  for (const i of scenario.actors.keys()) {
    const root = newRoot(scenario.tree)
    note(i, await player(i).ask({ alive: { [NUMBERS[i] ?? 0]: player(i).pid }, task: taskOf(i, root, null) }))
    rmSync(root, { recursive: true })
  }

  async function begin(isReal = false): Promise<Play> {
    const root = newRoot(scenario.tree)
    const durable: Durable | null = hasPower ? allDurable(root) : null
    const dead = new Set<number>()
    const said: Said[] = []
    const own = scenario.actors.map((_, i) => player(i))
    const alive = (): Asked['alive'] =>
      Object.fromEntries(
        own.map(({ pid }, i) => [NUMBERS[i] ?? 0, dead.has(i) && !isReal ? 0 : pid] as const),
      )
    const hear = async (i: number, asked: Asked): Promise<Said> => {
      const heard = await (own[i] as Player).ask(asked)
      said[i] = heard
      note(i, heard)
      if (durable) makeDurable(durable, heard.synced, root)
      return heard
    }
    for (const i of scenario.actors.keys())
      await hear(i, { alive: alive(), task: taskOf(i, root, others(i)) })
    const stop = async (i: number): Promise<void> => {
      if (dead.has(i) || said[i]?.done) return
      await (own[i] as Player).ask({ die: true, alive: {} })
    }
    return {
      said,
      step: (i) => {
        if (said[i]?.done || dead.has(i)) throw new Error(`${scenario.name}: actor ${i} has ended`)
        return hear(i, { alive: alive() })
      },
      kill: async (i) => {
        if (isReal) {
          players[i] = undefined
          await own[i]?.end()
        } else await stop(i)
        dead.add(i)
      },
      look: () => {
        const { mark } = stateOf(root)
        const power = !durable
          ? []
          : POWER.map((kind) => {
              const tree = afterPowerLoss(root, durable, kind === 'N')
              const at = markOf(tree)
              if (!lost.has(at)) lost.set(at, tree)
              return at
            })
        return { mark, power }
      },
      tree: () => readTree(root),
      end: async () => {
        for (const i of scenario.actors.keys()) await stop(i)
        rmSync(root, { recursive: true })
      },
    }
  }

  async function judged(tree: Tree, answers: Answers): Promise<readonly string[]> {
    const root = newRoot(tree)
    const [name = '', ...args] = scenario.next
    const said = await judgement.ask({
      alive: { [JUDGE]: judgement.pid },
      task: { root, name: 'recover', args: [name, ...args], number: JUDGE, shared: null, isFine },
    })
    rmSync(root, { recursive: true })
    const recovery = said.done?.answer as Recovery | undefined
    const faults = recovery ? judge(scenario, recovery, answers) : [`nothing recovers: ${said.done?.error}`]
    return faults.map((fault) => fault.replaceAll(root, '.').slice(0, 200))
  }

  return {
    scenario,
    probes,
    touchedByOthers,
    generation: () => generation,
    begin,
    judge: judged,
    lost: (mark) => lost.get(mark) as Tree,
    close: async () => {
      for (const one of [...players, judgement]) await one?.end()
    },
  }
}
