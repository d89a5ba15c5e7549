import { type IndexResult, runIndex } from '../maintain/rebuild-index.ts'
import { indexText } from '../reporters/index-text.ts'
import { safeJson, stableDiagnostic } from '../reporters/json.ts'
import { colorsFor } from './colors-for.ts'
import { commonOptions } from './common-options.ts'
import { deliver } from './deliver.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { remark } from './remark.ts'

/** `memkeep index [--check]`: with `--check` exit 1 when a file is stale; exit 2 when one could not be written. */
export async function rebuildIndex(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { check = false, jobs } = flags
  const result = await runIndex({
    ...commonOptions(flags, io),
    check,
    jobs,
  })
  await deliver(flags.format === 'json' ? asJson(result) : asText(result, check, flags, io), flags, io)
  remark(result.notes, io)
  if (result.refused.length > 0) return 2
  return check && result.plan.size > 0 ? 1 : 0
}

/** `changes` holds every file that differed, whole: what a rebuild writes, or with `--check` would write. */
function asJson({ written, stale, refused, plan }: IndexResult): string {
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
  return indexText({ written, refused, check, stale: differing }, colorsFor(flags, io))
}
