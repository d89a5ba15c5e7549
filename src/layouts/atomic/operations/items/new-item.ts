import { type ItemAt, itemsIn } from '../../../../core/changes/item-changes.ts'
import type { Memory } from '../../../../core/document.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { OperationAnswer, OperationInput, OperationReview, Refusal } from '../../../../core/operation.ts'
import { type FrontMatterField, frontMatterBlock } from '../../../../formats/edit-front-matter.ts'
import { bodyText } from '../../../../formats/front-matter-block.ts'
import { refuse } from '../../../../stores/answer.ts'
import { refuseUnseen } from '../../../../stores/clean-text.ts'
import { likenesses } from '../../../../stores/likeness.ts'
import { planText } from '../../../../stores/plans.ts'
import { atomicRoot } from '../../claim.ts'
import { createdOf, isArchived, isOver, statusOf, supersession } from '../../lifecycle.ts'
import { answerItem, answerUnchanged, type OwnFields, ownChanges } from './change-item.ts'
import { cleanItem } from './clean-fields.ts'
import { fold } from './read-items.ts'
import { categoryOf, type Written } from './schemas.ts'

/** The arguments that every kind of new item has. */
type NewItem = {
  readonly title: string
  readonly content: string
  readonly tags?: readonly string[] | null
  readonly dry_run?: boolean
}

/** What a kind says of its new items. */
type NewKind = {
  readonly kind: string
  /** The values of the kind's own fields, by name; one that is not given is left out of the file. */
  readonly own: OwnFields & { readonly status?: string }
  /** Notes for the writer. */
  readonly notes?: readonly string[]
  /** What else the answer says of an item that is saved. */
  readonly more?: Partial<Written>
  /** Why it cannot be saved, unless it is there already. */
  readonly fault?: Refusal | null
  /** Why an item of equal title and another text is not saved, and what to do. */
  readonly refuseTitled?: (other: ItemAt) => Refusal | null
}

/** Plans a new item, one file, or answers with the item that says the same already. */
export function planNewItem(
  input: OperationInput<NewItem>,
  { kind, own, notes = [], more, fault = null, refuseTitled }: NewKind,
): OperationAnswer<Written> {
  const { args, memory } = input
  const unseen = refuseUnseen(args)
  if (unseen) return unseen
  const clean = cleanItem(args, memory)
  if ('refusal' in clean) return clean
  const { title = '', content = '', tags = [] } = clean
  const { id, path, created } = newIdentity(kind, title, input)
  const status = own.status === undefined ? {} : { status: own.status }
  const like = likenesses({ title, content }, itemsThatCount({ kind, created, ...status }, memory))
  const titled = like.filter(({ isTitled }) => isTitled)
  const same = titled.find(({ isSame }) => isSame)
  if (same) {
    const note = `A ${kind} with this title and text is there already: nothing was saved. Other parameters do not change it.`
    return answerUnchanged(same.at, note, status)
  }
  const [other] = titled
  const refused = fault ?? (other && refuseTitled?.(other.at))
  if (refused) return refused
  const near = other ?? like.find(({ isSame, share }) => isSame || share >= SIMILAR)
  const fields = [
    { key: 'id', value: id },
    { key: 'title', value: title },
    { key: 'created', value: created },
    ...(tags.length > 0 ? [{ key: 'tags', value: tags }] : []),
    ...ownFields(own),
  ]
  return answerItem({ id, kind }, path, args, {
    more: { ...status, ...more },
    plan: planText(path, `${frontMatterBlock(fields)}\n${content}\n`),
    notes: [...clean.notes, ...notes, ...(near ? [likeNote(near)] : [])],
    review: readsBack(path, fields, content),
  })
}

/** From this share of word triples on a body is worth a note. */
const SIMILAR = 0.7

/**
 * What a new item is compared with: open tasks, active goals, facts outside the archive, decisions in force, and reflections of
 * the same day. One that is recorded as finished is compared with those that ended in the same way.
 */
