import { type Diagnostic, groupByPath } from '../core/diagnostic.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { type Edit, lineStarts, placeOf, type Replacement } from '../core/text.ts'
import { textOfBytes } from '../snapshot/text-of-bytes.ts'
import { type ClaimedFile, claimFiles } from './claims.ts'
import { findingKey } from './finding-key.ts'
import type { MemoryContext } from './load-options.ts'
import { type ReadContent, stageDocument } from './stage-document.ts'

/** So many files are in memory at a time. */
const BATCH = 128

/**
 * What mends these findings, as splices of the files that they stand in: parses those files again, for edits are kept
 * nowhere. Findings that only a rule's own fix or a rebuild mends are left out.
 */
export async function fixesOf(
  snapshot: Snapshot,
  wanted: readonly Diagnostic[],
  options: MemoryContext,
): Promise<ReadonlyMap<Diagnostic, readonly Replacement[]>> {
  const groups = groupByPath(wanted.filter(({ fixable, rule }) => fixable && rule !== DERIVED_FRESH))
  const files = claimFiles(snapshot, options).filter(({ file }) => groups.has(file.path))
  const fixes = new Map<Diagnostic, readonly Replacement[]>()
  for (let i = 0; i < files.length; i += BATCH) {
    const batch = files.slice(i, i + BATCH)
    const contents = await snapshot.read(batch.map(({ file }) => file.path))
    for (const one of batch) {
      const content = contents.get(one.file.path)
      if (!content || 'failure' in content) continue
      const found = await replacementsIn(one, content, options)
      for (const diagnostic of groups.get(one.file.path) ?? []) {
        const replacements = found.get(findingKey(diagnostic))
        if (replacements) fixes.set(diagnostic, replacements)
      }
    }
  }
  return fixes
}

async function replacementsIn(
  one: ClaimedFile,
  content: ReadContent,
  options: MemoryContext,
): Promise<Map<string, readonly Replacement[]>> {
  const document = await stageDocument(one, content, options)
  const starts = lineStarts(textOfBytes(content.bytes))
  const asReplacement = ({ start, end, text }: Edit): Replacement => ({
    place: placeOf(starts, start, end),
    text,
  })
  return new Map(
    document.findings.flatMap(({ edits, rule, message, place }) =>
      edits && edits.length > 0
        ? [[findingKey({ rule, message, ...place }), edits.map(asReplacement)] as const]
        : [],
    ),
  )
}
