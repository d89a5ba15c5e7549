import fc from 'fast-check'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Report } from '../../src/core/report.ts'
import { hostileText } from './hostile-text.ts'
import { reportOf } from './sample-report.ts'

/** A finding, and the text of its file. */
export type HostileFinding = { readonly text: string; readonly diagnostic: Diagnostic }

/** A hostile file, and a finding at a real place in it. */
const hostileFinding: fc.Arbitrary<HostileFinding> = fc
  .record({
    path: fc.oneof({ weight: 9, arbitrary: hostileText }, fc.constantFrom('.', 'a.md')),
    text: hostileText,
    message: hostileText,
    help: hostileText,
    rule: hostileText,
    severity: fc.constantFrom('error' as const, 'warning' as const, 'info' as const),
    line: fc.integer({ min: 1, max: 4 }),
    column: fc.integer({ min: 1, max: 12 }),
    lines: fc.nat(2),
    length: fc.nat(12),
    fixable: fc.boolean(),
    isNew: fc.boolean(),
  })
  .map(({ text, lines, length, isNew, ...one }) => {
    const end = { endLine: one.line + lines, endColumn: one.column + length }
    return { text, diagnostic: { ...one, ...end, layout: 'workspace', new: isNew } }
  })

/** Up to four of them. */
export const hostileFindings: fc.Arbitrary<readonly HostileFinding[]> = fc.array(hostileFinding, {
  maxLength: 4,
})

/** A report of such findings. */
export const hostileReport: fc.Arbitrary<Report> = hostileFindings.map((findings) =>
  reportOf(findings.map(({ diagnostic }) => diagnostic)),
)
