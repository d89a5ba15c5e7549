import type { MemoryReport } from '../core/report.ts'
import { runReport } from '../maintain/report.ts'
import { memoryJson } from '../reporters/json.ts'
import { memoryMarkdown } from '../reporters/memory-markdown.ts'
import { commonOptions, deliver, type FlagValues, type Format, type Io, skippedRules } from './command.ts'

/** `memkeep report`: exit 0 for any findings, since it only describes. `--quiet` keeps the errors of the findings. */
export async function report(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { quiet = false, format = 'markdown' } = flags
  const found = await runReport({
    ...commonOptions(flags, io),
    skip: skippedRules(io),
  })
  await deliver(await printed(quiet ? errorsOf(found) : found, format), flags, io)
  return 0
}

/** The code of pages and charts is loaded only for HTML. */
async function printed(found: MemoryReport, format: Format): Promise<string> {
  if (format === 'json') return memoryJson(found)
  if (format !== 'html') return memoryMarkdown(found)
  const { htmlReport } = await import('../reporters/html-report.ts')
  return htmlReport(found)
}

function errorsOf(found: MemoryReport): MemoryReport {
  const { diagnostics } = found.report
  const isError = diagnostics.map(({ severity }) => severity === 'error')
  return {
    ...found,
    report: { ...found.report, diagnostics: diagnostics.filter((_, i) => isError[i]) },
    parts: found.parts.filter((_, i) => isError[i]),
  }
}
