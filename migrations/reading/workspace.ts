import type { Settings } from '../../src/core/settings.ts'
import { holdsFile, type SnapshotFile } from '../../src/core/snapshot.ts'
import type { FrontMatter, Markdown } from '../../src/core/source.ts'
import { type LineStarts, lineStarts, placeOf } from '../../src/core/text.ts'
import type { FrontMatterForm } from '../../src/formats/agent-rule.ts'
import { type Refusal, refusalOf } from '../../src/formats/decode-text.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'
import { parseOrdinary } from '../../src/formats/markdown/parse-markdown.ts'
import type { WorkspaceSettings } from '../../src/layouts/workspace/settings.ts'

/** True when a repository keeps anything in the workspace layout; an agent's directory alone does not count. */
export function hasWorkspace(
  present: ReadonlyMap<string, SnapshotFile>,
  { resources, memory, hotRules }: WorkspaceSettings,
): boolean {
  return [resources, memory, hotRules].some((root) => holdsFile(present, root))
}

/** The file or symlink at a path where a directory is needed; null when nothing is in the way. */
export function findBlockingPath(
  present: ReadonlyMap<string, SnapshotFile>,
  directory: string,
): string | null {
  const steps = directory.split('/')
  const prefixes = steps.map((_, index) => steps.slice(0, index + 1).join('/'))
  return prefixes.find((prefix) => present.has(prefix)) ?? null
}

/** A Markdown file with its front matter and outline. */
export type ReadDocument = {
  readonly text: string
  readonly starts: LineStarts
  readonly frontMatter: FrontMatter | null
  readonly markdown: Markdown
}

/**
 * Reads a Markdown file for a migration. Refuses a file whose front matter is unreadable, late or present twice, and one
 * whose Markdown could take a parser very long.
 */
export function readDocument(
  text: string,
  { limits }: Settings,
  form: FrontMatterForm = 'yaml',
): ReadDocument | Refusal {
  const starts = lineStarts(text)
  const { frontMatter, bodyStart, problems } = readFrontMatter(text, starts, limits.frontMatterBytes, form)
  const [problem] = problems
  if (problem) return refusalOf(problem)
  const read = parseOrdinary(text, bodyStart)
  if ('markdown' in read) return { text, starts, frontMatter, markdown: read.markdown }
  return {
    refused: 'The Markdown is too complex to be read safely. Simplify or split the file.',
    line: placeOf(starts, read.refusedAt ?? 0).line,
  }
}
