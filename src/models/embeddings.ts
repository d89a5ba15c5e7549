import { isJsonObject, type Json } from '../core/json.ts'
import type { ModelFailure } from '../core/model.ts'
import { estimateTokens } from '../formats/tokens.ts'
import { askEndpoint } from './ask-endpoint.ts'
import type { ModelPorts } from './ask-models.ts'
import { type DailyTokens, dailyTokensOf } from './daily-tokens.ts'
import { hideKeys } from './hide-keys.ts'
import { type EmbeddingsModel, keyOf, knownKeys, type ModelsFile } from './models-file.ts'
import { bearer, tokenCount } from './provider.ts'
import { limitTime } from './time-limit.ts'

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

/** What asking needs of the process. */
export type EmbeddingPorts = Omit<ModelPorts, 'clock'>

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
      // By name: each bundle has a copy of the class.
      if (error instanceof Error && error.name === 'UserError') {
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
