import type { MemoryReport } from '../core/report.ts'
import { runReport } from '../maintain/report.ts'
import { memoryJson } from '../reporters/json.ts'
import { memoryMarkdown } from '../reporters/memory-markdown.ts'
import { commonOptions, deliver, type FlagValues, type Io, MEMORY_FORMATS, skippedRules } from './command.ts'

/** `memkeep report`: exit 0 for any findings, since it only describes. `--quiet` keeps the errors of the findings. */
export async function report(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { quiet = false } = flags
  // Other formats are refused before a command runs.
  const format = MEMORY_FORMATS.find((name) => name === flags.format) ?? 'markdown'
  const found = await runReport({
    ...commonOptions(flags, io),
    skip: skippedRules(io),
  })
  await deliver(await PRINTERS[format](quiet ? errorsOf(found) : found), flags, io)
  return 0
}

type Print = (found: MemoryReport) => string | Promise<string>

/** The code of pages and charts is loaded only for HTML. */
const PRINTERS: { readonly [format in (typeof MEMORY_FORMATS)[number]]: Print } = {
  markdown: memoryMarkdown,
  json: memoryJson,
  html: async (found) => (await import('../reporters/html-report.ts')).htmlReport(found),
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
