/** One question to a language model, as data. */
export type ModelRequest = {
  /** What the answer is for, which says who is asked: `progress`. */
  readonly role: string
  readonly system: string
  readonly user: string
  readonly maxOutputTokens: number
}

/** Tokens as the endpoint counts them; null where it does not say. */
export type ModelUsage = { readonly input: number | null; readonly output: number | null }

/**
 * `cut`: the answer or the prompt was not whole. `refused`: the endpoint said no. `transport`: it could not be reached, or what
 * it said is no answer.
 */
export type ModelFailure = 'timeout' | 'cancelled' | 'refused' | 'cut' | 'transport'

/** What became of a request. A failure is data: it never throws. */
export type ModelReply = {
  readonly role: string
  /** The name of the model in the user's file. */
  readonly model: string
  readonly seconds: number
  readonly usage: ModelUsage
} & (
  | { /** Untrusted. */ readonly text: string }
  | { readonly failure: ModelFailure /** One line, without a key; untrusted. */; readonly detail: string }
)

/** A reply, and what was asked: what the model saw, when the memory may have changed since. */
export type AnsweredRequest = ModelReply & { readonly request: ModelRequest }

/** Asks models: all requests at the same time. The replies are in the order of the requests. */
export type AskModels = (
  requests: readonly ModelRequest[],
  signal?: AbortSignal | undefined,
  /** Called with each reply, as soon as it is there. */
  answered?: (reply: ModelReply) => void,
) => Promise<readonly ModelReply[]>
