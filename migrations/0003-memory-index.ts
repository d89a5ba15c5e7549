import { isJsonObject, type Json } from '../src/core/json.ts'
import type { ForPerson, Migration, TextFile } from '../src/core/migration.ts'
import { parseYaml } from '../src/formats/yaml/yaml.ts'

const NAME = '_index.yaml'

/** Writes the first memory index of every workspace that has none. An index that exists is left to `memkeep index`, or to a person. */
export const memoryIndex: Migration = {
  id: '0003-memory-index',
  summary: 'Writes the first memory index of every workspace.',
  wants: ({ kind }) => kind === 'memory-index',
  needsDerived: true,
  plan: ({ files, present, derived }) => ({
    sets: [...derived].flatMap(([path, file]) =>
      file.kind === 'text' && path.endsWith(`/${NAME}`) && !present.has(path)
        ? [[{ kind: 'derive', path, text: file.text, values: [] }]]
        : [],
    ),
    forPerson: files.flatMap((file) => brokenIndex(file) ?? []),
  }),
}

/** What a person has to do about an index that cannot be read; null for one that can. */
function brokenIndex({ path, text }: TextFile): ForPerson | null {
  const fault = faultOf(text)
  if (!fault) return null
  const { line, message } = fault
  const help = `Fix it, or run \`memkeep index\`, which keeps a copy and writes a new one.`
  return { path, line, what: `left: ${message}. ${help}` }
}

function faultOf(text: string): { readonly line: number; readonly message: string } | null {
  const parsed = parseYaml(text)
  if ('problem' in parsed) return { line: parsed.problem.place.line, message: parsed.problem.message }
  return isIndex(parsed.data.value) ? null : { line: 1, message: 'The file is not a memory index' }
}

/** An empty file is an empty index. */
function isIndex(value: Json): boolean {
  if (value === null) return true
  if (!isJsonObject(value)) return false
  const { tags = null, categories = null, summary = null } = value
  const isListOrNothing = (list: Json): boolean => list === null || Array.isArray(list)
  return isListOrNothing(tags) && isListOrNothing(categories) && (summary === null || isJsonObject(summary))
}
