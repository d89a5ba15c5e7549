import { isJsonObject, type Json } from '../core/json.ts'
import { isUserError, UserError } from '../core/messages.ts'
import type { AskModels, ModelFailure, ModelReply, ModelRequest } from '../core/model.ts'
import { estimateTokens } from '../formats/tokens.ts'
import { anthropic } from './anthropic.ts'
import { askEndpoint } from './ask-endpoint.ts'
import { askCommand } from './command.ts'
import { type DailyTokens, dailyTokensOf } from './daily-tokens.ts'
import { type EmbeddingsModel, keyOf, knownKeys, type ModelsFile, modelFor } from './models-file.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import {
  type Answer,
  bearer,
  type HttpProvider,
  hideKeys,
  limitTime,
  type Model,
  NO_USAGE,
  tokenCount,
} from './provider.ts'
import { askRecorded } from './recorded.ts'

const HTTP: { readonly [provider: string]: HttpProvider } = { openai, anthropic, ollama }

/** The part of a prompt, in estimated tokens, that an endpoint must say it read: less is a prompt cut in silence. */
const LEAST_READ = 0.5

/** What asking needs of the process. */
export type EmbeddingPorts = {
  readonly env: { readonly [name: string]: string | undefined }
  /** `YYYY-MM-DD`, in UTC: the day whose tokens are counted. */
  readonly today: () => string
  /** The gate of every text that leaves. */
  readonly redacted: (text: string) => Promise<string>
}

/** The requests to models that were made in one session of an agent. */
export type SessionCalls = { readonly made: () => number; readonly add: (calls: number) => void }

type ModelPorts = EmbeddingPorts & {
  /** Absent where there is no session: a person calls. */
  readonly session?: SessionCalls | undefined
  /** Milliseconds, of a clock that never goes back. */
  readonly clock: () => number
}

/** A request with what it needs to be asked. */
type Planned = { readonly request: ModelRequest; readonly model: Model; readonly key: string | null }

/**
 * Opens the models of the user's file for one call. All requests that are asked together are asked at the same time, within the
 * time limits; a failure is a reply. Before anything is asked, throws `UserError` for a role without a model, for a key that is
 * not set, and where a limit of the day or the session is reached; in the midst of a call the limit is a failure, so that no reply is lost.
 */
export function openModels(file: ModelsFile, ports: ModelPorts): AskModels {
  const { env, clock, redacted } = ports
  const counts = dailyTokensOf(file.limits.tokensPerDay, ports)
  const keys = knownKeys(file, env)
  const recorded = new Map<string, number>()
  let isFirst = true
  const ask = async ({ request, model, key }: Planned, signal: AbortSignal): Promise<Answer> => {
    const timeout = file.limits.seconds * 1000
    if (model.provider === 'recorded') return askRecorded(model, request, recorded)
    if (model.provider === 'command') return askCommand(model, request, { keys, timeout, signal, env })
    const provider = HTTP[model.provider]
    if (!provider) throw new Error(`no provider ${model.provider}`)
    const url = `${model.baseUrl ?? provider.baseUrl ?? ''}${provider.path}`
    const sent = { url, headers: provider.headers(key), body: provider.body(request, model) }
    const answer = await askEndpoint(sent, { keys, timeout, signal })
    return 'failure' in answer ? answer : unlessPromptCut(request, provider.read(answer.json))
  }
  const hide = async (text: string): Promise<string> => hideKeys(await redacted(text), keys)
  return async (requests, cancelled, answered) => {
    const planned = requests.map((request): Planned => {
      const model = modelFor(request.role, file)
      return { request, model, key: keyOf(`the model ${model.name}`, model.apiKeyEnv, env) }
    })
    const gated = await Promise.all(
      planned.map(async (one) => ({ ...one, request: await withoutSecrets(one.request, hide) })),
    )
    const reserved = gated.map(({ request, model }) => (model.provider === 'recorded' ? 0 : mostOf(request)))
    const made = overLimit(file.limits.callsPerSession, requests.length, ports.session)
    const reached = made ?? (await counts?.reserve(sum(reserved)))
    if (reached && isFirst) {
      const limit = made === null ? 'tokensPerDay' : 'callsPerSession'
      throw new UserError(reached, `${file.path} sets it: \`limits: ${limit}\`.`)
    }
    if (!reached) ports.session?.add(requests.length)
    isFirst = false
    const { signal, end } = limitTime(file.limits.totalSeconds * 1000, cancelled)
    const replies = await Promise.all(
      gated.map(async (one): Promise<ModelReply> => {
        const { request, model } = one
        const started = clock()
        const answer: Answer = reached
          ? { failure: 'refused', detail: reached }
          : await ask(one, signal).catch((error: unknown): Answer => {
              if (!signal.aborted) throw error
              return cancelled?.aborted
                ? { failure: 'cancelled', detail: 'the call was cancelled' }
                : { failure: 'timeout', detail: `no answer in ${file.limits.totalSeconds} s for all` }
            })
        const seconds = Math.round(clock() - started) / 1000
        const { role } = request
        const reply: ModelReply = { usage: NO_USAGE, ...answer, role, model: model.name, seconds }
        answered?.(reply)
        return reply
      }),
    ).finally(end)
    if (!reached) {
      const used = replies.map((reply, i) => (reserved[i] === 0 ? 0 : usedBy(reply, gated[i]?.request)))
      await counts?.correct(sum(used) - sum(reserved))
    }
    return replies
  }
}

