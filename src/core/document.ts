import type { Citation, DeadCitation } from './citation.ts'
import { instantOf } from './date.ts'
import type { Finding } from './diagnostic.ts'
import { type Json, type JsonObject, textList } from './json.ts'
import type { HistorySetting, Settings } from './settings.ts'
import type { FileListing } from './snapshot.ts'
import type { Place } from './text.ts'

/** A relative link or image. */
export type Link = {
  /** As written, without the angle brackets; percent-encoding kept. */
  readonly target: string
  readonly place: Place
}

/** A calendar date that a document states, for rules that need to know today. */
export type StatedDate = { readonly date: string; readonly what: string; readonly place: Place }

/** A heading that looks like an item and is not read as one. */
export type UnreadHeading = {
  /** With its marks, in one line, cut where it is long: `## Later`. */
  readonly text: string
  readonly place: Place
}

/** How the items of a file were found, where nothing but the file itself says it. */
export type FoundForm = {
  /** The form of its items, as settings take it or in words: `## {date}: {title}`, `list items`. */
  readonly form: string
  /** The part of the file that it explains, from 0 to 1; absent where settings, or the file before a change, give the form. */
  readonly explained?: number
  /** The best form that finds other items; absent where there is none. */
  readonly other?: { readonly form: string; readonly items: number; readonly explained: number }
  /**
   * It leaves much of the file out, or the other is as good. `more`: what it finds are items, and there may be more. `other`: the
   * items may be others, so no rule refuses a change of them.
   */
  readonly uncertain?: 'more' | 'other'
}

/** A part of a text that is no item: what is below one heading, up to the next. */
export type Section = {
  /** With its marks: `## Deploy`; empty for what is above the first one, and for a text that is not divided. */
  readonly heading: string
  /** Of its text without the heading, as `Item.sketch`. */
  readonly sketch: readonly number[]
  /** A digest of each line that has text; absent where settings do not guard the text of its kind. */
  readonly lines?: readonly string[]
}

/** `memkeep-disable` or `memkeep-disable-next-line`. */
export type Suppression = {
  readonly rules: readonly string[]
  readonly reason: string
  /** The comment itself. */
  readonly place: Place
  /** Lines it covers, both ends included; `lastLine` is Infinity-free: the document's last line. */
  readonly firstLine: number
  readonly lastLine: number
  /** A digest of the line that `memkeep-disable-next-line` covers, or of the one with text above `memkeep-disable`. */
  readonly anchor?: string
  /** It covers one line, and not the rest of the file. */
  readonly isNextLine?: true
  /** The keyword, where it is none that exists (`memkeep-disable-line`): then the comment covers nothing. */
  readonly unknown?: string
}

/**
 * What is known of one file, as plain data that survives JSON unchanged. It depends on nothing but the file's text,
 * its path and the settings, so it can be cached by blob id. Places hold lines and columns, never offsets: they are
 * the same for a file checked out with CRLF.
 */
export type Document = {
  readonly path: string
  /** The content's id: the key that its facts were found under. */
  readonly id: string
  readonly layout: string
  readonly kind: string
  /** Where in the layout it belongs, as its kind says: `devtools/common`; empty for none. */
  readonly scope: string
  /** Lines as an editor counts them. */
  readonly lines: number
  /** Estimated tokens; 0 for kinds that do not ask for them. */
  readonly tokens: number
  readonly frontMatter: JsonObject | null
  readonly items: readonly Item[]
  /** How they were found; absent for a kind whose form is fixed. */
  readonly form?: FoundForm
  readonly unread: readonly UnreadHeading[]
  /** Tombstones of items that were removed with a reason; absent without any. Nothing counts them as items. */
  readonly tombstones?: readonly Item[]
  readonly links: readonly Link[]
  /** What its text says of the code; absent but in text that is meant to be true now. */
  readonly citations?: readonly Citation[]
  /** Its text, where the rules about items do not guard it: of a derived file none. */
  readonly sections?: readonly Section[]
  readonly dates: readonly StatedDate[]
  /** When the file as a whole was written, as `Item.date`; absent for one of items that say it. */
  readonly date?: string
  /** What it says besides its items, where a search shows that and not its lines. */
  readonly says?: Said & { readonly title: string }
  readonly suppressions: readonly Suppression[]
  /** How many of its items are as they were before, while the file has them in another form; absent where none is. */
  readonly kept?: number
  /** What its kind wants to know later, in the kind's own shape. */
  readonly facts: Json
  /** What the file itself allows, such as a budget; a change of it is judged by the one before as well. */
  readonly declared?: Json
  /** False when the file, or a part of it, could not be read: what is derived from it must wait. */
  readonly complete: boolean
  /** It proves that its layout is in use, as its kind says. */
  readonly signature?: true
  /** People and agents write it freely, for a model to read, as its kind says. */
  readonly freeText?: true
  /** It keeps entries of their time, which are not rewritten, as its kind says. */
  readonly archive?: true
  /** Parsing ran out of time or memory: what is known is not worth keeping. */
  readonly transient?: true
  readonly findings: readonly Finding[]
}

/** What an item says of itself, in every format: each is absent where nothing that can be read is said. */
type Stated = {
  /** When it was written: a calendar day, or an instant with its zone, as ISO 8601 text. `instantOf` compares the two. */
  readonly date?: string
  /** How far it has come, as written: `in_progress`, `accepted`. */
  readonly status?: string
  readonly tags?: readonly string[]
}

