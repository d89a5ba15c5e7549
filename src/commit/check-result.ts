import type { Diagnostic } from '../core/diagnostic.ts'
import { itemCounts } from '../core/report.ts'
import type { CheckResult } from '../engine/check-request.ts'
import type { Checked, Sides } from '../engine/check-snapshot.ts'
import { countsOf } from '../engine/staged-findings.ts'
import { readTexts } from '../snapshot/read-texts.ts'

/** What a hook checked, and which of the findings it speaks of. */
export type HookCheck = {
  readonly sides: Pick<Sides, 'after'>
  readonly checked: Pick<Checked, 'documents' | 'fresh'>
  readonly diagnostics: readonly Diagnostic[]
  /** How many known findings were taken out; null where no file counts them. */
  readonly known: number | null
  /** When it started, on the clock of `performance.now()`. */
  readonly started: number
}

/** A hook's check as reporters take it. */
export function checkResult({ sides, checked, diagnostics, known, started }: HookCheck): CheckResult {
  const { documents, fresh } = checked
  const summary = {
    ...countsOf(diagnostics),
    documents: documents.length,
    ...itemCounts(documents),
    fixed: 0,
    cached: documents.length - fresh.length,
    seconds: Math.round(performance.now() - started) / 1000,
    ...(known !== null && { known }),
  }
  return {
    report: { version: 1, diagnostics, summary },
    excerpts: (wanted) => readTexts(sides.after, wanted),
    // A hook's report is for people, who have `--fix`.
    fixes: async () => new Map(),
    fixable: diagnostics.filter(({ fixable }) => fixable).length,
    mended: [],
    notes: [],
  }
}
