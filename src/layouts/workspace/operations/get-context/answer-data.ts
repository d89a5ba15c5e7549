import type { Json, JsonObject } from '../../../../core/json.ts'
import type { ContextPart } from './part.ts'
import type { Topic } from './request.ts'

/** What an answer is made of, beside the parts that stay in it and those that do not. */
export type AnswerFrame = {
  readonly topics: readonly Topic[]
  readonly includeDefaults: boolean
  readonly metadata: JsonObject
  /** What could not be read, or is not as it should be. */
  readonly notes: readonly string[]
}

/** What stays in an answer, and what does not: of that, so many are named by their titles. */
export type Choice = {
  readonly kept: readonly ContextPart[]
  readonly leftOut: readonly ContextPart[]
  readonly titled: number
}

/** The answer: notes where there are any, the defaults, each topic, and the names of what was left out. */
export function answerData(
  { topics, includeDefaults, metadata, notes }: AnswerFrame,
  { kept, leftOut, titled }: Choice,
): JsonObject {
  const of = (section: ContextPart['section']): Json[] =>
    kept.filter((part) => part.section === section).map(({ data }) => data)
  const [tree] = of('folder_structure')
  return {
    ...(notes.length > 0 && { notes: [...new Set(notes)] }),
    defaults: {
      ...(tree !== undefined && { folder_structure: tree }),
      ...(includeDefaults && { overviews_t0: of('overviews_t0') }),
      memory_metadata: metadata,
    },
    ...Object.fromEntries(topics.map((topic) => [topic, of(topic)])),
    ...(leftOut.length > 0 && { left_out: namesOf(leftOut, titled) }),
  }
}

/** By section and document, so that a long log is named once; what is not named there by its title is counted. */
function namesOf(parts: readonly ContextPart[], titled: number): JsonObject[] {
  const rows = new Map<string, { section: string; document_path: string; titles: string[]; more: number }>()
  parts.forEach(({ section, path, title }, i) => {
    const key = `${section} ${path}`
    const row = rows.get(key) ?? { section, document_path: path, titles: [], more: 0 }
    if (i < titled) row.titles.push(title)
    else row.more += 1
    rows.set(key, row)
  })
  return [...rows.values()].map(({ more, ...row }) => (more > 0 ? { ...row, more } : row))
}
