import { resolve } from 'node:path'
import { asCalled } from '../../core/command-name.ts'
import { safeJson } from '../../reporters/json.ts'
import { doctorText, type SetupWords, setupText } from '../../reporters/setup-text.ts'
import type { InitOptions } from '../../setup/init.ts'
import type { SetupResult } from '../../setup/setup-changes.ts'
import type { FlagValues } from '../flags.ts'
import { colorsFor, deliver, type Io } from '../io.ts'
import { askAboutInit, isAsking } from './init-dialogue.ts'

/**
 * `memkeep init`: asks a person on a terminal; exit 1 when something is left that only a person can do. With `--clone` it is what an
 * install runs: where the environment turns hooks off, it does nothing.
 */
export async function init(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { dryRun = false, editor = false, clone = false, agentHooks } = flags
  if (clone && (io.env.HUSKY === '0' || io.env.MEMKEEP === '0')) return 0
  // Imported when called: the merge driver shares this bundle, and its start delays git.
  const { runInit } = await import('../../setup/init.ts')
  const { cwd: from, env } = io
  const asked: InitOptions = {
    cwd: resolve(from, flags.cwd ?? ''),
    from,
    dryRun,
    env,
    editor,
    clone,
    ...(agentHooks !== undefined && { agentHooks }),
  }
  const options = isAsking(flags, io) ? await askAboutInit(asked, io) : asked
  if (options === null) {
    io.stderr.write('\nNothing was written.\n')
    return 0
  }
  const result = await runInit(options)
  if (clone && result.left.length === 0 && !dryRun) return 0
  return deliverSetup(result, {
    words: { husky: 'created', nothing: 'everything was set up already', dryRun },
    flags,
    io,
  })
}

/** `memkeep uninstall`: exit 1 when something of memkeep's is left, because it was changed. */
export async function uninstall(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { dryRun = false } = flags
  // Imported when called: the merge driver shares this bundle, and its start delays git.
  const { runUninstall } = await import('../../setup/uninstall.ts')
  const { cwd: from } = io
  const result = await runUninstall({ cwd: resolve(from, flags.cwd ?? ''), from, dryRun })
  return deliverSetup(result, {
    words: { husky: 'deleted', nothing: 'memkeep had added nothing here', dryRun },
    flags,
    io,
  })
}

type SetupOutput = { readonly words: SetupWords; readonly flags: FlagValues; readonly io: Io }

/** Reports what `init` or `uninstall` did; gives 2 when a file could not be written, 1 when a person has to do the rest. */
async function deliverSetup(result: SetupResult, { words, flags, io }: SetupOutput): Promise<number> {
  const text =
    flags.format === 'json'
      ? safeJson({ version: 1, dryRun: words.dryRun, ...resultForScripts(result) })
      : asCalled(setupText(result, words, colorsFor(flags, io)), io.command)
  await deliver(text, flags, io)
  if (result.files.some(({ did }) => did === 'refused')) return 2
  return result.left.length > 0 ? 1 : 0
}

/** The result under the keys that scripts read: `mend` is a fix, `told` the description of the memory. */
function resultForScripts(result: SetupResult): object {
  const { memory, left } = result
  return {
    ...result,
    left: left.map(fixForScripts),
    memory: memory && { seen: memory.seen, told: memory.description },
  }
}

function fixForScripts<T extends { readonly fix?: string }>({ fix, ...finding }: T): object {
  return { ...finding, ...(fix !== undefined && { mend: fix }) }
}

/** `memkeep doctor`: exit 1 when something is wrong. */
export async function doctor(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const cwd = resolve(io.cwd, flags.cwd ?? '')
  // Imported when called: the merge driver shares this bundle, and its start delays git.
  const { runDoctor } = await import('../../setup/doctor/doctor.ts')
  const checks = await runDoctor({ cwd, from: io.cwd, env: io.env })
  const text =
    flags.format === 'json'
      ? safeJson({ version: 1, checks: checks.map(fixForScripts) })
      : asCalled(doctorText(checks, colorsFor(flags, io)), io.command)
  await deliver(text, flags, io)
  return checks.some(({ status }) => status === 'wrong') ? 1 : 0
}
