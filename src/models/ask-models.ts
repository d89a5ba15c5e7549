import type { AskModels, ModelReply, ModelRequest } from '../core/model.ts'
import { estimateTokens } from '../formats/tokens.ts'
import { anthropic } from './anthropic.ts'
import { askEndpoint } from './ask-endpoint.ts'
import { askCommand } from './command.ts'
import { keyOf, type ModelsFile, modelFor } from './models-file.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { type Answer, type HttpProvider, type Model, NO_USAGE } from './provider.ts'
import { askRecorded } from './recorded.ts'

const HTTP: { readonly [provider: string]: HttpProvider } = { openai, anthropic, ollama }

/** The part of a prompt, in estimated tokens, that an endpoint must say it read: less is a prompt cut in silence. */
const LEAST_READ = 0.5

/** What asking needs of the process. */
export type ModelPorts = {
  readonly env: { readonly [name: string]: string | undefined }
  /** Milliseconds, of a clock that never goes back. */
  readonly clock: () => number
  /** The gate of every text that leaves. */
  readonly redacted: (text: string) => Promise<string>
}

/**
 * Opens the models of the user's file. All requests of a call are asked at the same time, within the time limits; a failure is a
 * reply. Throws `UserError` for a role without a model, and for a key that is not set, before anything is asked.
 */
export function openModels(file: ModelsFile, { env, clock, redacted }: ModelPorts): AskModels {
  const asked = new Map<string, number>()
  const ask = async (
    request: ModelRequest,
    model: Model,
    { key, signal }: { readonly key: string | null; readonly signal: AbortSignal },
  ): Promise<Answer> => {
    const timeout = file.limits.seconds * 1000
    const [system, user] = await Promise.all([redacted(request.system), redacted(request.user)])
    const gated = { ...request, system, user }
    if (model.provider === 'recorded') return askRecorded(model, gated, asked)
    if (model.provider === 'command') return askCommand(model, gated, { timeout, signal })
    const provider = HTTP[model.provider]
    if (!provider) throw new Error(`no provider ${model.provider}`)
    return unlessPromptCut(gated, await askEndpoint(provider, model, gated, { key, timeout, signal }))
  }
  return async (requests, cancelled) => {
    const limit = AbortSignal.timeout(file.limits.totalSeconds * 1000)
    const signal = cancelled ? AbortSignal.any([cancelled, limit]) : limit
    const planned = requests.map((request) => {
      const model = modelFor(request.role, file)
      return { request, model, key: keyOf(model, env) }
    })
    return Promise.all(
      planned.map(async ({ request, model, key }): Promise<ModelReply> => {
        const started = clock()
        const answer = await ask(request, model, { key, signal }).catch((error: unknown): Answer => {
          if (!signal.aborted) throw error
          return cancelled?.aborted
            ? { failure: 'cancelled', detail: 'the call was cancelled' }
            : { failure: 'timeout', detail: `no answer in ${file.limits.totalSeconds} s for all` }
        })
        const seconds = Math.round(clock() - started) / 1000
        return { usage: NO_USAGE, ...answer, role: request.role, model: model.name, seconds }
      }),
    )
  }
}

/** Some endpoints drop the beginning of a prompt that is too long for them, and say nothing. */
function unlessPromptCut({ system, user }: ModelRequest, answer: Answer): Answer {
  const read = answer.usage?.input ?? null
  if (!('text' in answer) || read === null) return answer
  const sent = estimateTokens(`${system}\n${user}`)
  if (read >= sent * LEAST_READ) return answer
  return {
    failure: 'cut',
    detail: `the endpoint read ${read} tokens of a prompt of about ${sent}: give the model a larger context`,
    usage: answer.usage,
  }
}
