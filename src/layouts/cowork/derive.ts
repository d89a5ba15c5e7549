import type { Document } from '../../core/document.ts'
import type { Derivation } from '../../core/layout.ts'
import type { Memory } from '../../core/memory.ts'
import type { Found } from '../../core/rule.ts'
import { type Place, WHOLE_FILE } from '../../core/text.ts'
import type { PlannedFile } from '../../core/write-plan.ts'
import { detailPath, LISTS, type ProjectRow, projectFacts, projectMemoryPath } from './project-facts.ts'
import { type DetailFacts, rebuiltDetail, splitDetail } from './read-detail.ts'

/**
 * One row that has a detail file, or should have one. Findings name the index without a line: a row that is added moves the
 * others, and what is known of them would count as new.
 */
type Detail = { readonly row: ProjectRow; readonly head: string; readonly index: string }

/**
 * Rebuilds the detail files of decisions and patterns from their rows in `memory.json`. Words of people are kept, a detail
 * file without a row is left to them, and so is everything while `memory.json` cannot be read. An id that two rows have
 * says of neither what its file should be.
 */
export function derive(memory: Memory): Derivation {
  const plan = new Map<string, PlannedFile>()
  const stale: { path: string; found: Found }[] = []
  const documents = new Map(memory.documents.map((document) => [document.path, document]))
  for (const [path, detail] of detailsOf(memory)) {
    const present = memory.files.has(path) ? textOf(documents.get(path)) : ''
    if (present === null) continue
    const text = rebuiltDetail(present, detail.head)
    if (text === present) continue
    plan.set(path, { kind: 'text', text })
    stale.push({
      path,
      found: memory.files.has(path) ? staleFinding(detail, present, text) : missingFinding(detail),
    })
  }
  return { plan, stale, replacesUnreadable: [] }
}

/** By path, in the order of the rows. */
function detailsOf(memory: Memory): ReadonlyMap<string, Detail> {
  const facts = projectFacts(memory)
  const rows = LISTS.flatMap((list) => (facts?.[list] ?? []).map((row) => ({ list, row })))
  const counts = new Map<string, number>()
  for (const { row } of rows) counts.set(row.id, (counts.get(row.id) ?? 0) + 1)
  const index = projectMemoryPath(memory.settings)
  return new Map(
    rows.flatMap(({ list, row }) => {
      if (row.detail === null || counts.get(row.id) !== 1) return []
      return [[detailPath(memory.settings, list, row.id), { row, head: row.detail, index }] as const]
    }),
  )
}

/** Null for a file that could not be read: it is not empty, and stays. */
function textOf(document: Document | undefined): string | null {
  if (!document?.complete) return null
  return (document.facts as DetailFacts | null)?.text ?? null
}

function missingFinding({ row, index }: Detail): Found {
  return {
    place: WHOLE_FILE,
    message: `The detail file of row ${row.id} in ${index} is missing`,
    help: 'Run `memkeep index`.',
    fixable: true,
  }
}

const HELP = {
  written: 'Run `memkeep index`.',
  edited: 'Run `memkeep index`: it moves what was written above the mark below it.',
  unmarked: 'Run `memkeep index`: it puts the row on top, and keeps what the file says.',
}

function staleFinding({ row, index }: Detail, present: string, text: string): Found {
  return {
    place: firstDifference(present, text),
    message: `The detail file is out of date: it differs from its row ${row.id} in ${index}`,
    help: HELP[splitDetail(present).state],
    fixable: true,
  }
}

/** The first line of the present text that a rebuild changes; its last line where only something is missing after it. */
function firstDifference(present: string, text: string): Place {
  const there = present.split('\n')
  const wanted = text.split('\n')
  const last = there.length - (there.at(-1) === '' ? 2 : 1)
  const differing = there.findIndex((line, i) => line !== wanted[i])
  const line = Math.max(0, Math.min(differing < 0 ? last : differing, last))
  return { line: line + 1, column: 1, endLine: line + 1, endColumn: (there[line]?.length ?? 0) + 1 }
}
