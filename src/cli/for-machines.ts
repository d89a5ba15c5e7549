import type { Diagnostic } from '../core/diagnostic.ts'
import type { Rule } from '../core/rule.ts'
import type { CheckResult } from '../engine/check-request.ts'
import { fingerprintsOf } from '../engine/output.ts'
import { VERSION } from '../engine/this-run.ts'
import { github } from '../reporters/github.ts'
import { gitlab } from '../reporters/gitlab.ts'
import { junit } from '../reporters/junit.ts'
import { markdown } from '../reporters/markdown.ts'
import { sarif, sarifListed } from '../reporters/sarif.ts'
import type { AgainstBase } from '../reporters/wording.ts'
import type { MachineFormat } from './command.ts'
import { ruleCatalogue } from './explain.ts'

/** A report of findings in a format that programs read. */
export async function renderForMachines(
  format: MachineFormat,
  result: CheckResult & { readonly fails?: AgainstBase['fails'] },
  against: AgainstBase,
): Promise<string> {
  const { report } = result
  const { markNew } = against
  const render: { readonly [name in MachineFormat]: () => string | Promise<string> } = {
    github: () => github(report, { ...against, rest: 'with --format stylish' }),
    junit: () => junit(report, against),
    gitlab: () => gitlab(report, fingerprintsOf(report.diagnostics)),
    markdown: () => markdown(report, { markNew, fails: result.fails }),
    sarif: () => renderSarif(result, markNew),
  }
  return render[format]()
}

async function renderSarif({ report, fixes }: CheckResult, markNew: boolean): Promise<string> {
  const listed: readonly Diagnostic[] = sarifListed(report)
  return sarif(report, {
    version: VERSION,
    rules: eachOnce(ruleCatalogue().map(({ rule }) => rule)),
    fingerprints: fingerprintsOf(report.diagnostics),
    fixes: await fixes(listed),
    markNew,
  })
}

/** Two layouts may each have a rule of one name. */
function eachOnce(rules: readonly Rule[]): Rule[] {
  return [...new Map(rules.map((rule) => [rule.id, rule])).values()]
}
