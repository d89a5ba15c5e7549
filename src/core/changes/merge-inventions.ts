import { type Item, type Memory, unreadPaths } from '../document.ts'
import { oncePer } from '../text.ts'
import { type ItemAt, isGained, knownChanges } from './item-changes.ts'
import { type Fate, type Merge, mergeChanges, type Version } from './merge-changes.ts'
import { holdsBody } from './merged-items.ts'
import { areSameButForMarks, isOfLines, newWords } from './merged-texts.ts'

/** An item of the result, and the fields in which it differs from what parents have. */
export type Resolved = {
  readonly at: ItemAt
  /** What parents have of it. */
  readonly versions: readonly Version[]
  readonly fields: readonly string[]
  /** Words of it that no parent has, in their order, as far as texts are known. */
  readonly words: readonly string[]
}

/** The same where what it has to be is known: the version of one parent. */
export type Chosen = Resolved & {
  readonly version: Version
  /** Every parent that has the item left it alone. */
  readonly isUntouched: boolean
}

/**
 * What a merge did to one item beyond choosing. `changed`: no conflict asked for it; `dropped`: an edit that one parent alone made
 * is thrown away; `resolved`: parents had edited it differently; `added`: no parent has anything of it.
 */
export type Invention =
  | (Chosen & { readonly what: 'changed' | 'dropped' })
  | (Resolved & { readonly what: 'resolved' | 'added' })

/** What a merge does to items that it should only have chosen among; worked out once per merge. */
export const mergeInventions = oncePer((merge: Merge): readonly Invention[] => {
  if (merge.merge.isRange) return []
  const { lost, doubled, returned, documents, versions } = mergeChanges(merge)
  const reported = new Set<Item>([...doubled, ...returned].map(({ item }) => item))
  for (const { into } of lost) if (into) reported.add(into.item)
  const gone = new Set(lost.map(({ at }) => at.item))
  const rewritten = new Set(lost.map(({ at }) => at.document.path))
  const unknown = unknownPaths(merge)
  return documents.flatMap((document) =>
    document.items.flatMap((item): Invention[] => {
      const at = { item, document }
      const own = versions.get(item) ?? []
      if (reported.has(item) || own.some((one) => gone.has(one.item))) return []
      if ([at, ...own].some((one) => one.item.damaged || unknown.has(one.document.path))) return []
      if (own.length > 0) return judge(at, own, merge)
      return rewritten.has(document.path) ? [] : added(at, merge)
    }),
  )
})

/** Files that some side of the merge has and that could not be read there: what was left alone in them is not known. */
function unknownPaths({ before, after, merge }: Merge): ReadonlySet<string> {
  const sides = [before, after, ...merge.others, ...merge.bases.map(({ memory }) => memory)]
  return new Set(sides.flatMap((memory) => [...unreadPaths(memory)]))
}

/** An item that leads to none of a parent: a new one, or one of two that parents added under one name. */
function added(at: ItemAt, merge: Merge): Invention[] {
  const { item } = at
  const like = [merge.before, ...merge.merge.others].flatMap(({ documents }, parent) =>
    documents.flatMap((document) =>
      document.items
        .filter((one) => one.kind === item.kind && areLike(one, item))
        .map((one) => ({ item: one, document, parent })),
    ),
  )
  if (like.some((one) => one.item.digest === item.digest)) return []
  const twice = like.filter((one) => addedTwice([one], merge))
  if (twice.length > 0) return resolved(at, twice, { merge, names: [at, ...twice].flatMap(namesOf) })
  return [{ at, what: 'added', versions: [], fields: [], words: newWords(at, [], merge.merge.texts) }]
}

function areLike(one: Item, other: Item): boolean {
  return one.digest === other.digest || (holdsBody(one, other) && holdsBody(other, one))
}

