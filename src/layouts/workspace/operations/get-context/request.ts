import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts'

/** What can be asked for, in the order in which it is answered. */
export const TOPICS = [
  'overview',
  'plans',
  'features',
  'spikes',
  'architecture',
  'decisions',
  'lessons',
] as const

/** One of the topics. */
export type Topic = (typeof TOPICS)[number]

/** A scope as it was asked for, before it is known whether it exists. */
export type AskedScope = {
  readonly workspace: string
  readonly domain: string | null
  readonly repository: string | null
}

/** What entries must have; an empty list, or no category, lets all pass. */
export type ContextFilters = {
  readonly status: readonly string[]
  readonly tags: readonly string[]
  readonly category: string | null
}

/** The tool's arguments with every default filled in. */
export type ContextRequest = {
  readonly scope: AskedScope
  /** Each once, in the order of the topics. */
  readonly topics: readonly Topic[]
  readonly includeDefaults: boolean
  readonly filters: ContextFilters
  /** What the parts of topics are ordered by; null for their own order. */
  readonly query: string | null
  /** Estimated tokens that the answer may have; null for no limit. */
  readonly budget: number | null
}

/** Reads arguments that fit the input schema. */
export function readRequest(args: JsonObject): ContextRequest {
  const scope = isJsonObject(args.scope) ? args.scope : {}
  const filters = isJsonObject(args.filters) ? args.filters : {}
  const topics = strings(args.topics)
  return {
    scope: {
      workspace: textOf(scope.workspace) ?? '',
      domain: textOf(scope.domain),
      repository: textOf(scope.repository),
    },
    topics: TOPICS.filter((topic) => topics.includes(topic)),
    includeDefaults: args.include_defaults !== false,
    filters: {
      status: strings(filters.status),
      tags: strings(filters.tags),
      category: textOf(filters.category) || null,
    },
    query: textOf(args.query)?.trim() || null,
    budget: typeof args.token_budget === 'number' ? args.token_budget : null,
  }
}

/** A text among arguments; null for anything else. */
export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** The texts of a list among arguments; none for anything else. */
export function strings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