/** A sentence where so many more requests are over the limit of the session. */
function overLimit(most: number | null, more: number, session: SessionCalls | undefined): string | null {
  const made = session?.made() ?? 0
  if (most === null || !session || made + more <= most) return null
  return `the limit of ${most} calls of models in a session is reached: ${made} were made, and this needs ${more}`
}

async function withoutSecrets(
  request: ModelRequest,
  hide: (text: string) => Promise<string>,
): Promise<ModelRequest> {
  const [system, user] = await Promise.all([hide(request.system), hide(request.user)])
  return { ...request, system, user }
}

function sum(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0)
}

/** Tokens that a request may use. */
function mostOf(request: ModelRequest): number {
  return promptTokens(request) + request.maxOutputTokens
}

function promptTokens({ system, user }: ModelRequest): number {
  return estimateTokens(`${system}\n${user}`)
}

/** Tokens that a request used: as the endpoint counts them, else by an estimate. What was refused used none. */
function usedBy(reply: ModelReply, request: ModelRequest | undefined): number {
  const { input, output } = reply.usage
  const isRefused = 'failure' in reply && (reply.failure === 'refused' || reply.failure === 'transport')
  if (isRefused && input === null) return 0
  const said = 'text' in reply ? estimateTokens(reply.text) : 0
  return (input ?? (request ? promptTokens(request) : 0)) + (output ?? said)
}

/** Some endpoints drop the beginning of a prompt that is too long for them, and say nothing. */
function unlessPromptCut(request: ModelRequest, answer: Answer): Answer {
  const read = answer.usage?.input ?? null
  if (!('text' in answer) || read === null) return answer
  const sent = promptTokens(request)
  if (read >= sent * LEAST_READ) return answer
  return {
    failure: 'cut',
    detail: `the endpoint read ${read} tokens of a prompt of about ${sent}: give the model a larger context`,
    usage: answer.usage,
  }
}

/** A vector for each text, in the order of the texts; or why there are none. */
export type Embeddings =
  | { readonly vectors: readonly Float32Array[] }
  | { readonly failure: ModelFailure /** One line, without a key; untrusted. */; readonly detail: string }

type EmbeddingOptions = {
  readonly signal?: AbortSignal | undefined
  /** Called with the vectors of each batch, from which text on: what is kept so is not asked for again after a failure. */
  readonly keep?: (from: number, vectors: readonly Float32Array[]) => void
}

/** Asks for the vectors of texts. A failure is data: it never throws. */
export type AskEmbeddings = (texts: readonly string[], options?: EmbeddingOptions) => Promise<Embeddings>

/**
 * Opens the endpoint for embeddings that the user's file names; null where it names none. Every text passes the gate, a batch
 * has its time limit, all batches together have that of the file, and the first that fails ends the call.
 */
