import { UserError } from '../core/errors.ts'
import type { ModelReply } from '../core/model.ts'
import type { Refusal } from '../core/operation.ts'
import { answersShown, beginStep, type OperationCall } from './operation-call.ts'
import { openOperationMemory } from './operation-memory.ts'
import { readInput } from './read-input.ts'

/** How often models are asked for one call: each answer that cannot be used may be asked for again. */
const MOST_ROUNDS = 8

/**
 * Asks models all that an operation wants to know, with the memory as it is now; the plan is made later, and from the memory as it
 * is then. Throws `UserError` where no models are set up.
 */
export async function askForOperation(call: OperationCall): Promise<readonly ModelReply[] | Refusal> {
  const { operation, options } = call
  const input = await readInput(await openOperationMemory(call), call)
  if (!input) return { refusal: 'the memory changed while it was read', help: 'Call again.' }
  const replies: ModelReply[] = []
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const asked = operation.requests?.({ ...input, replies }) ?? []
    if ('refusal' in asked) return asked
    if (asked.length === 0) return replies
    if (!options.ask) throw new UserError('no models are set up', 'docs/models.md shows how.')
    beginStep(call, 'ask the models')
    const answered = answersShown(call, { round, of: asked.length })
    replies.push(...(await options.ask(asked, options.signal, answered)))
  }
  return replies
}
