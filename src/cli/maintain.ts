import { archiveReasonFault } from '../core/changes/item-changes.ts'
import { asCalled } from '../core/command-name.ts'
import type { ArchiveChoice } from '../core/layout.ts'
import { UserError } from '../core/messages.ts'
import { type ArchiveResult, runArchive } from '../maintain/archive.ts'
import { runBaseline } from '../maintain/baseline.ts'
import { runFiles } from '../maintain/files.ts'
import { type IndexResult, runIndex } from '../maintain/rebuild-index.ts'
import { type RenameResult, runRenameTag } from '../maintain/rename-tag.ts'
import { safeJson, stableDiagnostic } from '../reporters/json.ts'
import { archiveText, baselineText, filesText, indexText, renameText } from '../reporters/maintain-text.ts'
import {
  assertFormat,
  colorsFor,
  columnsOf,
  commonOptions,
  deliver,
  type FlagValues,
  type Io,
  printNotes,
  skippedRules,
} from './command.ts'

/** `memkeep archive FILE --keep N` or `--entry TITLE`: exit 2 when a file could not be written. */
export async function archive([file = '']: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { dryRun = false } = flags
  const result = await runArchive({
    ...commonOptions(flags, io),
    from: io.cwd,
    file,
    choice: archiveChoice(flags),
    dryRun,
  })
  const changes = [...result.plan.values()]
  const outcome = { ...result, changes, dryRun }
  const text =
    flags.format === 'json' ? archiveJson(result, changes) : archiveText(outcome, colorsFor(flags, io))
  await deliver(text, flags, io)
  printNotes(result.notes, io)
  return result.refused.length > 0 ? 2 : 0
}

function archiveChoice({ keep, entry, reason }: FlagValues): ArchiveChoice {
  const fault = reason === undefined ? null : archiveReasonFault(reason)
  if (fault !== null) throw new UserError(`the reason ${fault}`, 'Give a short sentence.')
  if (entry !== undefined) return { entry, reason: reason ?? null }
  if (reason !== undefined) {
    throw new UserError('--reason is given without --entry', 'It says why one entry is archived.')
  }
  if (keep !== undefined) return { keep }
  throw new UserError(
    'archive needs --keep, the number of items that stay in the file, or --entry, the title of the one to move',
    'For example: memkeep archive FILE --keep 50. With --dry-run it only shows what would move.',
  )
}

/** `changes` holds the whole text of every file that differs. */
function archiveJson({ moved, kept, written, refused }: ArchiveResult, changes: readonly object[]): string {
  return safeJson({ version: 1, moved, kept, written, refused, changes })
}

/** `memkeep rename-tag OLD NEW`: exit 1 when a file stays as it is, 2 when one could not be written. */
export async function renameTag(
  [from = '', to = '']: readonly string[],
  flags: FlagValues,
  io: Io,
): Promise<number> {
  const { dryRun = false } = flags
  const result = await runRenameTag({ ...commonOptions(flags, io), rename: { from, to }, dryRun })
  const changes = [...result.plan.values()]
  const text =
    flags.format === 'json'
      ? renameJson(result, changes)
      : renameText({ ...result, changes, dryRun }, colorsFor(flags, io))
  await deliver(text, flags, io)
  printNotes(result.notes, io)
  if (result.refused.length > 0) return 2
  return result.left.length > 0 ? 1 : 0
}

/** `changes` holds the whole text of every file that differs. */
function renameJson(
  { from, to, places, left, written, refused }: RenameResult,
  changes: readonly object[],
): string {
  return safeJson({ version: 1, from, to, places, left, written, refused, changes })
}

/** `memkeep baseline`: exit 1 when there are findings that the file does not count. */
export async function baseline(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { format } = flags
  assertFormat('baseline', format)
  const result = await runBaseline({
    ...commonOptions(flags, io),
    skip: skippedRules(io),
  })
  await deliver(format === 'json' ? safeJson({ version: 1, ...result }) : baselineText(result), flags, io)
  return result.added.length + result.never.length > 0 ? 1 : 0
}

/** `memkeep index [--check]`: with `--check` exit 1 when a file is stale; exit 2 when one could not be written. */
export async function rebuildIndex(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { check = false } = flags
  const result = await runIndex({
    ...commonOptions(flags, io),
    check,
  })
  await deliver(flags.format === 'json' ? indexJson(result) : asText(result, check, flags, io), flags, io)
  printNotes(result.notes, io)
  if (result.refused.length > 0) return 2
  return check && result.plan.size > 0 ? 1 : 0
}

/** `changes` holds the whole text of every file that a rebuild writes, or with `--check` would write. */
function indexJson({ written, stale, refused, plan }: IndexResult): string {
  const changes = [...plan].map(([path, { before, after }]) => ({ path, before, after }))
  return safeJson({ version: 1, written, stale: stale.map(stableDiagnostic), refused, changes })
}

function asText(
  { written, stale, refused, plan }: IndexResult,
  check: boolean,
  flags: FlagValues,
  io: Io,
): string {
  const how = new Map(stale.map(({ path, message }) => [path, message]))
  const differing = [...plan.keys()].map((path) => ({ path, message: how.get(path) ?? '' }))
  const text = indexText({ written, refused, check, stale: differing }, colorsFor(flags, io))
  return asCalled(text, io.command)
}

/** `memkeep files [PATH…]`: lists files and judges nothing, so the exit code is 0. */
export async function files(paths: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { format, explain } = flags
  const found = await runFiles({ ...commonOptions(flags, io), paths })
  const look = { colors: colorsFor(flags, io), columns: columnsOf(flags, io), isExplained: explain === true }
  deliver(format === 'json' ? safeJson(found) : filesText(found, look), flags, io)
  return 0
}
