import type { Document, Memory } from './document.ts'
import type { Json, JsonObject } from './json.ts'
import type { LogForm } from './log-shape.ts'
import type { LayoutOverview, SetAside } from './memory-overview.ts'
import { literalPattern } from './path.ts'
import type { Found, Rule } from './rule.ts'
import type { LayoutChoice, Settings } from './settings.ts'
import type { FileMode } from './snapshot.ts'
import type { Kind, Source } from './source.ts'
import { once } from './text.ts'
import type { LineRange } from './trim.ts'
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
  /** Patterns, relative to it, of files that git cannot merge as text (`Kind.merge`). None when absent. */
  readonly merged?: readonly string[]
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

/** How the items of a log are found. */
type FormOfLog = {
  readonly form: LogForm
  /** The form as settings give it, and the pointer to it in them; null where they give none. */
  readonly given: { readonly form: string; readonly pointer: string } | null
}

/** What was found in the logs of a memory. */
type FoundForms = {
  /**
   * The settings that hold it, so that a change of a file cannot change how it is read; of what is not certain they hold what a
   * person chose.
   */
  readonly settings: JsonObject
  /** The files whose items are not certain. */
  readonly open: readonly OpenForm[]
}

/** Files that grow by items. */
type LogHelp = {
  /** Moves items of a file to its archive, purely: every byte of theirs as it is. */
  readonly archive?: (request: ArchiveRequest) => Archiving
  /** How the items of a file are found under settings. Where it is absent all files have one form. */
  readonly form?: (path: string, settings: Settings) => FormOfLog
  /**
   * Where the items of a file start in another form than before: the settings under which it is read by the form that it had, or
   * null for them where the form was given or is not certain. Null where the form is the same.
   */
  readonly otherForm?: (
    before: Document,
    after: Document,
    settings: Settings,
  ) => { readonly before: Settings | null } | null
  /** What was found in a memory, and the settings that a person chose for what was not certain. */
  readonly forms?: (memory: Memory, chosen?: readonly JsonObject[]) => FoundForms
}

/** The settings of a layout. */
type SettingsHelp = {
  /** JSON Schemas of the layout's own top-level settings, each with its `default`. */
  readonly schemas: { readonly [key: string]: JsonObject }
  /**
   * True where a further value of one of its lists (`adr.folders`) only lets more files be guarded: a change that adds it allows
   * itself nothing, and one that takes it out guards less. `settings` are those before it; null for a value that goes. None when
   * absent.
   */
  readonly widens?: (setting: string, value: Json, settings: Settings | null) => boolean
  /**
   * For a layout whose places may be symlinks: settings of a run under which the pages are the layout's own that they lead to, by the
   * paths of the links. A path alone does not say where a link leads.
   */
  readonly withPages?: (settings: Settings, pages: ReadonlyMap<string, string>) => Settings
}

/** Whose a path is, and whether a layout may be in use: the small part of a layout, which is always loaded. */
export type LayoutPaths = {
  readonly id: string
  readonly settings: SettingsHelp
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
}

/** Statements of a file that are loaded with another file, or with an earlier part of the same one, as well. */
export type Repetition = {
  readonly path: string
  /** The other file, or the same one. */
  readonly other: string
  /** The lines, in order, and where the same words are in the other file. */
  readonly shared: readonly { readonly text: string; readonly line: number; readonly otherLine: number }[]
  /** The same lines as ranges, with lines between them that say nothing. */
  readonly ranges: readonly LineRange[]
  /** They are nearly all that the file says. */
  readonly isNearlyAll: boolean
  /** Estimated. */
  readonly tokens: number
}

/** What reports show of a memory in addition to findings, purely. */
type ReportHelp = {
  /** Nothing when absent. */
  readonly overview?: (memory: Memory) => Partial<LayoutOverview>
  /** Which of its items are kept and count no more: reports count them separately. None when absent. */
  readonly setAside?: (memory: Memory) => SetAside
  /** What agents load twice, as its rule finds it. Nothing when absent. */
  readonly repetitions?: (memory: Memory) => readonly Repetition[]
}

/** What a layout does with its files: loaded when it is in use. */
type LayoutWork = {
  readonly summary: string
  readonly kinds: readonly Kind[]
  readonly rules: readonly Rule[]
  /** Rebuilds every derived file, purely. There are none when absent. */
  readonly derive?: (memory: Memory) => Derivation
  readonly log?: LogHelp
  readonly reports?: ReportHelp
}

/** A way of keeping memory. What only one layout has is in a group, or in what its roots and kinds say. */
export type Layout = LayoutPaths & LayoutWork

/** A layout with such a claim; its rest is loaded when something asks for it. */
export function lazyLayout(
  { id, settings, signature, roots, places, yields, claim, parts }: LayoutPaths,
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
    get log() {
      return work().log
    },
    get reports() {
      return work().reports
    },
  }
}

/** A layout's directories, or those of them that git keeps in such a way. */
export function rootPaths({ roots }: LayoutPaths, settings: Settings, git?: Root['git']): readonly string[] {
  return (roots?.(settings) ?? []).flatMap((root) => (git && root.git !== git ? [] : [root.path]))
}

/** Patterns of the files below its roots that git cannot merge as text, as `.gitattributes` has them. */
export function mergedPatterns({ roots }: LayoutPaths, settings: Settings): readonly string[] {
  return (roots?.(settings) ?? []).flatMap(({ path, merged = [] }) =>
    merged.map((pattern) => `${literalPattern(path)}/${pattern}`),
  )
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

/** True where a document of the layout can set items of another one aside: else each says by itself what of it is. */
export function setsOthersAside({ kinds }: Layout): boolean {
  return kinds.some((kind) => kind.setsOthersAside)
}

/** True where the layout compares the items of its files by their texts. */
export function hasItemTexts({ kinds }: Layout): boolean {
  return kinds.some(({ itemTexts }) => itemTexts)
}

/** What settings say of a layout: they turn it on or off, or, by setting one of its options, on; else `auto`. */
export function layoutChoice(layout: Layout, settings: Settings): LayoutChoice {
  const said = settings.layouts[layout.id]
  if (said !== undefined) return said
  return Object.keys(layout.settings.schemas).some((key) => Object.hasOwn(settings.options, key))
    ? 'on'
    : 'auto'
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
