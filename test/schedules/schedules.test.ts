import { expect, test } from 'vitest'
import { tempFolder } from '../helpers/temp-repo.ts'
import { bundleActor } from './bundle-actor.ts'
import { type Explored, explore } from './explore.ts'
import { FAULTS, type Fault } from './faults.ts'
import { prepare } from './prepare.ts'
import { PLANS } from './scenarios.ts'
import { openStage } from './stage.ts'

// The scene of an open file is read from /proc.
const onLinux = test.skipIf(process.platform !== 'linux')

async function explored(name: string, fault: Fault | null, states: number): Promise<Explored> {
  const plan = PLANS.find((one) => one.name === name)
  if (!plan) throw new Error(`there is no scenario ${name}`)
  const folder = tempFolder()
  const program = await bundleActor(folder, fault)
  const stage = await openStage(folder, program, await prepare(folder, program, plan), { probes: 4 })
  try {
    return (await explore(stage, { milliseconds: 30_000, states, untilFault: true })).explored
  } finally {
    await stage.close()
  }
}

// `npm run test:schedules` tries all of them, and every scenario.
onLinux('the first states of a takeover of a lock hold, with a death at any step', async () => {
  const { faults, states } = await explored('stale-lock-taken-over', null, 100)
  expect([...faults]).toEqual([])
  expect(states).toBeGreaterThan(100)
})

onLinux('a planted fault is found: a takeover without its owner check', async () => {
  const fault = FAULTS.find(({ name }) => name === 'a takeover without its owner check')
  const { faults } = await explored('stale-lock-taken-over', fault ?? null, 10_000)
  expect(faults.size).toBeGreaterThan(0)
})
