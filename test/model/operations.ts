import { indexOperations } from './index-operations.ts'
import { logOperations } from './log-operations.ts'
import type { Operation } from './operation.ts'
import { otherOperations } from './other-operations.ts'
import type { World } from './world.ts'

const OPERATIONS: readonly Operation[] = [...logOperations, ...indexOperations, ...otherOperations]
const WEIGHTED = OPERATIONS.flatMap((one) => Array.from({ length: one.weight }, () => one))

/** Does something that a person or an agent does between two commits; its story says what. */
export async function someOperation(world: World): Promise<void> {
  for (;;) {
    const { name, run } = world.random.pick(WEIGHTED)
    const done = await run(world)
    if (done === null) continue
    world.story.push(`${name}: ${done}`)
    return
  }
}
