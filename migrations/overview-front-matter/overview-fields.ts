import type { JsonObject } from '../../src/core/json.ts'
import type { ForPerson, WorkedOut } from '../../src/core/migration.ts'
import { type FrontMatterField, isEmpty } from '../../src/formats/front-matter-edits.ts'
import { findTags } from '../plan-front-matter/find-tags.ts'
import { type Found, foundFields, inText } from '../plan-front-matter/found.ts'
import { lineOfField, type PlanDocument } from '../plan-front-matter/plan-document.ts'
import type { Abstract } from './abstract.ts'
import { descriptionField, descriptionIn, wholeAsDescription } from './description-in.ts'
import { nameIn, nameOfDirectory } from './overview-name.ts'

/** What a description says until a person has said it; `check` reports it. */
const TODO = 'TODO: say what this is for'

/** The fields that an overview lacks, in the order in which they are written. */
export type OverviewFields = {
  readonly fields: readonly FrontMatterField[]
  readonly values: readonly WorkedOut[]
  readonly forPerson: readonly ForPerson[]
}

/** Where the fields come from; `abstract` is what lies beside the overview. */
export type Sources = {
  readonly abstract: Abstract | null
  /** The root of all scopes. */
  readonly resources: string
}

/** Works out what an overview lacks: from the abstract beside it, from its own words, and from where it lies. */
export function overviewFields(overview: PlanDocument, { abstract, resources }: Sources): OverviewFields {
  const lacks = (key: string): boolean => isEmpty(overview.fields[key])
  const beside = abstract?.document ?? null
  const found: (readonly [string, Found<string | readonly string[]> | null])[] = [
    ['name', lacks('name') ? findName(overview, { beside, resources }) : null],
    ['description', lacks('description') ? findDescription(overview, abstract) : null],
    ['tags', lacks('tags') ? tagsFor(overview, beside) : null],
  ]
  const known = found.flatMap(([key, one]) => (one ? [{ key, ...one }] : []))
  const isUnsaid = overview.fields.description === TODO || known.some(({ value }) => value === TODO)
  return {
    ...foundFields(known),
    forPerson: isUnsaid ? [{ path: overview.path, line: 1, what: NO_PURPOSE }] : [],
  }
}

const NO_PURPOSE = 'Nothing says what this is for. Write its `description` in one or two sentences.'

function findName(
  overview: PlanDocument,
  { beside, resources }: { beside: PlanDocument | null; resources: string },
): Found {
  return (
    (beside && textField(beside, 'name')) ??
    nameIn(overview) ??
    (beside && nameIn(beside)) ??
    nameOfDirectory(overview.path, resources)
  )
}

function findDescription(overview: PlanDocument, abstract: Abstract | null): Found {
  return (
    (abstract && fromAbstract(abstract)) ??
    descriptionIn(overview) ?? {
      value: TODO,
      evidence: { kind: 'guess', why: 'no text says what it is for' },
    }
  )
}

/** All of the opening paragraph, when it fits; else its first sentences. */
function fromAbstract({ document, read, opening }: Abstract): Found | null {
  const field = descriptionField(document)
  if (field) return field
  const whole = opening && wholeAsDescription(read.text.slice(opening.start, opening.end))
  if (!whole || !opening) return descriptionIn(document)
  const line = read.text.slice(0, opening.start).split(/\r\n|\n|\r/).length
  return { value: whole, evidence: inText(document.path, line) }
}

function textField(document: PlanDocument, key: string): Found | null {
  const value = document.fields[key]
  if (typeof value !== 'string' || value.trim() === '') return null
  return { value: value.trim(), evidence: inText(document.path, lineOfField(document, key)) }
}

/** The abstract's own tags come first. */
function tagsFor(overview: PlanDocument, beside: PlanDocument | null): Found<readonly string[]> | null {
  const own = beside ? tagsOf(beside.fields) : []
  const found = findTags(overview)
  if (!beside || own.length === 0) return found
  const value = [...new Set([...own, ...(found?.value ?? [])])]
  return { value, evidence: inText(beside.path, lineOfField(beside, 'tags')) }
}

/** The tags of a document, where they are a list of texts. */
export function tagsOf({ tags }: JsonObject): readonly string[] {
  return Array.isArray(tags) ? tags.filter((one) => typeof one === 'string' && one.trim() !== '') : []
}
