import { createHash } from 'node:crypto'
import { type Footprint, type Said, within } from './gate-protocol.ts'
import type { Answers } from './scenario.ts'
import { actorOf, isKill, killOf, letters, shortened, stepOf } from './schedule.ts'
import { type Disk, type Play, POWER, type Stage } from './stage.ts'

/** An actor in a state of the whole. */
type Actor = {
  readonly state: 'goes on' | 'done' | 'dead'
  /** Of all that it has seen: what it does next follows from that and the disk. */
  readonly history: string
  readonly label: string
  readonly footprint: Footprint
  readonly isWait: boolean
  /** What it was answered; null where it was not. */
  readonly answer: unknown
  /** Something has changed since it began to wait, and since the turn before: else a further turn is like the last. */
  readonly isNew: boolean
  readonly wasNew: boolean
}

/** What all actors and the disk are like, and a way that leads there. */
type State = Disk & {
  readonly actors: readonly Actor[]
  readonly hasCrashed: boolean
  readonly way: string
  /** The steps of the way, the last one first. */
  readonly steps: Steps | null
}

type Steps = { readonly label: string; readonly before: Steps | null }

/** What a step makes: the same wherever the actor has seen the same and the disk is the same. */
type Step = {
  readonly actor: Actor
  /** Null where nothing on it changed. */
  readonly disk: Disk | null
}

/** What an exploration found. */
export type Explored = {
  readonly scenario: string
  /** States of the whole, the transitions between them, and how many different orders of steps these are. */
  readonly states: number
  readonly transitions: number
  readonly schedules: number
  /** How often the actors were run, and the steps that they made. */
  readonly runs: number
  readonly steps: number
  /** States in which a process was killed. */
  readonly crashed: number
  /** Ends and power losses that were judged. */
  readonly ends: number
  /** Null where all was explored. */
  readonly cutAt: string | null
  /** A fault and a schedule that leads to it. */
  readonly faults: ReadonlyMap<string, string>
}

export type Bounds = {
  readonly milliseconds: number
  readonly states?: number
  readonly untilFault?: boolean
}

/** How a schedule ends. */
export type Outcome = { readonly mark: string; readonly answers: Answers }

/** All that is known of a scenario after it was explored. */
export type Graph = {
  readonly explored: Explored
  /** Schedules chosen at random, each with how it ends. */
  readonly sample: (count: number, seed: number) => ReadonlyMap<string, Outcome>
}

/**
 * Goes through all states that the actors can reach together. What one actor does is learnt by running it, once for each
 * combination of what it has seen and what the disk holds; orders of steps that lead to the same state are one.
 */
export async function explore(stage: Stage, bounds: Bounds): Promise<Graph> {
  const until = performance.now() + bounds.milliseconds
  const counted = { runs: 0, steps: 0 }
  await probe(stage)
  for (;;) {
    const one = await exploreOnce(stage, { ...bounds, milliseconds: until - performance.now() }, counted)
    if (one) return one.graph
    // What an actor touches was not known: where others may interfere was not seen.
  }
}

/** Some runs with deaths, which show early what the actors touch when they interfere. */
async function probe(stage: Stage): Promise<void> {
  const random = randomFrom(1)
  for (let i = 0; i < stage.probes; i += 1) {
    const play = await stage.begin()
    const going = new Set(stage.scenario.actors.keys())
    const deathAt = Math.floor(random() * 40)
    for (let step = 0, run = 0, at = 0; going.size > 0 && step < MOST_STEPS; step += 1, run -= 1) {
      if (run <= 0 || !going.has(at)) {
        run = 1 + Math.floor(random() * 20)
        at = [...going][Math.floor(random() * going.size)] ?? 0
      }
      if (step === deathAt && going.size > 1 && stage.scenario.crash !== false) {
        await play.kill(at)
        going.delete(at)
      } else {
        const said = await play.step(at)
        if (said.stop?.isWait) run = 0
        if (said.done) going.delete(at)
      }
    }
    await play.end()
  }
}

type Touched = { readonly read: ReadonlySet<string>; readonly written: ReadonlySet<string> }

type Counted = { runs: number; steps: number }

