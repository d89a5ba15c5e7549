// Tries every order of the steps of two processes, with a death or a power loss at any step (test/schedules).
// Scenarios have the seconds of --seconds together. usage: node scripts/run.mjs scripts/schedules.ts [SCENARIO [SCHEDULE]] [--seconds N] [--fault NAME | --faults] [--real N] [--seed N] [--fine]
// Exit code: 1 when something does not hold, a planted fault is not found, or real processes do otherwise.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleActor } from '../test/schedules/bundle-actor.ts'
import { explore, replay } from '../test/schedules/explore.ts'
import { FAULTS, type Fault } from '../test/schedules/faults.ts'
import { prepare } from '../test/schedules/prepare.ts'
import type { Plan } from '../test/schedules/scenario.ts'
import { PLANS } from '../test/schedules/scenarios.ts'
import { openStage, type Stage } from '../test/schedules/stage.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '360' },
    fault: { type: 'string' },
    faults: { type: 'boolean', default: false },
    real: { type: 'string', default: '0' },
    fine: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
})
const [wanted, schedule] = positionals
const folder = mkdtempSync(join('/dev/shm', 'memkeep-schedules-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const say = (text: string): boolean => process.stdout.write(`${text}\n`)
const milliseconds = 1000 * Number(values.seconds)
/** A planted fault is found soon, or not at all. */
const FAULT_MS = 90_000
let schedules = 0
let isRight = true

async function onStage<T>(plan: Plan, fault: Fault | null, run: (stage: Stage) => Promise<T>): Promise<T> {
  const program = await bundleActor(folder, fault)
  const own = mkdtempSync(join(folder, 'stage-'))
  const stage = await openStage(own, program, await prepare(own, program, plan), { isFine: values.fine })
  try {
    return await run(stage)
  } finally {
    await stage.close()
    rmSync(own, { recursive: true })
  }
}

async function tryScenario(plan: Plan, milliseconds: number): Promise<void> {
  await onStage(plan, null, async (stage) => {
    const begin = performance.now()
    const { explored, sample } = await explore(stage, { milliseconds })
    const { scenario, cutAt, faults, ...counts } = explored
    schedules += counts.schedules
    const figures = Object.entries(counts).map(([name, count]) => `${name} ${shown(count)}`)
    const how = cutAt === null ? 'to its end' : `CUT at ${cutAt}`
    say(`${scenario}: ${how}; ${figures.join(', ')}; ${Math.round((performance.now() - begin) / 1000)} s`)
    for (const [text, at] of faults) say(`✖ ${scenario} ${at} ${text}`)
    if (faults.size > 0) isRight = false
    if (values.real !== '0') await compare(stage, sample(Number(values.real), Number(values.seed)))
  })
}

async function compare(
  stage: Stage,
  chosen: ReadonlyMap<string, { readonly mark: string; readonly answers: readonly unknown[] }>,
): Promise<void> {
  let agree = 0
  for (const [one, { mark, answers }] of chosen) {
    const real = await replay(stage, one, true)
    const isSame = real.mark === mark && JSON.stringify(real.answers) === JSON.stringify(answers)
    if (isSame && real.faults.length === 0) agree += 1
    else say(`✖ ${stage.scenario.name} ${one} is otherwise with real processes: ${real.faults.join('; ')}`)
  }
  if (agree < chosen.size) isRight = false
  say(`${stage.scenario.name}: ${agree} of ${chosen.size} schedules agree with real processes and kill -9`)
}

async function tryFault(fault: Fault): Promise<boolean> {
  const plan = PLANS.find(({ name }) => name === fault.scenario)
  if (!plan) throw new Error(`there is no scenario ${fault.scenario}`)
  return await onStage(plan, fault, async (stage) => {
    const { explored } = await explore(stage, { milliseconds: FAULT_MS, untilFault: true })
    const [found] = explored.faults
    say(
      `${fault.name}: ${found ? `found in ${fault.scenario} at ${found[1]}: ${found[0].trim()}` : '✖ NOT FOUND'}`,
    )
    return found !== undefined
  })
}

function shown(count: number): string {
  return count < 1e9 ? String(count) : count.toExponential(1)
}

/** Two at a time. Each may take its share of the time that is left: what one does not need the later ones have. */
async function each<T>(all: readonly T[], run: (one: T, share: number) => Promise<void>): Promise<void> {
  const left = [...all]
  const until = performance.now() + milliseconds
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift())
      await run(one, ((until - performance.now()) * Math.min(2, left.length + 1)) / (left.length + 1))
  }
  await Promise.all([worker(), worker()])
}

const begin = performance.now()
const plans = PLANS.filter(({ name }) => wanted === undefined || name === wanted)
if (schedule !== undefined && plans[0])
  await onStage(plans[0], null, async (stage) => {
    // What the actors touch decides where they stop: it is learnt before a schedule is played.
    await explore(stage, { milliseconds })
    say(JSON.stringify(await replay(stage, schedule, values.real !== '0'), null, 1))
  })
else if (values.fault !== undefined) {
  for (const fault of FAULTS.filter(({ name }) => name === values.fault))
    if (!(await tryFault(fault))) isRight = false
} else {
  if (!values.faults) await each(plans, tryScenario)
  let found = 0
  if (wanted === undefined)
    await each(FAULTS, async (fault) => {
      if (await tryFault(fault)) found += 1
    })
  if (wanted === undefined && found < FAULTS.length) isRight = false
  const seconds = Math.round((performance.now() - begin) / 1000)
  say(`${shown(schedules)} schedules; ${found} of ${FAULTS.length} planted faults found; ${seconds} s`)
}
if (!isRight) process.exitCode = 1
