import type { Sides } from '../core/merge-sides.ts'
import { wholeConflict } from '../formats/merge/merge-lines.ts'
import { keepsSections } from '../formats/merge/text-sections.ts'
import { mergeFile } from '../git/merge.ts'

/** One merge that git asks the driver for. */
export type MergeRequest = {
  /** The top of the work tree, where git runs drivers. */
  readonly cwd: string
  /** Git's temporary files with the three versions; the result goes into ours. */
  readonly files: Sides<string>
  /** The path of the result in the repository. */
  readonly path: string
  /** The length of a conflict marker. */
  readonly markSize: number
  readonly config?: string | undefined
  /** The environment of git: it names the commit that is merged. */
  readonly env: { readonly [name: string]: string | undefined }
}

/** The bytes of the three versions. */
export type Contents = Sides<Buffer>

/** A merged file, the number of conflicts left in it, and remarks for people. */
export type MergeOutcome = {
  readonly bytes: Uint8Array
  readonly conflicts: number
  readonly notes: readonly string[]
}

/**
 * Git's text merge. A Markdown file that git merges without a conflict is verified: where a section would be lost,
 * doubled or mixed with another, both sides are left as a conflict.
 */
export async function mergeAsText(contents: Contents, request: MergeRequest): Promise<MergeOutcome> {
  const { cwd, files, markSize, path } = request
  const merged = await mergeFile(cwd, { ...files, markSize }, { hook: true })
  if (!merged) return bothSides(contents, request, 'it is a binary file')
  const { bytes, conflicts } = merged
  if (conflicts > 0 || !/\.(?:md|mdc|markdown)$/i.test(path)) return { bytes, conflicts, notes: [] }
  const sides = {
    base: oneToOne(contents.base),
    ours: oneToOne(contents.ours),
    theirs: oneToOne(contents.theirs),
  }
  if (keepsSections(sides, oneToOne(bytes))) return { bytes, conflicts, notes: [] }
  return bothSides(contents, request, 'a text merge would lose, double or mix sections')
}

/** Both sides of a file as one conflict, with the reason; of a binary file ours, as git leaves it. */
export function bothSides(
  { ours, theirs }: Contents,
  { path, markSize }: MergeRequest,
  reason: string,
): MergeOutcome {
  if (ours.includes(0) || theirs.includes(0)) {
    return { bytes: ours, conflicts: 1, notes: [`${path}: ${reason}; our side is left in the file`] }
  }
  const text = wholeConflict(oneToOne(ours), oneToOne(theirs), markSize)
  if (text === null) return { bytes: ours, conflicts: 0, notes: [] }
  const notes = [`${path}: ${reason}; both sides are left in the file as one conflict`]
  return { bytes: Buffer.from(text, 'latin1'), conflicts: 1, notes }
}

/** Every byte as one character, so that text of any encoding is restored exactly. */
function oneToOne(bytes: Buffer): string {
  return bytes.toString('latin1')
}