async function exploreOnce(stage: Stage, bounds: Bounds, counted: Counted): Promise<{ graph: Graph } | null> {
  const { scenario } = stage
  const until = performance.now() + bounds.milliseconds
  const generation = stage.generation()
  const learnt = new Map<string, Step | 'asks' | 'writes'>()
  const seen = new Map<string, State>()
  const next = new Map<string, readonly { letter: string; key: string }[]>()
  const open: State[] = []
  const unknown: { state: State; at: number }[] = []
  const judged = new Map<string, readonly string[]>()
  const faults = new Map<string, string>()
  let cutAt: string | null = null

  const lookUp = (state: State, at: number): Step | undefined => {
    let key = stepKey(state, at)
    for (const more of ['asks', 'writes'] as const) {
      const found = learnt.get(key)
      if (found === more) key += more === 'asks' ? deadIn(state) : String(state.power)
      else if (typeof found !== 'string' && found) return found
    }
    const found = learnt.get(key)
    return typeof found === 'string' ? undefined : found
  }
  const learn = (state: State, at: number, asks: boolean, step: Step): void => {
    let key = stepKey(state, at)
    if (asks) learnt.set(key, 'asks')
    if (asks) key += deadIn(state)
    if (step.disk) learnt.set(key, 'writes')
    learnt.set(step.disk ? key + String(state.power) : key, step)
  }
  const add = (state: State): string => {
    const key = stateKey(state)
    if (seen.has(key)) return key
    seen.set(key, state)
    open.push(state)
    return key
  }
  const judgeOnce = async (mark: string, state: State, letter: string): Promise<void> => {
    const key = `${letter === '' ? 'end' : 'lost'} ${mark} ${JSON.stringify(answersOf(state))}`
    if (!judged.has(key)) {
      judged.set(key, [])
      const tree = letter === '' ? await endOf(stage, state.way) : stage.lost(mark)
      judged.set(key, await stage.judge(tree, answersOf(state)))
    }
    for (const fault of judged.get(key) ?? [])
      if (!faults.has(fault) && !scenario.isKnown?.(fault, stepsOf(state.steps)))
        faults.set(fault, shortened(state.way + letter))
  }

  /** Goes on from a state: what is known is added, what is not is left for a run. */
  const expand = async (state: State): Promise<void> => {
    const ready = readyIn(state)
    const edges: { letter: string; key: string }[] = []
    next.set(stateKey(state), edges)
    if (ready.length === 0) {
      const waiting = state.actors.filter((one) => one.state === 'goes on').map(({ label }) => label)
      if (waiting.length > 0)
        faults.set(`a lock blocks for good: ${waiting.join(' | ')}`, shortened(state.way))
      else await judgeOnce(state.mark, state, '')
      return
    }
    if (!state.hasCrashed) {
      if (scenario.crash !== false)
        for (const at of ready) edges.push({ letter: killOf(at), key: add(killed(state, at)) })
      for (const [i, mark] of state.power.entries()) await judgeOnce(mark, state, POWER[i] ?? '')
    }
    const local = ready.find((at) => isLocal(state, at, stage.touchedByOthers(at)))
    for (const at of local === undefined ? ready : [local]) follow(state, at)
  }
  const follow = (state: State, at: number): boolean => {
    const step = lookUp(state, at)
    if (step) {
      const edges = next.get(stateKey(state)) as { letter: string; key: string }[]
      edges.push({ letter: stepOf(at), key: add(after(state, at, step)) })
    } else unknown.push({ state, at })
    return step !== undefined
  }

  const started = await stage.begin()
  const first: State = {
    ...started.look(),
    actors: started.said.map(actorAfter),
    hasCrashed: false,
    way: '',
    steps: null,
  }
  await started.end()
  add(first)
  const isOver = (): boolean =>
    stage.generation() !== generation || (bounds.untilFault === true && faults.size > 0) || cutAt !== null
  while (!isOver()) {
    const state = open.pop()
    if (state) await expand(state)
    else {
      const one = unknown.pop()
      if (!one) break
      if (lookUp(one.state, one.at)) follow(one.state, one.at)
      else {
        await learnFrom(one.state, one.at)
        if (stage.generation() === generation) follow(one.state, one.at)
      }
    }
    const isLeft = open.length > 0 || unknown.length > 0
    if (isLeft && performance.now() > until) cutAt = `${Math.round(bounds.milliseconds / 1000)} seconds`
    if (isLeft && seen.size > (bounds.states ?? Number.POSITIVE_INFINITY)) cutAt = `${bounds.states} states`
  }

  /** Runs the actors up to a state, and from there as long as what they do is new. */
  async function learnFrom(from: State, begin: number): Promise<void> {
    const play = await replayed(stage, from.way)
    counted.runs += 1
    let state = from
    for (let at: number | undefined = begin; at !== undefined; ) {
      counted.steps += 1
      const before = state
      const said = await play.step(at)
      if (stage.generation() !== generation) break
      const disk = said.changes ? play.look() : null
      const isSame = disk?.mark === before.mark && String(disk.power) === String(before.power)
      const step = { actor: actorAfter(said), disk: isSame ? null : disk }
      learn(before, at, said.asks, step)
      state = after(before, at, step)
      const reached = state
      const fresh = readyIn(reached).filter((one) => !lookUp(reached, one))
      at = fresh.includes(at) ? at : fresh[0]
    }
    await play.end()
  }

  if (stage.generation() !== generation) return null
  const explored: Explored = {
    scenario: scenario.name,
    states: seen.size,
    transitions: [...next.values()].reduce((sum, edges) => sum + edges.length, 0),
    schedules: cutAt === null ? waysIn(next, stateKey(first)) : 0,
    runs: counted.runs,
    steps: counted.steps,
    crashed: [...seen.values()].filter(({ hasCrashed }) => hasCrashed).length,
    ends: judged.size,
    cutAt,
    faults,
  }
  const sample = (count: number, seed: number): ReadonlyMap<string, Outcome> => {
    const random = randomFrom(seed)
    const found = new Map<string, Outcome>()
    for (let tries = 0; tries < 50 * count && found.size < count; tries += 1) {
      // Half of them have a death somewhere on the way.
      const deathAt = tries % 2 === 0 ? Math.floor(random() * 150) : -1
      const walk = walkFrom(stateKey(first), deathAt, random)
      if (walk) found.set(shortened(walk.way), walk.outcome)
    }
    return found
  }
  const walkFrom = (
    begin: string,
    deathAt: number,
    random: () => number,
  ): { way: string; outcome: Outcome } | null => {
    let way = ''
    for (let key = begin; ; ) {
      const state = seen.get(key) as State
      const edges = next.get(key)
      if (!edges) return null
      const ready = readyIn(state)
      if (ready.length === 0) return { way, outcome: { mark: state.mark, answers: answersOf(state) } }
      const kills = edges.filter(({ letter }) => isKill(letter))
      const goOn = edges.filter(({ letter }) => !isKill(letter))
      const all = way.length >= deathAt && deathAt >= 0 && kills.length > 0 ? kills : goOn
      const edge = all[Math.floor(random() * all.length)]
      if (!edge || way.length > MOST_STEPS) return null
      way += edge.letter
      key = edge.key
    }
  }
  return { graph: { explored, sample } }
}