export function openEmbeddings(file: ModelsFile, ports: EmbeddingPorts): AskEmbeddings | null {
  const { embeddings: model, limits } = file
  if (model === null) return null
  const counts = dailyTokensOf(file.limits.tokensPerDay, ports)
  return async (texts, { signal: cancelled, keep } = {}) => {
    const { signal, end } = limitTime(limits.totalSeconds * 1000, cancelled)
    try {
      const endpoint = openEndpoint(file, model, { ...ports, counts, signal })
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += model.batchSize) {
        const length = vectors[0]?.length ?? model.dimensions
        const batch = await endpoint(texts.slice(from, from + model.batchSize), length)
        if ('failure' in batch) return batch
        keep?.(from, batch.vectors)
        vectors.push(...batch.vectors)
      }
      return { vectors }
    } catch (error) {
      if (cancelled?.aborted) return { failure: 'cancelled', detail: 'the call was cancelled' }
      if (signal.aborted)
        return { failure: 'timeout', detail: `no answer in ${limits.totalSeconds} s for all` }
      if (isUserError(error)) {
        return { failure: 'refused', detail: error.message }
      }
      throw error
    } finally {
      end()
    }
  }
}

type Batches = EmbeddingPorts & { readonly counts: DailyTokens | null; readonly signal: AbortSignal }

/** Asks for one batch, whose vectors have so many numbers; null where that is not known yet. */
function openEndpoint(
  file: ModelsFile,
  { baseUrl, model, apiKeyEnv, dimensions, timeout }: EmbeddingsModel,
  { env, redacted, counts, signal }: Batches,
): (texts: readonly string[], length: number | null) => Promise<Embeddings> {
  const key = keyOf('`embeddings`', apiKeyEnv, env)
  const keys = knownKeys(file, env)
  return async (texts, length) => {
    const input = await Promise.all(texts.map(async (text) => hideKeys(await redacted(text), keys)))
    const reserved = counts ? input.reduce((total, text) => total + estimateTokens(text), 0) : 0
    const reached = await counts?.reserve(reserved)
    if (reached) return { failure: 'refused', detail: reached }
    const body = { model, input, ...(dimensions !== null && { dimensions }) }
    const sent = { url: `${baseUrl}/embeddings`, headers: bearer(key), body }
    const answer = await askEndpoint(sent, { keys, timeout: timeout * 1000, signal }, { isList: true })
    if ('failure' in answer) {
      await counts?.correct(answer.failure === 'timeout' ? 0 : -reserved)
      return answer
    }
    const { usage, data } = answer.json
    const used = isJsonObject(usage) ? tokenCount(usage.prompt_tokens) : null
    await counts?.correct((used ?? reserved) - reserved)
    return readVectors(data, { count: texts.length, length })
  }
}

/** Reads the rows of an answer, which may come in any order. */
function readVectors(
  data: Json | undefined,
  { count, length }: { readonly count: number; readonly length: number | null },
): Embeddings {
  const rows = Array.isArray(data) ? data : []
  const vectors = new Map<number, Float32Array>()
  let expected = length
  for (const [at, row] of rows.entries()) {
    const { index = at, embedding } = isJsonObject(row) ? row : {}
    if (typeof index !== 'number' || index < 0 || index >= count || vectors.has(index)) {
      return notVectors('the answer names a row twice, or one that was not asked for')
    }
    if (!isVector(embedding)) return notVectors(`row ${index} of the answer is no list of numbers`)
    expected ??= embedding.length
    if (embedding.length !== expected) {
      return notVectors(`row ${index} of the answer has ${embedding.length} dimensions, not ${expected}`)
    }
    vectors.set(index, Float32Array.from(embedding))
  }
  if (vectors.size < count) return notVectors(`the answer has ${vectors.size} rows for ${count} texts`)
  return { vectors: Array.from({ length: count }, (_, i) => vectors.get(i) ?? new Float32Array()) }
}

function notVectors(detail: string): Embeddings {
  return { failure: 'transport', detail }
}

/** Also finite as 32 bits hold it. */
function isVector(value: Json | undefined): value is number[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => typeof one === 'number' && Number.isFinite(Math.fround(one)))
  )
}
