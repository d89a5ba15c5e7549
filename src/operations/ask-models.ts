import { UserError } from '../core/errors.ts'
import type { ModelReply } from '../core/model.ts'
import type { Refusal } from '../core/operation.ts'
import { beginStep, type OperationCall } from './operation-call.ts'
import { openOperationMemory } from './operation-memory.ts'
import { readWanted } from './prepare.ts'

/** How often models are asked for one call: each answer that cannot be used may be asked for again. */
const MOST_ROUNDS = 8

/**
 * Asks models all that an operation wants to know, with the memory as it is now; the plan is made later, and from the memory as it
 * is then. Throws `UserError` where no models are set up.
 */
export async function askForOperation(call: OperationCall): Promise<readonly ModelReply[] | Refusal> {
  const { operation, args, now, mint, options } = call
  const seen = await openOperationMemory(call)
  const { sources, hidden } = await readWanted(seen, call)
  const replies: ModelReply[] = []
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const asked =
      operation.requests?.({ args, memory: seen.memory, now, mint, sources, hidden, replies }) ?? []
    if ('refusal' in asked) return asked
    if (asked.length === 0) return replies
    if (!options.ask) throw new UserError('no models are set up', 'docs/models.md shows how.')
    beginStep(call, 'ask the models')
    replies.push(...(await options.ask(asked, options.signal)))
  }
  return replies
}
