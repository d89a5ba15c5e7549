import { isCalendarDate } from '../../src/core/date.ts'
import type { FileHistory, ForPerson, WorkedOut } from '../../src/core/migration.ts'
import type { PlanStatus } from '../../src/core/plan-status.ts'
import { type FrontMatterField, isEmpty } from '../../src/formats/front-matter-edits.ts'
import { findCreated } from './find-created.ts'
import { findDescription } from './find-description.ts'
import { findName } from './find-name.ts'
import { findStatus } from './find-status.ts'
import { findTags } from './find-tags.ts'
import { type Found, foundFields } from './found.ts'
import { lineOfField, type PlanDocument } from './plan-document.ts'

/** What a description says until a person has said it; the rule `description-todo` reports it. */
const TODO = 'TODO: say what this plan is for'

/** The fields that a plan lacks, in the order in which they are written, and what only a person can say. */
export type MissingFields = {
  readonly fields: readonly FrontMatterField[]
  readonly values: readonly WorkedOut[]
  readonly forPerson: readonly ForPerson[]
}

/** What is known besides the text. */
type Known = {
  readonly history: FileHistory | undefined
  readonly renamed: ReadonlyMap<string, string>
  /** The status of a plan that states none. */
  readonly statusDefault: PlanStatus | undefined
}

/** Works out the fields that a plan lacks; one that nothing speaks for is left out, or for a description is a `TODO`. */
export function missingFields(
  document: PlanDocument,
  { history, renamed, statusDefault }: Known,
): MissingFields {
  const lacks = (key: string): boolean => isEmpty(document.fields[key]) && !renamed.has(key)
  const created = lacks('created') ? findCreated(document, history) : null
  const found: (readonly [string, Found<string | readonly string[]> | null])[] = [
    ['name', lacks('name') ? findName(document) : null],
    ['description', lacks('description') ? (findDescription(document) ?? unsaid()) : null],
    ['status', lacks('status') ? findStatus(document, statusDefault) : null],
    ['created', created],
    [
      'updated',
      lacks('updated')
        ? findUpdated(document, { history, created: created?.value ?? renamed.get('created') })
        : null,
    ],
    ['tags', lacks('tags') ? findTags(document) : null],
  ]
  const known = found.flatMap(([key, one]) => (one ? [{ key, ...one }] : []))
  return {
    ...foundFields(known),
    forPerson: [
      ...(lacks('created') && !created ? [forPerson(document, NO_DAY)] : []),
      ...(document.fields.description === TODO || known.some(({ value }) => value === TODO)
        ? [{ ...forPerson(document, NO_PURPOSE), line: lineOfField(document, 'description') }]
        : []),
    ],
  }
}

const NO_DAY =
  'Nothing says when the plan was made: not its file name, no line of the text, no commit. Add `created: YYYY-MM-DD`.'
const NO_PURPOSE = 'Nothing says what the plan is for. Write its `description` in one or two sentences.'

function forPerson({ path }: PlanDocument, what: string): ForPerson {
  return { path, line: 1, what }
}

function unsaid(): Found {
  return { value: TODO, evidence: { kind: 'guess', why: 'the plan does not say what it is for' } }
}

/** The day of the last commit that changed the text, where that is after the plan was made, and not the one that added it. */
function findUpdated(
  { fields }: PlanDocument,
  { history, created }: { readonly history: FileHistory | undefined; readonly created: string | undefined },
): Found | null {
  const changed = history?.bodyChanged
  const since = created ?? fields.created
  if (!changed || changed.commit === history.added?.commit) return null
  if (typeof since !== 'string' || !isCalendarDate(since) || changed.date <= since) return null
  return { value: changed.date, evidence: { kind: 'commit', commit: changed.commit } }
}
