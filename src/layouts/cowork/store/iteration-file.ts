import type { Json, JsonObject } from '../../../core/json.ts'
import type { Refusal } from '../../../core/operation.ts'
import type { JsonSplice } from '../../../formats/json/json-splices.ts'
import { iterationPath, type StoreInput, writableFile } from './files.ts'
import { jsonText, splicedFile } from './spliced-file.ts'

/** The model of an iteration file with its defaults. */
export function emptyIteration(iteration: string): JsonObject {
  return { iteration_id: iteration, insights: [], issues: [], learnings: [] }
}

/** The text of an iteration file after splices; one that is absent is made first. */
export function changedIterationFile(
  iteration: string,
  splices: readonly JsonSplice[],
  input: StoreInput,
): { readonly path: string; readonly text: string } | Refusal {
  const path = iterationPath(input.memory, iteration)
  const file = writableFile(path, input)
  if ('refusal' in file) return file
  const present = file.root === null ? jsonText(emptyIteration(iteration)) : file.text
  const spliced = splicedFile(path, present, splices)
  return 'refusal' in spliced ? spliced : { path, text: spliced.text }
}

/** The same object without members that have no value. */
export function withoutNothing(fields: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]): [string, Json][] =>
      value === undefined ? [] : [[key, value]],
    ),
  )
}
