import { list, openObject, text, type ValueOf } from './schema.ts'
import type { Place } from './text.ts'

/** What a text says of the code around it, in one word or path. */
type CitationKind = 'path' | 'script' | 'symbol'

/** One of these, as a text writes it. */
export type Citation = {
  readonly kind: CitationKind
  /** What it names, with `/`; a folder may end in one: `src/db/pool.ts`. */
  readonly target: string
  /** For a script: how the text calls what runs it, `npm run`. */
  readonly tool?: string
  /** The characters of the text, where they are not those of the target: a row of a tree has its last name alone. */
  readonly written?: string
  /** Where it was found. */
  readonly within: 'link' | 'code' | 'command' | 'import' | 'list' | 'tree' | 'data'
  /** The characters that name it, and no others: what a fix replaces. */
  readonly place: Place
}

/** A commit as a person is shown it. */
export type CitedCommit = {
  readonly oid: string
  /** `YYYY-MM-DD` */
  readonly date: string
  /** The first line of its message. */
  readonly subject: string
}

/** A file that a commit took away or renamed. */
export type Removal = { readonly path: string; readonly by: CitedCommit }

/** A citation that held when its statement was written, and does not hold now. */
export type DeadCitation = {
  readonly citation: Citation
  /** The path, the script or the name of code that it named. */
  readonly was: string
  /** Where git's rename detection leads to from there; absent where it leads to nothing that is there now, or to several. */
  readonly now?: string
  /** All paths that it may be now, where there are several. */
  readonly candidates?: readonly string[]
  /** For a script: a manifest that has one of nearly the same name, and that name. */
  readonly near?: { readonly manifest: string; readonly name: string }
  /** What removed or renamed it; absent where no commit has done so yet. */
  readonly by?: CitedCommit
  /** The day on which its statement was written; absent for what the commit before the change holds. */
  readonly written?: string
}

/** A text of a day, as a reader is shown it; one without a day is about the present. */
export type DatedText = { readonly path: string; readonly text: string; readonly day?: string | undefined }

/** A file that a dated text names and that was taken away after its day, and where it is now. */
const deadCite = openObject(['cites', 'since'], {
  cites: text('The path, as the text names it.'),
  since: text('The day of the commit that took it away.'),
  now: text('Where a rename put it.'),
})

export type DeadCite = ValueOf<typeof deadCite>

/** A field of answers that show dated texts. */
export const deadCiteList = list(
  deadCite,
  'Files that it names and that were taken away after its day: it was right then.',
)