function itemsThatCount(
  { kind, created, status }: { readonly kind: string; readonly created: string; readonly status?: string },
  memory: Memory,
): ItemAt[] {
  const { successors } = supersession(memory)
  return itemsIn(memory.documents.filter((document) => document.kind === kind)).filter((at) => {
    if (kind === 'reflection') return createdOf(at) === created
    if (isArchived(at.document)) return false
    if (kind === 'decision') return !successors.has(at.item.id ?? '')
    return kind === 'fact' || !isOver(at) || statusOf(at) === status
  })
}

function likeNote({ at, isTitled }: { readonly at: ItemAt; readonly isTitled: boolean }): string {
  const what = isTitled ? 'the same title and another text' : 'nearly the same text'
  return `${safeText(at.item.id ?? '')} (${safePath(at.document.path)}) has ${what}: both are kept.`
}

function ownFields(own: OwnFields): FrontMatterField[] {
  return ownChanges({}, own).flatMap(({ key, value }) => (value === null ? [] : [{ key, value }]))
}

/** What is saved reads back as the same fields and the same text. */
function readsBack(path: string, fields: readonly FrontMatterField[], content: string): OperationReview {
  const wanted = JSON.stringify(Object.fromEntries(fields.map(({ key, value }) => [key, value])))
  return ({ sources }) => {
    const source = sources.get(path)
    const isSame =
      source !== undefined &&
      JSON.stringify(source.frontMatter?.fields ?? {}) === wanted &&
      bodyText(source.text) === content
    return isSame || (source && source.problems.length > 0)
      ? null
      : refuse(
          'The item would not read back as it was given',
          'Write `title`, `content` and the other texts in a simpler way.',
        )
  }
}

/** The first part of an id, by kind. */
const PREFIXES: { readonly [kind: string]: string } = {
  fact: 'fact',
  decision: 'dec',
  goal: 'goal',
  task: 'task',
  reflection: 'refl',
}

/** What names a new item, and where it lies. */
type Identity = { readonly id: string; readonly path: string; readonly created: string }

/** Drawn so often before giving up: two of a billion suffixes are hardly ever the same. */
const DRAWS = 100

/**
 * An id and a path that nothing in the memory has, archives included. The suffix is drawn and not counted: two branches that
 * count give one number to different items.
 */
function newIdentity(kind: string, title: string, { memory, now, mint }: OperationInput<NewItem>): Identity {
  const created = now.slice(0, 10)
  const taken = takenNames(memory)
  const folder = `${atomicRoot(memory.settings)}/${categoryOf(kind)}`
  for (let n = 0; n < DRAWS; n += 1) {
    const suffix = suffixOf(mint(n))
    const id = `${PREFIXES[kind]}-${created.replaceAll('-', '')}-${suffix}`
    const name = `${created}-${slug(title)}-${suffix}.md`
    if (!taken.has(id) && !taken.has(name)) return { id, path: `${folder}/${name}`, created }
  }
  throw new Error('no free id was drawn')
}

function takenNames({ documents, files }: Memory): ReadonlySet<string> {
  const ids = documents.flatMap(({ items }) => items.flatMap(({ id }) => id ?? []))
  const names = [...files.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1))
  return new Set([...ids, ...names])
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const SUFFIX = 6

/** Six digits of base 32, without the letters that look like others, from the random end of a UUID. */
function suffixOf(uuid: string): string {
  const bits = Number.parseInt(uuid.replaceAll('-', '').slice(-8), 16)
  const digits = bits.toString(32).padStart(SUFFIX, '0').slice(-SUFFIX)
  return digits.replaceAll(/./g, (digit) => DIGITS.charAt(Number.parseInt(digit, 32)))
}

/** Most characters that a title gives to the name of its file. */
const LONGEST_SLUG = 50

/** The words of a title, whole ones as far as they fit: no character of it leads out of the folder. */
function slug(title: string): string {
  const words = fold(title).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let name = ''
  for (const word of words) {
    const next = name === '' ? word : `${name}-${word}`
    if (next.length > LONGEST_SLUG) break
    name = next
  }
  return name || [...(words[0] ?? 'item')].slice(0, LONGEST_SLUG / 2).join('')
}
