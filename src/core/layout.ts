import type { Document, Memory } from './document.ts'
import type { Json, JsonObject } from './json.ts'
import type { LogForm } from './log-shape.ts'
import type { LayoutOverview, SetAside } from './memory-overview.ts'
import type { DataJoin, Sides } from './merge-sides.ts'
import type { Found, Rule } from './rule.ts'
import type { LayoutChoice, Settings } from './settings.ts'
import type { FileMode } from './snapshot.ts'
import type { Kind, Source } from './source.ts'
import { once } from './text.ts'
import type { WritePlan } from './write-plan.ts'

/** A layout's claim to a path: this file is of this kind, in this scope. */
export type Claim = {
  readonly kind: string
  readonly scope: string
  /**
   * Other tools keep such files in the same place: without the layout they do not even resemble it, and a layout that yields has
   * them.
   */
  readonly ordinary?: true
}

/** What a rebuild of the derived files would do. */
export type Derivation = {
  /** Holds only the files that differ. */
  readonly plan: WritePlan
  /** One finding per file of the plan: where it differs and how. Reported as `derived-fresh`. */
  readonly stale: readonly { readonly path: string; readonly found: Found }[]
  /** Paths whose present content is unreadable and is replaced by the plan. */
  readonly replacesUnreadable: readonly string[]
}

/** A derived file as the sides of a merge have it, each read by its kind; a side without it has an empty one. */
export type DerivedSides = { readonly base: Document; readonly ours: Document; readonly theirs: Document }

/**
 * The merged derived file of both sides, as text. Where both sides changed the same words of a person differently, each
 * text has the words of its side; where they did not, the three are equal.
 */
export type DerivedTexts = { readonly base: string; readonly ours: string; readonly theirs: string }

/** Which items go to the archive: all but the newest, or the one with a title, and why if that is to be said there. */
export type ArchiveChoice =
  | { readonly keep: number }
  | {
      /** Its title, or `[date] title`. */
      readonly entry: string
      /** Checked by `archiveReasonFault`; null for none. */
      readonly reason: string | null
    }

/** What a layout is asked: to move items of a file to its archive. */
export type ArchiveRequest = {
  readonly memory: Memory
  /** The file, parsed. */
  readonly source: Source
  /** The other files of its scope by path, parsed; one that cannot be read is left out. */
  readonly others: ReadonlyMap<string, Source>
  readonly choice: ArchiveChoice
}

/** The result of archiving: how many items move, and what becomes of the files; or why it cannot be done, and what to do. */
export type Archiving =
  | { readonly moved: number; readonly plan: WritePlan }
  | { readonly refusal: string; readonly help: string }

/** A directory where files of a layout lie. */
export type Root = {
  /** Relative to the repository root, without a slash at the end. */
  readonly path: string
  /**
   * Why git may not list its files: `ignored` on purpose, and what git has of it is no memory of a commit; `local` where git knows
   * of no file below it. Both are read from disk. Git keeps it when absent.
   */
  readonly git?: 'ignored' | 'local'
  /** It, or directories in it, that hold nothing but memory: a file there that no kind claims is reported. None when absent. */
  readonly own?: readonly string[]
  /** True for a path that no kind claims, and that operations may write to. It is not checked. None when absent. */
  readonly keeps?: (path: string) => boolean
}

/** How a memory is divided. A layout that does not say is one part. */
type Parts = {
  /**
   * The part of the memory that a path at the layout's places belongs to, such as a workspace: no rule compares documents of two
   * parts, and no derived file is derived from two. Files of one folder are of one part.
   */
  readonly of?: (path: string, settings: Settings) => string
  /** Directories below which all files of a part lie; others may lie there as well. The part is the directory when absent. */
  readonly folders?: (part: string, settings: Settings) => readonly string[]
  /** Where in the memory a path lies, as people call it: a workspace. Several parts may make up one. */
  readonly area?: (path: string, settings: Settings) => string
  /**
   * What two writers must not change at the same time: the name of a lock. The part when absent. A layout whose rules look at
   * everything, such as at ids, is one part and may still be written in several places at once.
   */
  readonly lock?: (path: string, settings: Settings) => string
}

/** How git's two sides of a file are joined, for kinds that say they are. */
type MergeHelp = {
  /** What git cannot merge as text below the roots, as `.gitattributes` has it: what the settings name goes through `literalPattern`. */
  readonly patterns?: (settings: Settings) => readonly string[]
  /** How a log is cut into entries; as `merge.entries` says when absent. */
  readonly form?: (path: string, settings: Settings) => LogForm | null
  /**
   * Joins the sides of a derived file by what they say, where what it derives from is not at hand: derived values
   * nearly as a rebuild gives them, people's words exactly. Null when a side cannot be read. A kind that is merged as
   * `derived` derives from files below its own folder alone, so that a rebuild can follow.
   */
  readonly derived?: (sides: DerivedSides) => DerivedTexts | null
  /** How the sides of a file that is merged as `data` are joined; a side without it is empty. */
  readonly data?: (kind: string, sides: Sides<JsonObject>) => DataJoin
  /** The texts of the sides as they are joined, such as with new numbers where both sides gave out the same ones. */
  readonly texts?: (kind: string, sides: Sides<string>) => Sides<string>
}