function judge(at: ItemAt, linked: readonly Version[], merge: Merge): Invention[] {
  const versions = withTwins(linked, merge)
  const [edited, untouched] = [
    versions.filter((one) => isEdited(one, merge)),
    versions.filter((one) => !isEdited(one, merge)),
  ]
  const isAs = (version: Version): boolean => ownChanges(version, at).length === 0
  if (edited.some(isAs)) return []
  if (untouched.some(isAs)) return edited.flatMap((version) => droppedEdit(at, version, merge))
  if (versions.some((version) => isSameInContext(at, version, merge)) || isOfHistory(at, linked, merge))
    return []
  const wordings = edited.filter(
    (one, i) => !edited.slice(0, i).some((other) => ownChanges(other, one).length === 0),
  )
  const isRemoved = fatesOf(versions, merge).some(
    ({ parent, twin }) => !twin && versions.every((one) => one.parent !== parent),
  )
  const isClash = addedTwice(versions, merge)
  if (wordings.length + (isRemoved && edited.length > 0 ? 1 : 0) > 1 || isClash)
    return resolved(at, versions, { merge, names: isClash ? [at, ...versions].flatMap(namesOf) : [] })
  const version = wordings[0] ?? untouched[0]
  if (!version) return []
  const fields = ownChanges(version, at)
  if (fields.every(isNumber) && followsClash(version, merge)) return []
  const words = newWords(at, versions, merge.merge.texts)
  return [{ at, what: 'changed', version, versions, isUntouched: edited.length === 0, fields, words }]
}

/** What other parents have of the item under names by which the result does not lead to them belongs to it as well. */
function withTwins(linked: readonly Version[], merge: Merge): readonly Version[] {
  const known = new Set(linked.map(({ parent }) => parent))
  const twins = new Map<number, Version>()
  for (const { parent, twin } of fatesOf(linked, merge))
    if (twin && !known.has(parent)) twins.set(parent, { ...twin, parent })
  return [...linked, ...twins.values()]
}

function fatesOf(versions: readonly Version[], merge: Merge): readonly Fate[] {
  const { fates } = mergeChanges(merge)
  return versions.flatMap(({ item, parent }) => fates[parent]?.get(item) ?? [])
}

/** True for a version that differs from what every ancestor had; what no ancestor had is new. */
function isEdited(version: Version, merge: Merge): boolean {
  const memory = [merge.before, ...merge.merge.others][version.parent]
  return fatesOf([version], merge).every(
    ({ origin }) => ownChanges(origin, version).length > 0 || isMoved(origin, version, memory),
  )
}

/** True for an item that went to another file while its own one stays: git takes that for a deletion. */
function isMoved(origin: ItemAt, { document }: ItemAt, memory: Memory | undefined): boolean {
  const { path } = origin.document
  return path !== document.path && (memory?.documents.some((one) => one.path === path) ?? false)
}

/** Fields that say where an item lies, and not what it says. */
const PLACE_FIELDS: readonly string[] = ['archived', 'file', 'name']

/** Fields that some formats read from the name of the file, which git changes itself where a side renamed its folder. */
const NAME_FIELDS: readonly string[] = ['date', 'id', 'number', 'title']

/** The fields in which a version differs from a later one, but for what a merge may do: a move, and another item replaced. */
function ownChanges(before: ItemAt, after: ItemAt): readonly string[] {
  const isRenamed = before.document.path !== after.document.path && before.item.digest === after.item.digest
  return knownChanges(before.item, after.item).filter(
    (field) =>
      !PLACE_FIELDS.includes(field) &&
      !(isRenamed && NAME_FIELDS.includes(field)) &&
      !isGained(field, before.item, after.item),
  )
}

function droppedEdit(at: ItemAt, version: Version, merge: Merge): Invention[] {
  const fields = changesMade(version, merge)
  if (fields.length === 0 || areSameButForMarks(version, at, merge.merge.texts)) return []
  const isThere = merge.after.documents.some((document) =>
    document.items.some(
      (item) => item.kind === version.item.kind && ownChanges(version, { item, document }).length === 0,
    ),
  )
  return isThere
    ? []
    : [{ at, what: 'dropped', version, versions: [version], isUntouched: false, fields, words: [] }]
}

/** The fields that a parent gave other values than the ancestors'. */
function changesMade(version: Version, merge: Merge): readonly string[] {
  const [first = [], ...others] = fatesOf([version], merge).map(({ origin }) => ownChanges(origin, version))
  return first.filter((field) => others.every((fields) => fields.includes(field)))
}

