import type { Memory } from '../../../core/document.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { Answer, OperationInput, Refusal } from '../../../core/operation.ts'
import { flag, type ObjectOf, text } from '../../../core/schema.ts'
import { digest } from '../../../formats/hash.ts'
import { refuse } from '../../../stores/answer.ts'
import { coworkRoot } from '../claim.ts'
import { PROJECT_MODELS } from '../read-files.ts'
import { type ListName, projectFacts, projectMemoryPath } from '../rows.ts'
import { oneLine, reviewItem, textFault, WRITTEN, writeAnswer } from './answers.ts'
import { changedProjectFile, twinOf } from './models.ts'
import { sessionToWrite } from './sessions.ts'

/** A decision or a pattern that is written directly. */
type AddedRow = {
  readonly list: ListName
  readonly title: string
  readonly content: string
  /** What else the item's body has, before the content. */
  readonly before: string | null
  /** The row, for its id and iteration. */
  readonly row: (made: { readonly id: string; readonly iteration: string }) => JsonObject
}

/** The properties of the answer. */
export const ADDED = {
  id: text('The id of the row.'),
  memory_id: text('The same: what `load_memory_detail` takes.'),
  file: text('What `load_memory_detail` takes as `file`.'),
  path: text('The index of the project, relative to the root of the repository.'),
  already: flag('The project has this title with this text: that row is named.'),
  ...WRITTEN,
}

export const ADDED_ALWAYS = ['saved', 'id', 'memory_id', 'file', 'path', 'dry_run'] as const

type Added = ObjectOf<typeof ADDED, (typeof ADDED_ALWAYS)[number]>

type Arguments = JsonObject & { readonly session?: string; readonly dry_run?: boolean }

/** Appends a row to `memory.json`, for the session that is named or current: its detail file follows. */
export function addRow(added: AddedRow, input: OperationInput<Arguments>): Answer<Added> | Refusal {
  const { args, memory } = input
  const { dry_run: _, ...said } = args
  const { list, content, before } = added
  const fault = textFault(said)
  if (fault) return fault
  const title = oneLine(PROJECT_MODELS[list].title, added.title)
  if ('refusal' in title) return title
  if (!/\S/.test(content))
    return refuse('The text says nothing', 'Say what was decided, or what the pattern is.')
  const session = sessionToWrite(memory, args.session || null)
  if ('refusal' in session) return session
  const path = projectMemoryPath(memory.settings)
  const dataOf = (id: string) => ({ id, memory_id: id, file: `project/${list}/${id}.md`, path })
  const twin = twinOf({ list, title: title.text, content }, input)
  if (twin) return writeAnswer(args, { ...dataOf(twin.id), already: true }, { plan: new Map() })
  const id = newId(list.slice(0, 3), session.id, input)
  const changed = changedProjectFile(
    [{ at: [list], append: [added.row({ id, iteration: session.id })] }],
    input,
  )
  if ('refusal' in changed) return changed
  return writeAnswer(args, dataOf(id), {
    plan: changed.plan,
    review: reviewItem(id, digest(before === null ? content : `${before}\n\n${content}`)),
  })
}

/**
 * A free id of the form `{prefix}-{iteration}-{milliseconds since 1970}`: one millisecond more for each that is in use, by an
 * item of the memory or in the name of a detail file.
 */
export function newId(
  prefix: string,
  iteration: string,
  {
    memory,
    now,
    taken = [],
  }: { readonly memory: Memory; readonly now: string; readonly taken?: readonly string[] },
): string {
  const facts = projectFacts(memory)
  const used = new Set([
    ...taken,
    ...memory.documents.flatMap(({ items }) => items.flatMap(({ id }) => (id === undefined ? [] : [id]))),
    ...[...(facts?.decisions ?? []), ...(facts?.patterns ?? [])].map(({ id }) => id),
  ])
  const project = `${coworkRoot(memory.settings)}/memory/project`
  const isTaken = (id: string): boolean =>
    used.has(id) ||
    ['decisions', 'patterns'].some((folder) => memory.files.has(`${project}/${folder}/${id}.md`))
  for (let time = Date.parse(now); ; time += 1) {
    const id = `${prefix}-${iteration}-${time}`
    if (!isTaken(id)) return id
  }
}
