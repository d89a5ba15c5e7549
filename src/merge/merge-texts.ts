import { isJsonObject, type JsonObject } from '../core/json.ts'
import type { Layout } from '../core/layout.ts'
import type { Join, Sides } from '../core/merge-sides.ts'
import type { Settings } from '../core/settings.ts'
import type { Data, Kind } from '../core/source.ts'
import { decodeText } from '../formats/decode-text.ts'
import type { DataChange, EditedText } from '../formats/edit-data.ts'
import { editJson } from '../formats/json/edit-json.ts'
import { parseJson } from '../formats/json/json.ts'
import { mostUsedBreak } from '../formats/line-end.ts'
import { mergeData } from '../formats/merge/merge-data.ts'
import { mergeEntries } from '../formats/merge/merge-entries.ts'
import { mergeLines } from '../formats/merge/merge-lines.ts'
import { SIDE_NAMES, whyUnmerged } from '../formats/merge/why-unmerged.ts'
import { editYaml } from '../formats/yaml/edit-yaml.ts'
import { parseYaml } from '../formats/yaml/yaml.ts'
import { type Contents, type MergeOutcome, type MergeRequest, mergeAsText } from './merge-as-text.ts'

/** The layout and the kind of a file, how its sides are joined, and the settings. */
export type TextClaim = {
  readonly layout: Layout
  readonly kind: Kind
  readonly merge: Exclude<Join, { readonly by: 'derived' }>
  readonly settings: Settings
}

/** The joined text, or why there is none. */
type Joined = { readonly text: string; readonly conflicts: number } | string

/** Merges a file item by item, and a log entry by entry; as text, and says why, where that cannot be. */
export async function mergeTexts(
  contents: Contents,
  request: MergeRequest,
  claimed: TextClaim,
): Promise<MergeOutcome> {
  const what = claimed.merge.by === 'data' ? 'item' : 'entry'
  const texts = textsOf(contents, claimed.settings)
  if (typeof texts === 'string') return mergeUnread(contents, request, { what, why: texts })
  const joined = joinTexts(texts, request, claimed)
  if (typeof joined === 'string') return mergeUnread(contents, request, { what, why: joined })
  const { text, conflicts } = joined
  return {
    bytes: Buffer.from(text, 'utf8'),
    conflicts,
    notes: conflicts > 0 ? [conflictNote(request.path, conflicts, what)] : [],
  }
}

function joinTexts(
  texts: Sides<string>,
  { path, markSize }: MergeRequest,
  { layout, kind, merge, settings }: TextClaim,
): Joined {
  if (merge.by === 'lines') return joinLines(merge.prepare?.(texts) ?? texts, markSize)
  if (merge.by === 'data') return joinData(texts, markSize, { format: kind.format, join: merge.join })
  const form = layout.log?.form?.(path, settings).form ?? settings.merge.entries
  return mergeEntries(texts, { form, markSize }) ?? whyUnmerged(texts, form)
}

function joinLines(texts: Sides<string>, size: number): Exclude<Joined, string> {
  return mergeLines(texts, { size, lineBreak: mostUsedBreak(texts.ours, texts.theirs) })
}

type JoinOfData = Extract<Join, { readonly by: 'data' }>