/** What something says whose lines are marks of a format, and where all of it is. */
type Said = { readonly text: string; readonly place: Place }

/** One remembered thing in a document: a decision, a lesson, a record, a task. */
export type Item = Stated & {
  /** What the item is, in words for people: `decision`, `lesson`. */
  readonly kind: string
  /** Identity over time among the items of its kind; for an entry its date and normalised title. */
  readonly key: string
  /** An id that must be unique in the memory, where the format has one. */
  readonly id?: string
  readonly title: string
  readonly place: Place
  /** Hash of the body with line ends normalised: equal digests are equal bodies. */
  readonly digest: string
  /** The smallest hashes of the body's word triples, ascending: two bodies that share many are an edit, not a loss. */
  readonly sketch: readonly number[]
  /** Its text holds bytes that are not UTF-8: it is there, and what it says is not known. */
  readonly damaged?: true
  /** True where it is meant to be true now, else it is a record of its day. Kinds say it; a reader says what its kind does not. */
  readonly living?: boolean
  /** What a search shows of it in place of its lines; those lines when absent. */
  readonly says?: Said
  /**
   * Everything that was written next to the body, as it was written, for what compares two versions: date, category, tags …
   * What an item says is in the fields above.
   */
  readonly fields: JsonObject
}

/** What a format's fields say of an item, without those that say nothing. A day with anything behind it is that day. */
export function readStated({
  date,
  status,
  tags,
}: {
  readonly [name in keyof Stated]?: Json | undefined
}): Stated {
  const written = typeof date === 'string' ? date : ''
  const known = [written, written.slice(0, 'YYYY-MM-DD'.length)].find((text) => instantOf(text) !== null)
  const list = textList(tags)
  return {
    ...(known !== undefined && { date: known }),
    ...(typeof status === 'string' && status !== '' && { status }),
    ...(list.length > 0 && { tags: list }),
  }
}

/** Paths of the documents that are the same on both sides; without an id nothing is known to be. */
export function sameDocuments(before: readonly Document[], after: readonly Document[]): ReadonlySet<string> {
  const ids = new Map(before.map(({ path, id }) => [path, id]))
  return new Set(after.filter(({ path, id }) => id !== '' && ids.get(path) === id).map(({ path }) => path))
}

/** All documents of one layout in one snapshot, with the listing of every file around them. */
export type Memory = {
  readonly layout: string
  /** What git calls the snapshot; absent for what is in no commit. */
  readonly revision?: string
  readonly files: FileListing
  /** In code point order of paths. */
  readonly documents: readonly Document[]
  /** Derived files that are not there, as they were last stored: a rebuild keeps what people wrote in them. */
  readonly lost?: readonly Document[]
  /** By path: what its documents cite and is not there any more, where git was asked. */
  readonly dead?: ReadonlyMap<string, readonly DeadCitation[]>
  /** By path: the texts of files that configure tools, empty where only the name counts; absent where nothing asks for them. */
  readonly configs?: ReadonlyMap<string, string>
  /** By path: the texts of files that are no documents of the layout, and that its documents import; absent where there are none. */
  readonly pages?: ReadonlyMap<string, string>
  readonly settings: Settings
  /** By kind id: what the kind promises about its items, as settings change it. */
  readonly histories: { readonly [kind: string]: HistorySetting }
  /**
   * `YYYY-MM-DD`. Rules hold it against `Document.dates` alone, and what they say of days that are past by then does not
   * change from day to day: it is remembered.
   */
  readonly today: string
}

/** A best common ancestor of two parents of a merge, which are named by number: 0 is the first parent. */
export type MergeBase = { readonly between: readonly [number, number]; readonly memory: Memory }

/** What a merge joins to its first parent, which is the `before` of its change. */
export type MergeSides = {
  /** Every further parent, in git's order: an octopus has several. */
  readonly others: readonly Memory[]
  /** Of every pair of parents: none where their histories are unrelated, several after a criss-cross. */
  readonly bases: readonly MergeBase[]
  /** `after` is no merge of these: it holds commits that came after they were joined. */
  readonly isRange?: true
  /** Present where a finding has to show words. */
  readonly texts?: MergeTexts
}

/** Texts of a merge by path, with stars for what is secret: of the result, and of each parent by its number. */
export type MergeTexts = {
  readonly result: ReadonlyMap<string, string>
  readonly parents: readonly ReadonlyMap<string, string>[]
}

/** Texts of both sides of a change by path, with stars for what is secret. */
export type ChangeTexts = {
  readonly before: ReadonlyMap<string, string>
  readonly after: ReadonlyMap<string, string>
  /** For items whose text is replaced: the title that the old text had in an earlier commit, and that commit. */
  readonly earlier?: ReadonlyMap<Item, { readonly title: string; readonly commit: string }>
}

/** Two sides of a check. */
export type Change = {
  readonly before: Memory
  readonly after: Memory
  /**
   * Where the change is a merge commit, what else it joins; else null. What one side did was judged when it was
   * committed: a merge is judged for what it does itself.
   */
  readonly merge: MergeSides | null
  /** Present where a finding has to show words. */
  readonly texts?: ChangeTexts
  /** The documents of every layout after the change: words may have gone to another one. Those of `after` when absent. */
  readonly around?: readonly Document[]
}

/** Files without known items because they could not be read: unreadable is not empty. */
export function unreadPaths({ documents }: Memory): ReadonlySet<string> {
  return new Set(
    documents.filter(({ complete, items }) => !complete && items.length === 0).map(({ path }) => path),
  )
}
