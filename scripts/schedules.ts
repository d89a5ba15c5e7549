// Tries every order of the steps of two processes, with a death or a power loss at any step (test/schedules).
// usage: node scripts/run.mjs scripts/schedules.ts [SCENARIO [SCHEDULE]] [--seconds N] [--fault NAME] [--real N]
// Exit code: 1 when something does not hold.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleActor } from '../test/schedules/bundle-actor.ts'
import { openStage } from '../test/schedules/explore.ts'
import { FAULTS } from '../test/schedules/faults.ts'
import { prepare } from '../test/schedules/prepare.ts'
import { PLANS } from '../test/schedules/scenarios.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    fault: { type: 'string' },
    real: { type: 'string', default: '0' },
  },
})
const [wanted, schedule] = positionals
const folder = mkdtempSync(join('/dev/shm', 'memkeep-schedules-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const say = (text: string): boolean => process.stdout.write(`${text}\n`)
const fault = FAULTS.find(({ name }) => name === values.fault) ?? null
const program = await bundleActor(folder, fault)
for (const plan of PLANS.filter(({ name }) => wanted === undefined || name === wanted)) {
  const stage = openStage(folder, program, await prepare(folder, program, plan))
  // What the actors touch decides where they stop: it is learnt before a schedule is played.
  if (schedule !== undefined) await stage.explore({ schedules: 1e6, milliseconds: 3000 })
  if (schedule !== undefined) say(JSON.stringify(await stage.replay(schedule, values.real !== '0'), null, 1))
  else {
    const begin = performance.now()
    const { faults, samples, ...rest } = await stage.explore({
      schedules: 1e6,
      milliseconds: 1000 * Number(values.seconds),
      untilFault: fault !== null,
    })
    say(`${JSON.stringify(rest)} ${Math.round(performance.now() - begin)} ms`)
    for (const [text, at] of faults) say(`✖ ${at} ${text}`)
    if (faults.size > 0) process.exitCode = 1
    let agree = 0
    const chosen = [...samples].slice(0, Number(values.real))
    for (const [one, outcome] of chosen)
      if ((await stage.replay(one, true)).outcome === outcome) agree += 1
      else say(`differs: ${one}`)
    if (chosen.length > 0) say(`${agree} of ${chosen.length} agree with real processes`)
  }
  stage.close()
}
