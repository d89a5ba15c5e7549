import type { Memory } from '../../../../core/document.ts'
import type { JsonObject } from '../../../../core/json.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { OperationAnswer, OperationInput, Refusal, TriedPlan } from '../../../../core/operation.ts'
import { bodyText } from '../../../../formats/front-matter-block.ts'
import { type FrontMatterField, frontMatterBlock } from '../../../../formats/front-matter-edits.ts'
import { yamlText } from '../../../../formats/yaml/yaml-text.ts'
import { atomicRoot } from '../../claim.ts'
import { cleanContent, cleanTags, cleanTitle, refuseUnseen } from './clean-fields.ts'
import { findDuplicates } from './find-item.ts'
import { fold } from './read-items.ts'
import { categoryOf, textOf, textsOf } from './schemas.ts'

/** What a kind says of its new items. */
export type NewKind = {
  readonly kind: string
  readonly status?: string
  /** The parameters that are the kind's own, by name; one that is not given is left out of the file. */
  readonly own: readonly string[]
  /** Notes for the writer. */
  readonly notes?: readonly string[]
  /** What else the answer says. */
  readonly data?: JsonObject
  /** Why it cannot be saved, unless it is there already. */
  readonly fault?: Refusal
  /** Why an item of equal title and another text is not saved, and what to do. */
  readonly refuseTitled?: (id: string, path: string) => Refusal | null
}

/** Plans a new item, one file, or answers with the item that says the same already. */
export function planNewItem(input: OperationInput, made: NewKind): OperationAnswer {
  const { args, memory } = input
  const unseen = refuseUnseen(args)
  if (unseen) return unseen
  const titled = cleanTitle(String(args.title))
  if ('refusal' in titled) return titled
  const bodied = cleanContent(String(args.content))
  if ('refusal' in bodied) return bodied
  const tagged = cleanTags(textsOf(args.tags) ?? [], memory)
  if ('refusal' in tagged) return tagged
  const identity = newIdentity(made.kind, titled.title, input)
  const sought = {
    ...titled,
    ...bodied,
    kind: made.kind,
    status: made.status ?? null,
    created: identity.created,
  }
  const { same, titled: other, similar } = findDuplicates(sought, memory)
  if (same) return answerKnown(same.item.id ?? '', same.document.path, made)
  if (made.fault) return made.fault
  const refused = other && made.refuseTitled?.(other.item.id ?? '', other.document.path)
  if (refused) return refused
  const like = other ?? similar
  const notes = [
    ...tagged.notes,
    ...(made.notes ?? []),
    ...(like ? [likeNote(like.item.id ?? '', like.document.path, other !== null)] : []),
  ]
  const fields = fieldsOf({ ...titled, tags: tagged.tags, identity }, made, args)
  return answerNew({ fields, content: bodied.content, identity, notes }, made, args)
}

function answerKnown(id: string, path: string, { kind, data }: NewKind): OperationAnswer {
  const notes = [
    `A ${kind} with this title and text is there already: nothing was saved. Other parameters do not change it.`,
  ]
  const { supersedes: _, ...rest } = data ?? {}
  const known = { saved: false, id, path, category: categoryOf(kind), ...rest, notes }
  return { text: yamlText(known), data: known }
}

function likeNote(id: string, path: string, isTitled: boolean): string {
  const what = isTitled ? 'the same title and another text' : 'nearly the same text'
  return `${safeText(id)} (${safePath(path)}) has ${what}: both are kept.`
}

type Named = { readonly title: string; readonly tags: readonly string[]; readonly identity: Identity }

function fieldsOf({ title, tags, identity }: Named, { own }: NewKind, args: JsonObject): FrontMatterField[] {
  return [
    { key: 'id', value: identity.id },
    { key: 'title', value: title },
    { key: 'created', value: identity.created },
    ...(tags.length > 0 ? [{ key: 'tags', value: tags }] : []),
    ...own.flatMap((key) => ownField(key, args)),
  ]
}

function ownField(key: string, args: JsonObject): FrontMatterField[] {
  const value = args[key]
  if (typeof value === 'number') return [{ key, value }]
  const text = textOf(value)?.trim() ?? ''
  return text === '' ? [] : [{ key, value: text }]
}

type Made = {
  readonly fields: readonly FrontMatterField[]
  readonly content: string
  readonly identity: Identity
  readonly notes: readonly string[]
}

function answerNew(made: Made, { kind, data: more }: NewKind, args: JsonObject): OperationAnswer {
  const { fields, content, identity, notes } = made
  const { id, path } = identity
  const isDry = args.dry_run === true
  const data: JsonObject = {
    saved: !isDry,
    id,
    path,
    category: categoryOf(kind),
    ...more,
    ...(isDry && { dry_run: true }),
    ...(notes.length > 0 && { notes }),
  }
  return {
    text: yamlText(data),
    data,
    plan: new Map([[path, { kind: 'text', text: `${frontMatterBlock(fields)}\n${content}\n` }]]),
    ...(isDry && { dryRun: true }),
    review: (tried) => reviewNew(made, tried),
  }
}

/** What is saved reads back as the same fields and the same text. */
function reviewNew({ fields, content, identity }: Made, { sources }: TriedPlan): Refusal | null {
  const source = sources.get(identity.path)
  const read = source?.frontMatter?.fields ?? {}
  const wanted = Object.fromEntries(fields.map(({ key, value }) => [key, value]))
  const isSame =
    source !== undefined &&
    JSON.stringify(read) === JSON.stringify(wanted) &&
    bodyText(source.text) === content
  if (isSame || (source?.problems.length ?? 0) > 0) return null
  return {
    refusal: 'The item would not read back as it was given',
    help: 'Write `title`, `content` and the other texts in a simpler way.',
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
function newIdentity(kind: string, title: string, { memory, now, mint }: OperationInput): Identity {
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
  let bits = Number.parseInt(uuid.replaceAll('-', '').slice(-8), 16)
  let suffix = ''
  for (let i = 0; i < SUFFIX; i += 1) {
    suffix = `${DIGITS[bits % DIGITS.length]}${suffix}`
    bits = Math.floor(bits / DIGITS.length)
  }
  return suffix
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
