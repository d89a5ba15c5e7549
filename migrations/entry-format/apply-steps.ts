import type { Evidence, WorkedOut } from '../../src/core/migration.ts'
import { lineAt } from '../../src/core/place.ts'
import type { Entry } from '../../src/formats/entry-log.ts'
import type { Arrangement, Group } from './arrange.ts'
import { type Draft, draftOf, edited, originOf } from './draft.ts'
import { type EntryEvidence, entryEvidence } from './entry-evidence.ts'
import { headingEdits } from './heading-edits.ts'
import { labelEdits } from './label-edits.ts'
import { type LogText, type Remark, readLog } from './log-text.ts'
import { separatorEdits } from './separator-edits.ts'
import { topicOf, topicOfTitle } from './topics.ts'

/** A log after all steps, and what was found on the way. */
export type Applied = {
  readonly draft: Draft
  /** After the first step, which brings headings into the form. */
  readonly headings: LogText
  readonly done: LogText
  readonly values: readonly WorkedOut[]
  readonly remarks: readonly Remark[]
}

type Place = { readonly path: string; readonly frontMatterBytes: number }
type Reading = Pick<Place, 'frontMatterBytes'> & Pick<LogText, 'lineBreak'>

/** Headings first, then separators, then labels, each on what the entry reader makes of the step before; null where it cannot read one. */
export function applySteps(log: LogText, arrangement: Arrangement, place: Place): Applied | null {
  const { edits, remarks } = headingEdits(log, arrangement)
  const reading = { frontMatterBytes: place.frontMatterBytes, lineBreak: log.lineBreak }
  const first = edited(draftOf(log.text), edits)
  const headings = readAgain(first, reading)
  const second = headings && edited(first, separatorEdits(headings))
  const separated = second && readAgain(second, reading)
  if (!headings || !second || !separated) return null
  const entries = arrangement.groups.filter(({ role }) => role === 'entry')
  if (separated.log.entries.length !== entries.length) return null
  const context = { log, separated, draft: second, path: place.path }
  const labelled = separated.log.entries.map((entry, index) => labelEntry(context, entry, entries[index]))
  const draft = edited(
    second,
    labelled.flatMap((one) => one.edits),
  )
  const done = readAgain(draft, reading)
  return done && { draft, headings, done, values: together(labelled.flatMap((one) => one.values)), remarks }
}

/** The same guess of many entries is one value. */
function together(values: readonly WorkedOut[]): WorkedOut[] {
  const guesses = values.filter(({ evidence }) => evidence.kind === 'guess')
  const [first] = guesses
  if (!first || guesses.length === 1) return [...values]
  const found = values.filter(({ evidence }) => evidence.kind !== 'guess')
  return [...found, { ...first, field: `category of ${guesses.length} entries` }]
}

function readAgain({ text }: Draft, { frontMatterBytes, lineBreak }: Reading): LogText | null {
  const read = readLog(text, frontMatterBytes, lineBreak)
  return 'refused' in read ? null : read
}

type Context = {
  readonly log: LogText
  readonly separated: LogText
  readonly draft: Draft
  readonly path: string
}

function labelEntry(
  context: Context,
  entry: Entry,
  group: Group | undefined,
): { edits: ReturnType<typeof labelEdits>; values: WorkedOut[] } {
  const found = entryEvidence(context.separated, entry)
  const category = entry.category?.value.text ? null : categoryOf(context, found, group)
  const tags = entry.tags ? null : found.tags
  const lacking = {
    category: category?.value ?? null,
    tags: tags?.value ?? null,
    time: group?.stop.mark?.time ?? null,
  }
  const name = `of "${entry.title.text || entry.date.text}"`
  const values: WorkedOut[] = []
  const mark = group?.stop.mark
  if (mark?.date && mark.dateLine !== group?.stop.line) {
    values.push({ field: `date ${name}`, value: mark.date, evidence: onLine(context, mark.dateLine) })
  }
  if (category) values.push({ field: `category ${name}`, ...category })
  if (tags) {
    values.push({ field: `tags ${name}`, value: tags.value.join(', '), evidence: at(context, tags.offset) })
  }
  return { edits: labelEdits(context.separated, entry, lacking), values }
}

/** From a line of the entry, else from its title, else from the innermost section whose heading names a topic. */
function categoryOf(
  context: Context,
  { category }: EntryEvidence,
  group: Group | undefined,
): { value: string; evidence: Evidence } {
  if (category) return { value: category.value, evidence: at(context, category.offset) }
  const { mark, line: own } = group?.stop ?? {}
  const titled = topicOfTitle(mark?.title ?? '')
  if (titled && own !== undefined) return { value: titled, evidence: onLine(context, own) }
  for (const { text, line } of [...(group?.above ?? [])].reverse()) {
    const topic = topicOf(text)
    if (topic) return { value: topic, evidence: onLine(context, line) }
  }
  const why = 'neither an entry nor a section above it says what it is about'
  return { value: 'general', evidence: { kind: 'guess', why } }
}

function at(context: Context, offset: number): Evidence {
  return onLine(context, lineAt(context.log.starts, originOf(context.draft, offset)))
}

function onLine({ path }: Context, line: number): Evidence {
  return { kind: 'text', path, line }
}