const MOST_STEPS = 600

/** Plays a schedule from the beginning. */
async function replayed(stage: Stage, way: string, isReal = false): Promise<Play> {
  const play = await stage.begin(isReal)
  for (const letter of way) {
    if (isKill(letter)) await play.kill(actorOf(letter))
    else await play.step(actorOf(letter))
  }
  return play
}

async function endOf(stage: Stage, way: string): Promise<ReturnType<Play['tree']>> {
  const play = await replayed(stage, way)
  const tree = play.tree()
  await play.end()
  return tree
}

/** What comes of a schedule, step by step, with processes that are killed for good where `isReal`. */
export async function replay(
  stage: Stage,
  schedule: string,
  isReal: boolean,
): Promise<Outcome & { readonly steps: readonly string[]; readonly faults: readonly string[] }> {
  const way = letters(schedule)
  const loss = POWER.find((kind) => way.endsWith(kind))
  const play = await stage.begin(isReal)
  const steps: string[] = []
  const dead = new Set<number>()
  for (const letter of loss ? way.slice(0, -1) : way) {
    const at = actorOf(letter)
    const { stop, done } = play.said[at] ?? {}
    if (done || dead.has(at))
      throw new Error(`${schedule} does not replay: ${letter} has ended after ${steps.length} steps`)
    steps.push(`${letter} ${stop?.label ?? ''}`)
    if (!isKill(letter)) await play.step(at)
    else {
      dead.add(at)
      await play.kill(at)
    }
  }
  const answers = play.said.map(({ done }, i) => (dead.has(i) ? null : (done?.answer ?? done?.error ?? null)))
  const { mark, power } = play.look()
  const lost = loss && power[POWER.indexOf(loss)]
  const all = await stage.judge(lost ? stage.lost(lost) : play.tree(), answers)
  await play.end()
  return { steps, faults: all.filter((fault) => !stage.scenario.isKnown?.(fault, steps)), mark, answers }
}

