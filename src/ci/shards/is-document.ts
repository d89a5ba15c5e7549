import type { Alike, Finding } from '../../core/diagnostic.ts'
import type { Document, Item, Link, StatedDate, Suppression, UnreadHeading } from '../../core/document.ts'
import type { Place } from '../../core/text.ts'

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
  const { transient, signature, freeText, archive, mentions, tombstones, declared } = value
  return (
    areTexts(path, id, layout, kind, scope) &&
    Object.keys(value).length ===
      KEYS +
        [transient, signature, freeText, archive, mentions, tombstones, declared].filter(isThere).length &&
    areMarks(transient, signature, freeText, archive) &&
    known.kinds.get(String(layout))?.has(String(kind)) === true &&
    isCount(lines) &&
    isCount(tokens) &&
    (frontMatter === null || isPlainRecord(frontMatter)) &&
    isShallow(facts, DEEPEST) &&
    typeof complete === 'boolean' &&
    (declared === undefined || isShallow(declared, DEEPEST)) &&
    areAll(value.items, isItem) &&
    areAll(value.unread, isUnread) &&
    (tombstones === undefined || areAll(tombstones, isItem)) &&
    areAll(value.links, isLink) &&
    (mentions === undefined || areAll(mentions, isLink)) &&
    areAll(value.dates, isDate) &&
    areAll(value.suppressions, isSuppression) &&
    areAll(value.findings, (one) => isFinding(one, known.rules))
  )
}

/** How many keys every document has. */
const KEYS = 16

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

function isThere(value: unknown): boolean {
  return value !== undefined
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

function isItem(value: unknown): boolean {
  if (!isRecord<Item>(value)) return false
  const { kind, key, id = '', title, digest, place, sketch, fields } = value
  return (
    areTexts(kind, key, id, title, digest) &&
    isPlace(place) &&
    areAll(sketch, isCount) &&
    isPlainRecord(fields)
  )
}

function isUnread(value: unknown): boolean {
  return isRecord<UnreadHeading>(value) && isText(value.text) && isPlace(value.place)
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
