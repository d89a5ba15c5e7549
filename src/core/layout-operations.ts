import type { Layout } from './layout.ts'
import type { Operation } from './operation.ts'

/** A text that a person can have put to an agent, such as what to look back at. */
export type AgentPrompt = {
  readonly name: string
  readonly title: string
  /** What it is for: what a person reads who chooses it. */
  readonly description: string
  /** What may be said with it; all are optional texts. */
  readonly parameters: readonly { readonly name: string; readonly description: string }[]
  /** Purely: the text, from what was said. What was said is untrusted. */
  readonly text: (said: { readonly [name: string]: string | undefined }) => string
}

/** What agents get of a layout, other than the kinds that they can read whole. */
export type LayoutOperations = {
  readonly layout: Layout
  readonly operations: readonly Operation[]
  readonly prompts: readonly AgentPrompt[]
}