/** True where only marks and spaces differ, or what the item has from a heading above it, which a parent changed. */
function isSameInContext(at: ItemAt, version: Version, merge: Merge): boolean {
  if (!areSameButForMarks(version, at, merge.merge.texts)) return false
  return ownChanges(version, at).every((field) => field === 'body' || isMadeAround(field, at, version, merge))
}

/** True where a parent gave the same other value to an item of the same file. */
function isMadeAround(field: string, at: ItemAt, version: Version, merge: Merge): boolean {
  const shown = ({ item }: ItemAt): string => JSON.stringify(item.fields[field])
  return mergeChanges(merge).fates.some((own) =>
    [...own.values()]
      .flat()
      .some(
        ({ origin, twin }) =>
          twin?.document.path === at.document.path &&
          field in twin.item.fields &&
          shown(origin) === shown(version) &&
          shown(twin) === shown(at),
      ),
  )
}

/** True for what the rule `history` reports: fields that its kind fixes, and that are as in no parent. */
function isOfHistory(at: ItemAt, versions: readonly Version[], { after }: Merge): boolean {
  const { mode = 'free', editable = [] } = after.histories[at.document.kind] ?? {}
  return mode !== 'free' && fieldsOfNone(at, versions).some((field) => !editable.includes(field))
}

/** The fields that are as in none of the versions. */
function fieldsOfNone(at: ItemAt, versions: readonly ItemAt[]): readonly string[] {
  const [first = [], ...others] = versions.map((version) => ownChanges(version, at))
  return first.filter((field) => others.every((fields) => fields.includes(field)))
}

/** True where two parents added different items under one name or number: one of the two needs another. */
function addedTwice(versions: readonly Version[], merge: Merge): boolean {
  const { fates } = mergeChanges(merge)
  const own = new Set(versions.map(({ item }) => item))
  const names = addedNames(merge)
  return versions.some(
    ({ item, parent }) =>
      !fates[parent]?.has(item) &&
      namesOf({ item }).some((name) =>
        names.some(
          (added, other) =>
            other !== parent && added.get(nameInKind(item, name))?.some((one) => !own.has(one)),
        ),
      ),
  )
}

function isNumber(field: string): boolean {
  return field === 'id' || field === 'number'
}

/** True for a new item of a parent that added another one under a name that is given twice: what follows that one moves on. */
function followsClash({ item, parent }: Version, merge: Merge): boolean {
  if (mergeChanges(merge).fates[parent]?.has(item)) return false
  const names = addedNames(merge)
  return [...(names[parent] ?? [])].some(
    ([name, [first]]) =>
      first?.kind === item.kind && names.some((added, other) => other !== parent && added.has(name)),
  )
}

/** For each parent: the names of the items that it added. */
const addedNames = oncePer((merge: Merge): readonly ReadonlyMap<string, readonly Item[]>[] =>
  [merge.before, ...merge.merge.others].map(({ documents }, parent) => {
    const own = mergeChanges(merge).fates[parent]
    const names = new Map<string, Item[]>()
    for (const item of documents.flatMap(({ items }) => items)) {
      if (own?.has(item)) continue
      for (const name of namesOf({ item }).map((one) => nameInKind(item, one)))
        names.set(name, [...(names.get(name) ?? []), item])
    }
    return names
  }),
)

function namesOf({ item: { key, id, fields } }: { readonly item: Item }): readonly string[] {
  return [key, id, fields.id, fields.number].flatMap((name) =>
    typeof name === 'string' || typeof name === 'number' ? String(name) : [],
  )
}

/** Names are of one kind of items each. */
function nameInKind({ kind }: Item, name: string): string {
  return JSON.stringify([kind, name])
}

type Naming = {
  readonly merge: Merge
  /** Names of the item and its versions that have to differ: none where nothing else has them. */
  readonly names: readonly string[]
}

/** Two versions were joined by hand: each field may be from either, and each line of a text. */
function resolved(at: ItemAt, versions: readonly Version[], { merge, names }: Naming): Invention[] {
  const fields = fieldsOfNone(at, versions)
  const { texts } = merge.merge
  const isRenumbered = names.length > 0 && fields.every(isNumber)
  if (fields.length === 0 || isRenumbered || isOfLines(at, versions, texts, names)) return []
  return [{ at, what: 'resolved', versions, fields, words: newWords(at, versions, texts) }]
}