/** Our text, edited: what both sides changed differently is a conflict of its lines. */
function joinData(
  texts: Sides<string>,
  markSize: number,
  { format: written, join }: { readonly format: Kind['format']; readonly join: JoinOfData['join'] },
): Joined {
  const format = written === 'yaml' ? YAML : JSON_FORMAT
  const sides = {
    base: format.read(texts.base),
    ours: format.read(texts.ours),
    theirs: format.read(texts.theirs),
  }
  const { base, ours, theirs } = sides
  const known = { base: objectOf(base), ours: objectOf(ours), theirs: objectOf(theirs) }
  const unread = (['ours', 'theirs', 'base'] as const).find((side) => known[side] === null)
  if (unread || !known.base || !known.ours || !known.theirs)
    return `${SIDE_NAMES[unread ?? 'base']} cannot be read`
  if (typeof theirs !== 'string' && hasNewComment(texts, theirs, base))
    return `${SIDE_NAMES.theirs} has a comment that would be lost`
  const values = { base: known.base, ours: known.ours, theirs: known.theirs }
  const { taken, base: old, theirs: other } = mergeData(values, join(values))
  const write = (changes: readonly DataChange[]): EditedText =>
    format.edit(texts.ours, [...taken, ...changes])
  const views = { base: write(old), ours: write([]), theirs: write(other) }
  if ('refused' in views.base) return views.base.refused
  if ('refused' in views.ours) return views.ours.refused
  if ('refused' in views.theirs) return views.theirs.refused
  return joinLines({ base: views.base.text, ours: views.ours.text, theirs: views.theirs.text }, markSize)
}

/** How data of a format is read and edited. A side that has no file is empty. */
type Format = {
  readonly read: (text: string) => Data | string
  readonly edit: (text: string, changes: readonly DataChange[]) => EditedText
}

const JSON_FORMAT: Format = { read: readWith(parseJson), edit: editJson }
const YAML: Format = { read: readWith(parseYaml), edit: editYaml }

const NOTHING: Data = { value: {}, nodes: new Map(), comments: [] }

function readWith(
  parse: (text: string) => { readonly data: Data } | { readonly problem: { readonly message: string } },
): Format['read'] {
  return (text) => {
    if (text.trim() === '') return NOTHING
    const parsed = parse(text)
    return 'data' in parsed ? parsed.data : parsed.problem.message
  }
}

function objectOf(data: Data | string): JsonObject | null {
  return typeof data !== 'string' && isJsonObject(data.value) ? data.value : null
}

/** Data is all that is taken from them. */
function hasNewComment(texts: Sides<string>, theirs: Data, base: Data | string): boolean {
  const wordsOf = (text: string, data: Data): string[] =>
    (data.comments ?? []).map(({ start, end }) => text.slice(start, end).trim())
  const known = new Set(typeof base === 'string' ? [] : wordsOf(texts.base, base))
  return wordsOf(texts.theirs, theirs).some((words) => !known.has(words))
}

type Why = { readonly what: 'item' | 'entry'; readonly why: string }

/** Git's text merge, with one line that says why it is no other. */
async function mergeUnread(
  contents: Contents,
  request: MergeRequest,
  { what, why }: Why,
): Promise<MergeOutcome> {
  const { path } = request
  const outcome = await mergeAsText(contents, request)
  const ends = outcome.notes.map((note) => note.replace(`${path}: `, ''))
  const end = ends[0] ?? (outcome.conflicts > 0 ? "git's text merge left a conflict" : 'it is merged as text')
  return { ...outcome, notes: [`${path}: not merged ${what} by ${what}, because ${why}; ${end}`] }
}

/** The texts of the sides, or why there are none. */
function textsOf({ base, ours, theirs }: Contents, { limits }: Settings): Sides<string> | string {
  const sides = { base, ours, theirs }
  for (const name of ['ours', 'theirs', 'base'] as const) {
    if (sides[name].length > limits.fileBytes)
      return `${SIDE_NAMES[name]} is larger than ${limits.fileBytes} bytes (\`limits.fileBytes\`)`
    const decoded = decodeText(sides[name])
    if ('problem' in decoded) return `${SIDE_NAMES[name]} is not UTF-8 at line ${decoded.problem.place.line}`
  }
  return { base: decodeText(base).text, ours: decodeText(ours).text, theirs: decodeText(theirs).text }
}

function conflictNote(path: string, conflicts: number, what: Why['what']): string {
  const places = conflicts === 1 ? `1 ${what}` : `${conflicts} ${what === 'item' ? 'items' : 'entries'}`
  return `${path}: both sides changed ${places} differently; everything else is merged`
}
