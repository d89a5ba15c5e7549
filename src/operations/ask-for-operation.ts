import { UserError } from '../core/messages.ts'
import type { AnsweredRequest } from '../core/model.ts'
import type { OperationInput, Refusal } from '../core/operation.ts'
import { answersShown, beginStep, type OperationCall } from './operation-call.ts'
import { openOperationMemory } from './operation-memory.ts'
import { readInput } from './read-input.ts'

/** How often models are asked for one call: each answer that cannot be used may be asked for again. */
const MOST_ROUNDS = 8

/** How often the memory is read again because a file changes meanwhile. */
const ATTEMPTS = 5

/**
 * Asks models all that an operation wants to know, each time with the memory as it is then; the plan is made later, and from the
 * memory as it is then. Throws `UserError` where no models are set up.
 */
export async function askForOperation(call: OperationCall): Promise<readonly AnsweredRequest[] | Refusal> {
  const { operation, options } = call
  const replies: AnsweredRequest[] = []
  for (let round = 0; operation.requests && round < MOST_ROUNDS; round += 1) {
    const input = await presentInput(call)
    if (!input) return { refusal: 'the memory changed while it was read', help: 'Call again.' }
    const requests = operation.requests({ ...input, outside: { ...input.outside, replies } })
    if ('refusal' in requests) return requests
    if (requests.length === 0) return replies
    if (!options.ask) throw new UserError('no models are set up', 'docs/models.md shows how.')
    beginStep(call, 'ask the models')
    const shown = answersShown(call, { round, of: requests.length })
    const answers = await options.ask(requests, options.signal, shown)
    replies.push(
      ...requests.flatMap((request, i): AnsweredRequest[] => {
        const reply = answers[i]
        return reply ? [{ ...reply, request }] : []
      }),
    )
  }
  return replies
}

async function presentInput(call: OperationCall): Promise<OperationInput | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const input = await readInput(await openOperationMemory(call), call)
    if (input) return input
  }
  return null
}
