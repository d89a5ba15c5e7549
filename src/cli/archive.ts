import { UserError } from '../core/errors.ts'
import { archiveReasonFault } from '../core/item-changes.ts'
import type { ArchiveChoice } from '../core/layout.ts'
import { type ArchiveResult, runArchive } from '../maintain/archive.ts'
import { archiveText } from '../reporters/archive-text.ts'
import { safeJson } from '../reporters/json.ts'
import { colorsFor } from './colors-for.ts'
import { commonOptions } from './common-options.ts'
import { deliver } from './deliver.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { remark } from './remark.ts'

/** `memkeep archive FILE --keep N` or `--entry TITLE`: exit 2 when a file could not be written. */
export async function archive([file = '']: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { dryRun = false, jobs } = flags
  const result = await runArchive({
    ...commonOptions(flags, io),
    from: io.cwd,
    file,
    choice: choiceOf(flags),
    dryRun,
    jobs,
  })
  const changes = [...result.plan].map(([path, texts]) => ({ path, ...texts }))
  const outcome = { ...result, changes, dryRun }
  const text = flags.format === 'json' ? asJson(result, changes) : archiveText(outcome, colorsFor(flags, io))
  await deliver(text, flags, io)
  remark(result.notes, io)
  return result.refused.length > 0 ? 2 : 0
}

function choiceOf({ keep, entry, reason }: FlagValues): ArchiveChoice {
  const fault = reason === undefined ? null : archiveReasonFault(reason)
  if (fault !== null) throw new UserError(`the reason ${fault}`, 'Give a short sentence.')
  if (entry !== undefined) return { entry, reason: reason ?? null }
  if (reason !== undefined) {
    throw new UserError('--reason is given without --entry', 'It says why one entry is archived.')
  }
  if (keep !== undefined) return { keep }
  throw new UserError(
    'archive needs --keep, the number of items that stay in the file, or --entry, the title of one that goes',
    'For example: memkeep archive FILE --keep 50. With --dry-run it only shows what would move.',
  )
}

/** `changes` holds every file that differs, whole. */
function asJson({ moved, kept, written, refused }: ArchiveResult, changes: readonly object[]): string {
  return safeJson({ version: 1, moved, kept, written, refused, changes })
}
