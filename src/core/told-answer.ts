import { isJsonObject, type JsonObject } from './json.ts'
import type { Tool } from './tool.ts'

/** What became of an answer's plan: differences, and what could not be done beside what was asked for. */
type Outcome = { readonly changes: readonly string[]; readonly notes: readonly string[] }

/** JSON Schema of the data of an answer as it is told: of a tool that writes, with what became of it. */
export function toldOutput({ output, readOnly }: Tool): JsonObject {
  if (readOnly || !isJsonObject(output.properties)) return output
  const diff: JsonObject = {
    type: 'string',
    description: 'What was changed, or by a dry run would be: a unified difference of each file.',
  }
  const notes: JsonObject = {
    type: 'array',
    description: 'What could not be done beside what was asked for.',
    items: { type: 'string' },
  }
  return { ...output, properties: { diff, notes, ...output.properties } }
}

/** The data of an answer with what became of it: a program that reads the data alone misses nothing. */
export function toldData(data: JsonObject, { changes, notes }: Outcome): JsonObject {
  const before = Array.isArray(data.notes) ? data.notes : []
  return {
    ...data,
    ...(changes.length > 0 && { diff: changes.join('\n') }),
    ...(notes.length > 0 && { notes: [...before, ...notes] }),
  }
}