/** A file whose items are not certain: a person knows. */
export type OpenForm = {
  readonly path: string
  /** What its items may be, the likelier first: how many, in words, and the setting for them; null where no setting can say it. */
  readonly readings: readonly {
    readonly items: number
    readonly form: string
    readonly setting: JsonObject | null
  }[]
  /** The setting for a file that has no items. */
  readonly none: JsonObject
}

/** Files that grow by items. */
type LogHelp = {
  /** Moves items of a file to its archive, purely: every byte of theirs as it is. */
  readonly archive?: (request: ArchiveRequest) => Archiving
  /**
   * The file to which items of a file are moved, for a layout with `places`: git merges it, too, from its first commit on. Null
   * for a file without one.
   */
  readonly archivePath?: (path: string) => string | null
  /** The text of each item of a file, in the order in which its document has them. */
  readonly texts?: (source: Source) => readonly string[]
  /** True where the items of a file start in another form than before. */
  readonly isOtherForm?: (before: Document, after: Document) => boolean
  /**
   * Settings under which a file is read by the form that it had before, where the form is found in the file and changed; null
   * where it is the same or given.
   */
  readonly formBefore?: (before: Document, after: Document, settings: Settings) => Settings | null
  /** The form that settings give for a file: its text, and the pointer to it in the settings. Null where they give none. */
  readonly givenForm?: (
    path: string,
    settings: Settings,
  ) => { readonly form: string; readonly pointer: string } | null
  /**
   * The settings that hold what was found in a memory, so that a change of a file cannot change how it is read; of what is not certain
   * they hold what a person chose.
   */
  readonly settingsFor?: (memory: Memory, chosen?: readonly JsonObject[]) => JsonObject
  /** The files of a memory whose items are not certain. */
  readonly openForms?: (memory: Memory) => readonly OpenForm[]
}

/** Whose a path is, and whether a layout may be in use: the small part of a layout, which is always loaded. */
export type LayoutPaths = {
  readonly id: string
  /** JSON Schemas of the layout's own top-level settings, each with its `default`. */
  readonly settings: { readonly [key: string]: JsonObject }
  /** What proves that the layout is in use, in words that go behind "no": its kinds say how it is seen. */
  readonly signature: string
  /** Directories under which its files lie. None when absent. */
  readonly roots?: (settings: Settings) => readonly Root[]
  /** Patterns of files that are known by their names, wherever they lie; `testPlaces` says what they mean. None when absent. */
  readonly places?: (settings: Settings) => readonly string[]
  /** Its files have common names: it leaves every path alone that another layout claims. */
  readonly yields?: true
  /** Says whose a path is; null when it is not this layout's. Looks at nothing but the path, the mode and the settings. */
  readonly claim: (path: string, mode: FileMode, settings: Settings) => Claim | null
  readonly parts?: Parts
  /**
   * True where a further value of one of its lists (`adr.folders`) only lets more files be guarded: a change that adds it allows
   * itself nothing, and one that takes it out guards less. `settings` are those before it; null for a value that goes. None when
   * absent.
   */
  readonly widens?: (setting: string, value: Json, settings: Settings | null) => boolean
  readonly links?: LinkHelp
}

/** Symlinks at the places of a layout. */
type LinkHelp = {
  /**
   * Settings of a run under which the pages are the layout's own that the symlinks lead to, by the paths of the links: a path alone
   * does not say where a link leads.
   */
  readonly withPages: (settings: Settings, pages: ReadonlyMap<string, string>) => Settings
}

/** Statements of a file that are loaded with another file, or with an earlier part of the same one, as well. */
export type Repetition = {
  readonly path: string
  /** The other file, or the same one. */
  readonly other: string
  /** The lines, in order, and where the same words are in the other file. */
  readonly shared: readonly { readonly text: string; readonly line: number; readonly otherLine: number }[]
  /** Estimated. */
  readonly tokens: number
}

/** What a layout knows of how agents load its files. */
type LoadingHelp = {
  /** What they load twice, purely, as its rule finds it. */
  readonly repetitions: (memory: Memory) => readonly Repetition[]
}

