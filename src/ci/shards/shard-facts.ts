import { createHash } from 'node:crypto'
import type { Citation } from '../../core/citation.ts'
import type { Alike, Finding } from '../../core/diagnostic.ts'
import type {
  Document,
  Item,
  Link,
  Section,
  StatedDate,
  Suppression,
  UnreadHeading,
} from '../../core/document.ts'
import { allRules } from '../../core/layout.ts'
import { safeText, UserError } from '../../core/messages.ts'
import type { Place } from '../../core/text.ts'
import type { UsedRules } from '../../engine/context.ts'
import { type FactsStore, factsInMemory } from '../../engine/documents/facts.ts'
import type { FactsBasis } from '../../engine/documents/open-facts.ts'
import { readLines } from '../../fs/text-files.ts'
import {
  describeSources,
  findShards,
  type ShardFile,
  settingsIdentity,
  unreadableShard,
} from './shard-files.ts'

/** The names that a document can hold, and the basis of its facts. */
export type ShardBasis = FactsBasis & UsedRules

/** The limit for the line of one document, in bytes: the facts of a file of 4 MiB are far smaller. */
const MOST_LINE_BYTES = 256 * 1024 * 1024

/**
 * The facts in the shard files below a directory, read line by line. They are untrusted: damaged or cut files and
 * values that are no document are refused, but whole, false facts cannot be recognised. They are dropped after the
 * run. Throws `UserError` for files that do not belong together or to this run, and for a document that they lack,
 * unless they may lack some.
 */
export async function openShardFacts(
  folder: string,
  basis: ShardBasis,
  { mayLack = false } = {},
): Promise<FactsStore> {
  const files = findShards(folder, settingsIdentity(basis))
  const names = namesOf(basis)
  const stores = new Map<string, FactsStore>()
  for (const file of files) readShard(file, { stores, names })
  const lacks = (path: string): Error => lacking(path, files)
  const under = (identity: string): FactsStore => ({
    ...(stores.get(identity) ?? factsInMemory()),
    put: () => undefined,
    under: (settings) => under(settingsIdentity({ ...basis, settings })),
    ...(mayLack ? {} : { lacks }),
  })
  return under(settingsIdentity(basis))
}

function namesOf({ layouts, rules }: ShardBasis): NamesKnown {
  return {
    kinds: new Map(layouts.map(({ id, kinds }) => [id, new Set(kinds.map((kind) => kind.id))])),
    rules: new Set(allRules({ rules, layouts }).map(({ id }) => id)),
  }
}

function lacking(path: string, files: readonly ShardFile[]): UserError {
  const made = describeSources(files[0]?.header.made ?? [])
  return new UserError(
    `no shard has ${safeText(path)} as it is here: the shards were made of ${made}`,
    'Check out the same commit here, give --base, --rev and --staged as to the shards, and change nothing in between.',
  )
}

type Reading = { readonly stores: Map<string, FactsStore>; readonly names: NamesKnown }

function readShard(file: ShardFile, reading: Reading): void {
  const { documents, sha256 } = takeLines(file, reading)
  if (documents !== file.header.documents || sha256 !== file.header.sha256) throw damaged(file)
}

function damaged({ name, header: { shard } }: ShardFile): UserError {
  return new UserError(
    `the shard file ${safeText(name)} is cut off or damaged: it does not hold what its first line says`,
    `Bring it here again, or run shard ${shard.index}/${shard.of} again.`,
  )
}

function takeLines(file: ShardFile, { stores, names }: Reading): { documents: number; sha256: string } {
  const hash = createHash('sha256')
  let documents = 0
  let store: FactsStore | null = null
  let number = 0
  for (const line of linesOf(file)) {
    number += 1
    if (number === 1) continue
    const value = line && parsed(line)
    if (!line || value === null) throw damaged(file)
    hash.update(line).update('\n')
    const settings = settingsOf(value)
    if (settings !== null) {
      store = stores.get(settings) ?? factsInMemory()
      stores.set(settings, store)
    } else if (store && isDocument(value, names)) {
      store.put(value)
      documents += 1
    } else {
      throw new UserError(
        `line ${number} of the shard file ${safeText(file.name)} is no document that memkeep writes`,
        'Use only files that `memkeep check --shard` wrote, in the same run of the same workflow.',
      )
    }
  }
  return { documents, sha256: hash.digest('hex') }
}

function* linesOf({ path, name }: ShardFile): Generator<Buffer | null> {
  try {
    yield* readLines(path, MOST_LINE_BYTES)
  } catch (error) {
    throw unreadableShard(name, error)
  }
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    return null
  }
}

/** The settings' identity in a line that begins their documents; null for any other line. */
function settingsOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('settings' in value)) return null
  const { settings } = value
  return typeof settings === 'string' && Object.keys(value).length === 1 ? settings : null
}

