import { expect, test } from 'vitest'
import { tempFolder } from '../helpers/temp-repo.ts'
import { bundleActor } from './bundle-actor.ts'
import { type Explored, openStage } from './explore.ts'
import { FAULTS, type Fault } from './faults.ts'
import { prepare } from './prepare.ts'
import { PLANS } from './scenarios.ts'

// The scene of an open file is read from /proc.
const onLinux = test.skipIf(process.platform !== 'linux')

async function explored(name: string, fault: Fault | null, schedules: number): Promise<Explored> {
  const plan = PLANS.find((one) => one.name === name)
  if (!plan) throw new Error(`there is no scenario ${name}`)
  const folder = tempFolder()
  const program = await bundleActor(folder, fault)
  const stage = openStage(folder, program, await prepare(folder, program, plan))
  try {
    return await stage.explore({ schedules, milliseconds: 30_000, untilFault: fault !== null })
  } finally {
    stage.close()
  }
}

// `npm run test:schedules` tries more of them, and every scenario.
onLinux('the first schedule of two saves holds, with a power loss at any step', async () => {
  const { faults, schedules } = await explored('save-over-save', null, 1)
  expect([...faults]).toEqual([])
  expect(schedules).toBe(1)
})

onLinux.each(FAULTS.slice(0, 1))('a planted fault is found: $name', async (fault) => {
  const { faults } = await explored(fault.scenario, fault, 10)
  expect(faults.size).toBeGreaterThan(0)
})
