import { isJsonObject, type Json, type JsonObject } from '../src/core/json.ts'
import type { FileChange, ForPerson, Migration, TextFile, WorkedOut } from '../src/core/migration.ts'
import type { Data } from '../src/core/source.ts'
import { type Edit, lineAt, lineStarts } from '../src/core/text.ts'
import { contentIds } from '../src/formats/hash.ts'
import { parseJson } from '../src/formats/json/json.ts'

/** Keys under which other tools name the session that runs, in the order in which they are read. */
const CURRENT = [
  'current_session',
  'current_session_id',
  'current_iteration_id',
  'session_id',
  'iteration_id',
]
const LATEST = ['latest_session', 'latest_session_id']
const ID = ['id', 'session_id']

/** The lists of an iteration file, with the prefixes of the ids of their items. */
const LISTS = { insights: 'ins', issues: 'iss', learnings: 'lrn' } as const

/** Sessions get one spelling, and items of sessions the ids by which they are promoted. */
export const coworkSpellings: Migration = {
  id: '0008-cowork-spellings',
  summary: 'Gives session.json one spelling, and writes the ids of session items that have none.',
  wants: ({ layout, kind }) =>
    layout === 'cowork' && (kind === 'cowork-session' || kind === 'iteration-memory'),
  plan: ({ files }) => {
    const taken = new Set(files.filter(isIteration).flatMap(writtenIds))
    const planned = files.map((file) => (isIteration(file) ? namedItems(file, taken) : respelt(file)))
    const changes = planned.flatMap(({ edits, values }, i): FileChange[] =>
      edits.length === 0 ? [] : [{ kind: 'edit', path: files[i]?.path ?? '', edits, values }],
    )
    return {
      sets: changes.map((change) => [change]),
      forPerson: planned.flatMap(({ forPerson }) => forPerson),
    }
  },
}

type Planned = {
  readonly edits: readonly Edit[]
  readonly values: readonly WorkedOut[]
  readonly forPerson: readonly ForPerson[]
}

function isIteration({ kind }: TextFile): boolean {
  return kind === 'iteration-memory'
}

/** The parsed text; a remark for a person where it is no JSON. */
function dataOf({ path, text }: TextFile): { readonly data: Data } | { readonly forPerson: ForPerson } {
  const parsed = parseJson(text)
  if ('data' in parsed) return parsed
  const { place, message } = parsed.problem
  return { forPerson: { path, line: place.line, what: `${message}: the file is left as it is.` } }
}

function leftTo(forPerson: ForPerson): Planned {
  return { edits: [], values: [], forPerson: [forPerson] }
}

/** The objects of a list with their places in it. */
function rowsIn({ value }: Data, list: string): readonly (readonly [index: number, row: JsonObject])[] {
  const rows = isJsonObject(value) ? value[list] : undefined
  return Array.isArray(rows)
    ? rows.flatMap((row: Json, i) => (isJsonObject(row) ? [[i, row] as const] : []))
    : []
}

/** `session.json` with its keys in one spelling; what they hold, and every other byte, stays. */
function respelt(file: TextFile): Planned {
  const parsed = dataOf(file)
  if ('forPerson' in parsed) return leftTo(parsed.forPerson)
  const { data } = parsed
  if (!isJsonObject(data.value)) return { edits: [], values: [], forPerson: [] }
  const renamed = [
    ...renaming(data.value, CURRENT, ''),
    ...renaming(data.value, LATEST, ''),
    ...rowsIn(data, 'sessions').flatMap(([i, row]) => renaming(row, ID, `/sessions/${i}`)),
  ]
  const starts = lineStarts(file.text)
  const found = renamed.flatMap(({ pointer, name }) => {
    const key = data.nodes.get(pointer)?.key
    return key ? [{ name, key, line: lineAt(starts, key.start) }] : []
  })
  return {
    edits: found.map(({ name, key }) => ({ ...key, text: JSON.stringify(name) })),
    values: found.map(({ name, line }) => ({
      field: 'key',
      value: name,
      evidence: { kind: 'text', path: file.path, line },
    })),
    forPerson: [],
  }
}

/** The key that counts gets the first of its names, where no key has it. */
function renaming(
  holder: JsonObject,
  [wanted = '', ...others]: readonly string[],
  above: string,
): readonly { readonly pointer: string; readonly name: string }[] {
  if (Object.hasOwn(holder, wanted)) return []
  const present = others.filter((key) => Object.hasOwn(holder, key))
  const counting = present.find((key) => typeof holder[key] === 'string' && holder[key] !== '') ?? present[0]
  return counting === undefined ? [] : [{ pointer: `${above}/${counting}`, name: wanted }]
}

function writtenIds(file: TextFile): readonly string[] {
  const parsed = dataOf(file)
  if (!('data' in parsed)) return []
  const rows = Object.keys(LISTS).flatMap((list) => rowsIn(parsed.data, list))
  return rows.flatMap(([, { id }]) => (typeof id === 'string' && id !== '' ? [id] : []))
}

/** Writes ids as the first members of items; they are the ids that were computed for these items before. */
function namedItems(file: TextFile, taken: Set<string>): Planned {
  const parsed = dataOf(file)
  if ('forPerson' in parsed) return leftTo(parsed.forPerson)
  const edits: Edit[] = []
  const values: WorkedOut[] = []
  const forPerson: ForPerson[] = []
  const starts = lineStarts(file.text)
  for (const [list, prefix] of Object.entries(LISTS)) {
    const rows = rowsIn(parsed.data, list)
    const computed = contentIds(rows.map(([, row]) => ({ prefix, words: wordsOf(list, row) })))
    for (const [n, [i, row]] of rows.entries()) {
      const { start } = parsed.data.nodes.get(`/${list}/${i}`)?.value ?? { start: 0 }
      const line = lineAt(starts, start)
      if (Object.hasOwn(row, 'id')) {
        if (typeof row.id === 'string' && row.id !== '') continue
        forPerson.push({
          path: file.path,
          line,
          what: 'The `id` of the item is no name: write one, or take it out.',
        })
        continue
      }
      if (Object.keys(row).length === 0) {
        forPerson.push({ path: file.path, line, what: 'The item says nothing, so it got no id.' })
        continue
      }
      const id = freeId(computed[n] ?? '', taken)
      const gap = /^\s*/.exec(file.text.slice(start + 1))?.[0] ?? ''
      const at = start + 1 + gap.length
      edits.push({ start: at, end: at, text: `"id": ${JSON.stringify(id)},${gap === '' ? ' ' : gap}` })
      values.push({ field: 'id', value: id, evidence: { kind: 'text', path: file.path, line } })
    }
  }
  return { edits, values, forPerson }
}

/** What an item without an id is known by. */
function wordsOf(list: string, { created_at: at, content }: JsonObject): readonly string[] {
  return [list, at, content].map((value) => (typeof value === 'string' ? value : ''))
}

/** The same item in two files is two items. */
function freeId(id: string, taken: Set<string>): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? id : `${id}-${n}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}
