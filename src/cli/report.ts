import { join, resolve } from 'node:path'
import { isUserError, safePath, UserError } from '../core/messages.ts'
import type { MemoryReport, ReportedRepository } from '../core/report.ts'
import { publishStep } from '../engine/progress.ts'
import { cloneFault, clonesIn } from '../maintain/clones.ts'
import { runReport } from '../maintain/report.ts'
import { runTrim } from '../maintain/trim.ts'
import { memoriesJson, memoryJson, trimJson } from '../reporters/json.ts'
import { memoriesMarkdown } from '../reporters/memories-markdown.ts'
import { memoryMarkdown } from '../reporters/memory-markdown.ts'
import { trimMarkdown } from '../reporters/trim-markdown.ts'
import {
  commonOptions,
  deliver,
  type FlagValues,
  type Io,
  MEMORY_FORMATS,
  printNotes,
  skippedRules,
} from './command.ts'

/**
 * `memkeep report [DIRECTORY…]`: exit 0 for any findings, since it only describes. `--quiet` keeps the errors of the findings. Of
 * several directories it gives one table; a folder of clones is all of them.
 */
export async function report(named: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { directories, isOfClones, notes } = await withClones(named, commonOptions(flags, io).cwd)
  // Other formats are refused before a command runs.
  const format = MEMORY_FORMATS.find((name) => name === flags.format) ?? 'markdown'
  const describe = async (directory: string): Promise<MemoryReport> => {
    const common = commonOptions(flags, io)
    const cwd = resolve(common.cwd, directory)
    const found = await runReport({ ...common, cwd, skip: skippedRules(io) })
    return flags.quiet ? errorsOf(found) : found
  }
  const [first = '.', ...others] = directories
  if (flags.trim) {
    if (others.length > 0 || isOfClones)
      throw new UserError('--trim is of one repository', 'Name one directory.')
    return trim(first, format, flags, io)
  }
  if (others.length === 0 && !isOfClones) {
    await deliver(await PRINTERS[format](await describe(first)), flags, io)
    return 0
  }
  if (format === 'html') {
    throw new UserError('a page is of one repository', 'Leave `--format html` out, or name one directory.')
  }
  printNotes(notes, io)
  const all: ReportedRepository[] = []
  for (const directory of directories) {
    // Each has words of its own: what follows is no count of the same.
    publishStep(`of ${directories.length} repositories: ${safePath(directory).slice(-SHOWN)}`, all.length + 1)
    all.push(await describedOrWhy(directory, describe, commonOptions(flags, io).cwd))
  }
  await deliver(format === 'json' ? memoriesJson(all) : memoriesMarkdown(all), flags, io)
  return 0
}

/** So much of a path fits into a line of progress. */
const SHOWN = 40

/** Directories, each folder of clones as the clones in it, and what that leaves out. */
async function withClones(
  named: readonly string[],
  cwd: string,
): Promise<{
  readonly directories: readonly string[]
  readonly isOfClones: boolean
  readonly notes: readonly string[]
}> {
  const all = await Promise.all(
    (named.length === 0 ? ['.'] : named).map(async (directory) => ({
      directory,
      clones: await clonesIn(resolve(cwd, directory)),
    })),
  )
  const parents = all.filter(({ clones }) => clones.length > 0)
  return {
    directories: all.flatMap(({ directory, clones }) =>
      clones.length > 0 ? clones.map((name) => join(directory, name)) : directory,
    ),
    isOfClones: parents.length > 0,
    notes: parents.map(
      ({ directory }) =>
        `${safePath(directory)} is no repository: each of the repositories in it is described, and no file next to them`,
    ),
  }
}

/** `memkeep report --trim`: what could go from what agents load at start. */
async function trim(
  directory: string,
  format: (typeof MEMORY_FORMATS)[number],
  flags: FlagValues,
  io: Io,
): Promise<number> {
  if (format === 'html') throw new UserError('--trim is text or JSON', 'Leave `--format html` out.')
  const common = commonOptions(flags, io)
  const found = await runTrim({ ...common, cwd: resolve(common.cwd, directory), skip: skippedRules(io) })
  await deliver(format === 'json' ? trimJson(found) : trimMarkdown(found), flags, io)
  return 0
}

/** One that cannot be described does not hide the others. */
async function describedOrWhy(
  directory: string,
  describe: (directory: string) => Promise<MemoryReport>,
  cwd: string,
): Promise<ReportedRepository> {
  try {
    const failure = await cloneFault(resolve(cwd, directory))
    if (failure !== null) return { directory, failure }
    return { directory, memory: await describe(directory) }
  } catch (error) {
    if (!isUserError(error)) throw error
    return { directory, failure: error.message }
  }
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