/** What a layout does with its files: loaded when it is in use. */
type LayoutWork = {
  readonly summary: string
  readonly kinds: readonly Kind[]
  readonly rules: readonly Rule[]
  /** Rebuilds every derived file, purely. There are none when absent. */
  readonly derive?: (memory: Memory) => Derivation
  readonly merge?: MergeHelp
  readonly log?: LogHelp
  /** Which of its items are kept and count no more, purely: reports count them separately. None when absent. */
  readonly setAside?: (memory: Memory) => SetAside
  /** True where a document can set items of another one aside: else each says by itself what of it is. */
  readonly setsOthersAside?: true
  readonly loading?: LoadingHelp
  /** What reports show of its memory in addition to findings, purely. Nothing when absent. */
  readonly overview?: (memory: Memory) => Partial<LayoutOverview>
}

/** A way of keeping memory. What only one layout has is in a group, or in what its roots and kinds say. */
export type Layout = LayoutPaths & LayoutWork

/** A layout with such a claim; its rest is loaded when something asks for it. */
export function lazyLayout(
  { id, settings, signature, roots, places, yields, claim, parts, widens, links }: LayoutPaths,
  load: () => LayoutWork,
): Layout {
  const work = once(load)
  return {
    id,
    settings,
    signature,
    roots,
    places,
    yields,
    claim,
    parts,
    widens,
    links,
    get summary() {
      return work().summary
    },
    get kinds() {
      return work().kinds
    },
    get rules() {
      return work().rules
    },
    get derive() {
      return work().derive
    },
    get merge() {
      return work().merge
    },
    get log() {
      return work().log
    },
    get setAside() {
      return work().setAside
    },
    get setsOthersAside() {
      return work().setsOthersAside
    },
    get loading() {
      return work().loading
    },
    get overview() {
      return work().overview
    },
  }
}

/** A layout's directories, or those of them that git keeps in such a way. */
export function rootPaths({ roots }: LayoutPaths, settings: Settings, git?: Root['git']): readonly string[] {
  return (roots?.(settings) ?? []).flatMap((root) => (git && root.git !== git ? [] : [root.path]))
}

/** Directories that hold nothing but memory of the layout. */
export function ownFolders({ roots }: LayoutPaths, settings: Settings): readonly string[] {
  return (roots?.(settings) ?? []).flatMap(({ own }) => own ?? [])
}

/** True for a place that no kind claims, and that the layout's operations may write to. */
export function isKept({ roots }: LayoutPaths, path: string, settings: Settings): boolean {
  return roots?.(settings).some(({ keeps }) => keeps?.(path)) ?? false
}

/** The part of a layout's memory that a path belongs to. */
export function partOf({ parts }: Layout, path: string, settings: Settings): string {
  return parts?.of?.(path, settings) ?? ''
}

/** Where all files of a part lie. What is known by its name and is not divided may lie anywhere. */
export function foldersOf(layout: Layout, part: string, settings: Settings): readonly string[] {
  const { parts, places } = layout
  if (!parts?.of) return places ? [''] : rootPaths(layout, settings)
  return parts.folders?.(part, settings) ?? [part]
}

/** What settings say of a layout: they turn it on or off, or, by setting one of its options, on; else `auto`. */
export function layoutChoice(layout: Layout, settings: Settings): LayoutChoice {
  const said = settings.layouts[layout.id]
  if (said !== undefined) return said
  return Object.keys(layout.settings).some((key) => Object.hasOwn(settings.options, key)) ? 'on' : 'auto'
}

/** The layouts that settings do not turn off. */
export function wantedLayouts(layouts: readonly Layout[], settings: Settings): readonly Layout[] {
  return layouts.filter((layout) => layoutChoice(layout, settings) !== 'off')
}

/** What the rebuild of a layout without derived files would do. */
const NOTHING: Derivation = { plan: new Map(), stale: [], replacesUnreadable: [] }

const known = new WeakMap<Memory, Derivation>()

/** What a layout's rebuild of a memory would do, asked once: a pure function of the memory, which several steps need. */
export function derivationOf(layout: Layout, memory: Memory): Derivation {
  const found = known.get(memory)
  if (found) return found
  const made = layout.derive?.(memory) ?? NOTHING
  known.set(memory, made)
  return made
}

/** Where rules come from: the shared ones, and those that layouts bring. */
/** The shared rules, and the layouts with their own. */
export type RuleSources = { readonly rules: readonly Rule[]; readonly layouts: readonly Layout[] }

/** The shared rules, then those of every layout. */
export function allRules({ rules, layouts }: RuleSources): readonly Rule[] {
  return [...rules, ...layouts.flatMap((layout) => layout.rules)]
}

/** Ids of the rules that compare what was before with what is after. */
export function changeRuleIds(sources: RuleSources): ReadonlySet<string> {
  return new Set(allRules(sources).flatMap(({ id, subject }) => (subject === 'change' ? [id] : [])))
}
