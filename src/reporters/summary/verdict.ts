import type { Diagnostic, Severity } from '../../core/diagnostic.ts'
import type { CiReport } from '../../core/report.ts'
import { counted } from '../counted.ts'
import { shownCode } from './shown.ts'

/** What a run in CI came to, in one sentence of Markdown: `memkeep: nothing new is wrong`. */
export function verdict(ci: CiReport): string {
  const { unmerged } = ci
  const conflict = unmerged?.conflicts ? 'conflicts and ' : ''
  const rest = unmerged ? `; merging with ${shownCode(unmerged.name)} ${conflict}was not checked` : ''
  return `memkeep: ${ci.failing > 0 ? failure(ci) : pass(ci)}${rest}`
}

/** `2 errors and 1 warning`; empty for none of either. */
export function troubles(errors: number, warnings: number, of = ''): string {
  const parts = [
    ...(errors > 0 ? [counted(errors, `${of}error`)] : []),
    ...(warnings > 0 ? [counted(warnings, `${of}warning`)] : []),
  ]
  return parts.join(' and ')
}

function failure({ failing, failOn, report }: CiReport): string {
  if (failOn === 'new') return counted(failing, 'new error')
  const fresh = report.diagnostics.filter(isNew).length
  const some = fresh === 0 ? 'none of them new' : 'not all of them new'
  const age = report.diagnostics.length === fresh ? '' : `, ${some}`
  if (failOn === 'all') return counted(failing, 'error') + age
  return (failing === 1 ? '1 error or warning' : `${failing} errors and warnings`) + age
}

function pass({ base, unmerged, report }: CiReport): string {
  const fresh = report.diagnostics.filter(isNew)
  const known = report.diagnostics.filter((one) => !one.new)
  const mark = base ? 'new ' : ''
  const found = troubles(of(fresh, 'error'), of(fresh, 'warning'), mark)
  const none = of(fresh, 'error') > 0 ? 'nothing that fails' : `no ${mark}errors`
  const news =
    found === '' ? `nothing ${mark}is wrong${unmerged ? ' on this branch' : ''}` : `${none}, ${found}`
  const before = troubles(of(known, 'error'), of(known, 'warning'))
  const verb = of(known, 'error') + of(known, 'warning') === 1 ? 'was' : 'were'
  return before === '' ? news : `${news}; ${before} ${verb} there before`
}

function isNew(one: Diagnostic): boolean {
  return one.new
}

function of(diagnostics: readonly Diagnostic[], severity: Severity): number {
  return diagnostics.filter((one) => one.severity === severity).length
}
