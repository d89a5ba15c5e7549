import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readTree } from './disk.ts'
import { startPlayer } from './player.ts'
import type { Plan, Scenario } from './scenario.ts'

/** The world of a scenario, as it is before its actors begin. */
export async function prepare(folder: string, program: string, plan: Plan): Promise<Scenario> {
  const root = join(folder, `${plan.name}-before`)
  for (const [path, text] of Object.entries({ '.keep': '', ...plan.files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { ask, end, pid } = startPlayer(program)
  const number = 4_000_008
  for (const [name = '', ...args] of plan.before) {
    const { done } = await ask({
      alive: { [number]: pid },
      task: { root, name, args, number, shared: null, isFine: false },
    })
    if (done?.error !== undefined || (done?.answer && 'refused' in (done.answer as object)))
      throw new Error(`${plan.name}: ${name}: ${JSON.stringify(done)}`)
  }
  await end()
  const tree = readTree(root)
  rmSync(root, { recursive: true })
  return { ...plan, tree }
}
