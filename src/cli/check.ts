import { resolve } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { folded } from '../reporters/folded.ts'
import { framed } from '../reporters/framed.ts'
import { json } from '../reporters/json.ts'
import { stylish } from '../reporters/stylish.ts'
import { runCheck } from '../run/check.ts'
import type { CheckOptions, CheckResult } from '../run/check-request.ts'
import { colorsFor } from './colors-for.ts'
import { deliver } from './deliver.ts'
import { exitCode } from './exit-code.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { remark } from './remark.ts'
import { today } from './today.ts'

/** Width taken for output that is not a terminal's. */
const DEFAULT_COLUMNS = 120

/** `memkeep check [PATH…]`: exit 1 when something at or above the fail level was found. */
export async function check(paths: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const result = await runCheck(checkOptions(paths, flags, io))
  const { code, notes } = exitCode(result.report.summary, flags)
  deliver(await rendered(result, flags, io), flags, io)
  remark([...result.notes, ...notes], io)
  return code
}

function checkOptions(paths: readonly string[], flags: FlagValues, io: Io): CheckOptions {
  const { config, base, parser, fix = false, cache, now } = flags
  return {
    cwd: resolve(io.cwd, flags.cwd ?? ''),
    paths,
    source: sourceOf(flags),
    fix,
    cache,
    today: now ?? today(io.now()),
    skip: (io.env.MEMKEEP_SKIP ?? '').split(',').flatMap((rule) => rule.trim() || []),
    config,
    base,
    parser,
  }
}

function sourceOf({ staged, rev }: FlagValues): CheckOptions['source'] {
  if (staged) return { kind: 'staged' }
  return rev === undefined ? { kind: 'work-tree' } : { kind: 'revision', revision: rev }
}

async function rendered(result: CheckResult, flags: FlagValues, io: Io): Promise<string> {
  const { quiet = false, base, fix = false, output } = flags
  const listed = result.report.diagnostics.filter(({ severity }) => !quiet || severity === 'error')
  const report = { ...result.report, diagnostics: listed }
  if (flags.format === 'json') return json(report)
  const columns = (output === undefined && io.stdout.columns) || DEFAULT_COLUMNS
  const canFix = !fix && sourceOf(flags).kind === 'work-tree'
  return stylish(report, {
    colors: colorsFor(flags, io),
    columns,
    frames: await framesOf(listed, result, columns),
    quiet,
    markNew: base !== undefined,
    fixable: canFix ? result.fixable : 0,
    mended: result.mended,
  })
}

/** The frame library and the files' texts are loaded only when there is something to show. */
async function framesOf(
  listed: readonly Diagnostic[],
  { excerpts }: CheckResult,
  columns: number,
): Promise<ReadonlyMap<Diagnostic, readonly string[]>> {
  const wanted = framed(folded(listed))
  if (wanted.length === 0) return new Map()
  const { codeFrames } = await import('../reporters/code-frame.ts')
  return codeFrames(wanted, await excerpts(wanted), columns)
}
