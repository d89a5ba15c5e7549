import { keepsSections } from '../formats/merge/text-sections.ts'
import { mergeFile } from '../git/merge.ts'
import { bothSides, oneToOne } from './both-sides.ts'
import type { Contents, MergeOutcome, MergeRequest } from './merge-request.ts'

/**
 * Git's text merge. A Markdown file that git merges without a conflict is looked through: where a section would be
 * lost, doubled or mixed with another, both sides are left as a conflict.
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