/** The names that a document of this build can hold. */
export type NamesKnown = {
  /** By layout, its kinds. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<string>>
  readonly rules: ReadonlySet<string>
}

/**
 * True for a JSON value that has the shape of a document, with known layouts, kinds and rules. Whether it is true of
 * the file cannot be checked.
 */
export function isDocument(value: unknown, known: NamesKnown): value is Document {
  if (!isRecord<Document>(value)) return false
  const { path, id, layout, kind, scope, lines, tokens, frontMatter, facts, complete } = value
  const { transient, signature, freeText, archive, citations, tombstones, sections, declared, date, form } =
    value
  const more = [
    transient,
    signature,
    freeText,
    archive,
    citations,
    tombstones,
    sections,
    declared,
    date,
    form,
  ]
  return (
    areTexts(path, id, layout, kind, scope) &&
    hasKeys(value, KEYS, more) &&
    (date === undefined || isText(date)) &&
    areMarks(transient, signature, freeText, archive) &&
    known.kinds.get(String(layout))?.has(String(kind)) === true &&
    isCount(lines) &&
    isCount(tokens) &&
    (frontMatter === null || isPlainRecord(frontMatter)) &&
    isShallow(facts, DEEPEST) &&
    typeof complete === 'boolean' &&
    (form === undefined || isPlainRecord(form)) &&
    (declared === undefined || isShallow(declared, DEEPEST)) &&
    areAll(value.items, isItem) &&
    areAll(value.unread, isUnread) &&
    (tombstones === undefined || areAll(tombstones, isItem)) &&
    (sections === undefined || areAll(sections, isSection)) &&
    areAll(value.links, isLink) &&
    (citations === undefined || areAll(citations, isCitation)) &&
    areAll(value.dates, isDate) &&
    areAll(value.suppressions, isSuppression) &&
    areAll(value.findings, (one) => isFinding(one, known.rules))
  )
}

/** How many keys every document has, every item, and every section. */
const KEYS = 16
const ITEM_KEYS = 7
const SECTION_KEYS = 2

/** Deeper than any parser allows, and shallower than the call stack. */
const DEEPEST = 500

type Fields<T> = { readonly [key in keyof T]?: unknown }

function isRecord<T>(value: unknown): value is Fields<T> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPlainRecord(value: unknown): boolean {
  return isRecord<object>(value) && isShallow(value, DEEPEST)
}

/** True when no value lies deeper than `left` levels down. */
function isShallow(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined
  if (left === 0) return false
  for (const one of Array.isArray(value) ? value : Object.values(value)) {
    if (!isShallow(one, left - 1)) return false
  }
  return true
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((one) => typeof one === 'string')
}

/** True for keys that are absent or true. */
function areMarks(...values: readonly unknown[]): boolean {
  return values.every((one) => one === undefined || one === true)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** True for an object that has so many keys, and those of others that may be absent. */
function hasKeys(value: object, always: number, others: readonly unknown[]): boolean {
  return Object.keys(value).length === always + others.filter((one) => one !== undefined).length
}

function areAll(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isPlace(value: unknown): boolean {
  if (!isRecord<Place>(value)) return false
  const { line, column, endLine, endColumn } = value
  return [line, column, endLine, endColumn].every((one) => isCount(one) && one !== 0)
}

function isSection(value: unknown): boolean {
  return (
    isRecord<Section>(value) &&
    hasKeys(value, SECTION_KEYS, []) &&
    isText(value.heading) &&
    areAll(value.sketch, isCount)
  )
}

function isItem(value: unknown): boolean {
  if (!isRecord<Item>(value)) return false
  const { kind, key, id, title, digest, place, sketch, fields, date, status, tags, living, damaged } = value
  return (
    areTexts(kind, key, title, digest) &&
    hasKeys(value, ITEM_KEYS, [id, date, status, tags, living, damaged]) &&
    [id, date, status].every((one) => one === undefined || isText(one)) &&
    (tags === undefined || areAll(tags, isText)) &&
    (living === undefined || typeof living === 'boolean') &&
    (damaged === undefined || damaged === true) &&
    isPlace(place) &&
    areAll(sketch, isCount) &&
    isPlainRecord(fields)
  )
}

function isUnread(value: unknown): boolean {
  return isRecord<UnreadHeading>(value) && isText(value.text) && isPlace(value.place)
}

function isCitation(value: unknown): boolean {
  if (!isRecord<Citation>(value)) return false
  const { kind, target, within, place, written, tool } = value
  const count = 4 + (written === undefined ? 0 : 1) + (tool === undefined ? 0 : 1)
  return (
    areTexts(kind, target, within, written ?? '', tool ?? '') &&
    Object.keys(value).length === count &&
    isPlace(place)
  )
}

function isLink(value: unknown): boolean {
  return isRecord<Link>(value) && isText(value.target) && isPlace(value.place)
}

function isDate(value: unknown): boolean {
  return isRecord<StatedDate>(value) && areTexts(value.date, value.what) && isPlace(value.place)
}

function isSuppression(value: unknown): boolean {
  if (!isRecord<Suppression>(value)) return false
  const { rules, reason, place, firstLine, lastLine } = value
  const { anchor, unknown, isNextLine } = { anchor: '', unknown: '', isNextLine: true, ...value }
  const areLines = isCount(firstLine) && isCount(lastLine)
  return (
    areAll(rules, isText) &&
    areTexts(reason, anchor, unknown) &&
    isNextLine === true &&
    areLines &&
    isPlace(place)
  )
}

const SEVERITIES: readonly unknown[] = ['error', 'warning', 'info']

function isFinding(value: unknown, rules: ReadonlySet<string>): boolean {
  if (!isRecord<Finding>(value)) return false
  const { rule, severity, place, message, help, fixable } = value
  const isKnown = typeof rule === 'string' && rules.has(rule) && SEVERITIES.includes(severity)
  const isWhole = areTexts(message, help) && typeof fixable === 'boolean' && value.edits === undefined
  return isKnown && isWhole && isPlace(place) && (!('alike' in value) || isAlike(value.alike))
}

function isAlike(value: unknown): boolean {
  return isRecord<Alike>(value) && isText(value.shape) && isCount(value.count) && value.count !== 0
}
