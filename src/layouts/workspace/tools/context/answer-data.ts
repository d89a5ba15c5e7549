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

/** The answer: notes where there are any, the defaults, each topic, and the names of what was left out. */
export function answerData(
  { topics, includeDefaults, metadata, notes }: AnswerFrame,
  kept: readonly ContextPart[],
  leftOut: readonly ContextPart[],
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
    ...(leftOut.length > 0 && { left_out: namesOf(leftOut) }),
  }
}

/** By section and document, so that a long log is named once. */
function namesOf(parts: readonly ContextPart[]): JsonObject[] {
  const rows = new Map<string, { section: string; document_path: string; titles: string[] }>()
  for (const { section, path, title } of parts) {
    const key = `${section} ${path}`
    const row = rows.get(key) ?? { section, document_path: path, titles: [] }
    row.titles.push(title)
    rows.set(key, row)
  }
  return [...rows.values()]
}