function actorAfter({ stop, done, history }: Said): Actor {
  return {
    state: done ? 'done' : 'goes on',
    history,
    label: stop?.label ?? '',
    footprint: stop?.footprint ?? { reads: [], writes: [] },
    isWait: stop?.isWait === true,
    answer: done ? (done.answer ?? done.error ?? null) : null,
    isNew: true,
    wasNew: true,
  }
}

/** The state after a step of one actor. */
function after(state: State, at: number, { actor, disk }: Step): State {
  const label = `${stepOf(at)} ${state.actors[at]?.label}`
  const isChange = disk !== null && disk.mark !== state.mark
  // What came while it waited depends on the way here.
  const { isNew, wasNew } = state.actors[at] as Actor
  const own = actor.isWait ? { isNew: false, wasNew: isNew } : { isNew, wasNew }
  return {
    ...(disk ?? { mark: state.mark, power: state.power }),
    actors: state.actors
      .map((one, i) => (i === at ? { ...actor, ...own } : one))
      .map((one) => (isChange ? { ...one, isNew: true, wasNew: true } : one)),
    hasCrashed: state.hasCrashed,
    way: state.way + stepOf(at),
    steps: { label, before: state.steps },
  }
}

function killed(state: State, at: number): State {
  return {
    ...state,
    actors: state.actors.map((one, i) =>
      i === at ? { ...one, state: 'dead', answer: null } : { ...one, isNew: true, wasNew: true },
    ),
    hasCrashed: true,
    way: state.way + killOf(at),
    steps: { label: `${killOf(at)} ${state.actors[at]?.label}`, before: state.steps },
  }
}

function readyIn({ actors }: State): readonly number[] {
  return actors.flatMap(({ state, isWait, isNew, wasNew }, i) =>
    state === 'goes on' && (!isWait || isNew || wasNew) ? [i] : [],
  )
}

/** True for a step that no step of another can see or change: the others come later as well as before. */
function isLocal({ actors }: State, at: number, { read, written }: Touched): boolean {
  const { footprint } = actors[at] as Actor
  return (
    !footprint.reads.some((path) => within(written, path) || (path === '*' && written.size > 0)) &&
    !footprint.writes.some((path) => within(written, path) || within(read, path) || path === '*')
  )
}

function answersOf({ actors }: State): Answers {
  return actors.map(({ answer }) => answer)
}

function stepsOf(steps: Steps | null): string[] {
  const all: string[] = []
  for (let one = steps; one; one = one.before) all.push(one.label)
  return all.reverse()
}

function stepKey({ actors, mark }: State, at: number): string {
  return `${at} ${actors[at]?.history} ${actors[at]?.label} ${mark}`
}

function deadIn({ actors }: State): string {
  return actors.map(({ state }) => (state === 'dead' ? 'x' : '-')).join('')
}

function stateKey({ mark, power, actors, hasCrashed }: State): string {
  const each = actors.map(({ state, history, label, answer, isNew, wasNew, isWait }) =>
    state === 'dead'
      ? 'dead'
      : `${state} ${history} ${label} ${isWait ? `${isNew} ${wasNew}` : ''} ${JSON.stringify(answer)}`,
  )
  return hashOf([mark, hasCrashed ? '' : power, hasCrashed, each])
}

function hashOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64')
}

/** How many ways lead from a state to an end; no way comes back to where it was. */
function waysIn(next: ReadonlyMap<string, readonly { key: string }[]>, begin: string): number {
  const ways = new Map<string, number>()
  const stack = [begin]
  while (stack.length > 0) {
    const key = stack.at(-1) as string
    const edges = next.get(key) ?? []
    const left = edges.filter((edge) => !ways.has(edge.key))
    if (left.length > 0 && !ways.has(key)) {
      ways.set(key, Number.NaN)
      stack.push(...left.map((edge) => edge.key))
      continue
    }
    stack.pop()
    if (!Number.isNaN(ways.get(key) ?? Number.NaN)) continue
    ways.set(key, edges.length === 0 ? 1 : edges.reduce((sum, edge) => sum + (ways.get(edge.key) || 0), 0))
  }
  return ways.get(begin) ?? 0
}

/** The same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
