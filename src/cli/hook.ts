import type { HookRequest, HookResult } from '../commit/hook-request.ts'
import { preCommit } from '../commit/pre-commit.ts'
import { isUserError, safeText, UserError } from '../core/messages.ts'
import { LOOSENED_RULE, NEVER_IN_BASELINE } from '../core/rule.ts'
import { type CheckResult, countsOf } from '../engine/check-request.ts'
import { commonOptions, type FlagValues, type Io, printNotes, skippedRules } from './command.ts'
import { reportFailure, withoutFlags } from './run-command.ts'

type Hook = (request: HookRequest) => Promise<HookResult>

/** A hook that is imported only when it is called. */
const other =
  (name: keyof typeof import('../commit/other-hooks.ts')): Hook =>
  async (request) =>
    (await import('../commit/other-hooks.ts'))[name](request)

/** Every git hook that memkeep serves. */
const HOOKS: { readonly [name: string]: Hook } = {
  'pre-commit': preCommit,
  'pre-merge-commit': other('preMergeCommit'),
  'pre-push': other('prePush'),
  'post-commit': other('postCommit'),
  'post-applypatch': other('postCommit'),
  'post-merge': other('postMerge'),
  'post-checkout': other('postCheckout'),
  'post-rewrite': other('postRewrite'),
}

/** `memkeep hook NAME [ARG…]`: exit 1 when git is to stop. It prints on standard error, as git's own hooks do. */
export async function hook(
  [name = '', ...args]: readonly string[],
  flags: FlagValues,
  io: Io,
): Promise<number> {
  if (io.env.MEMKEEP === '0') return 0
  const run = Object.hasOwn(HOOKS, name) ? HOOKS[name] : undefined
  if (!run) {
    throw new UserError(`unknown hook ${safeText(name)}`, `There are ${Object.keys(HOOKS).join(', ')}.`)
  }
  const result = await runOrRefuse(name, flags, io, () =>
    run({
      ...commonOptions(flags, io),
      args,
      stdin: io.stdin,
      skip: skippedRules(io),
    }),
  )
  if (!result) return 2
  const { refused, check, notes } = result
  const shown = check && findingsToPrint(check, name)
  if (shown && shown.report.diagnostics.length > 0) {
    // A silent hook loads no reporter.
    const { renderReport } = await import('./rendered.ts')
    io.stderr.write(
      await renderReport({ ...shown, again: 'memkeep check --staged' }, flags, { ...io, stdout: io.stderr }),
    )
  }
  printNotes(
    [...notes, ...olderErrors(check), ...(refused ? [...baselineHint(check), refusal(name)] : [])],
    io,
  )
  return refused ? 1 : 0
}

/** Refuses also what could not be checked: prints why, and gives null. */
async function runOrRefuse(
  name: string,
  { debug = false }: FlagValues,
  io: Io,
  run: () => Promise<HookResult>,
): Promise<HookResult | null> {
  try {
    return await run()
  } catch (error) {
    if (!isUserError(error) || name.startsWith('post-')) throw error
    reportFailure(error, { debug, io })
    printNotes([refusal(name)], io)
    return null
  }
}

/**
 * The findings to print: errors, new warnings and what the commit suppresses. Old ones are counted or left out: people stop reading
 * what each commit repeats. At a push the new ones have been shown already.
 */
function findingsToPrint(check: CheckResult, name: string): CheckResult {
  const { report } = check
  const isHeard = name === 'pre-push'
  const diagnostics = report.diagnostics.filter(
    (one) =>
      one.severity === 'error' ||
      (!isHeard && one.new && (one.severity === 'warning' || one.rule === LOOSENED_RULE)),
  )
  const summary = { ...report.summary, ...countsOf(diagnostics) }
  return {
    ...check,
    // Git names what a commit changes, and notes what it takes out of the memory.
    report: { version: report.version, diagnostics, summary },
    fixable: diagnostics.filter(({ fixable }) => fixable).length,
  }
}

/** Errors that were there before, in files that the commit touches: they stop no commit, and are one line. */
function olderErrors(check: CheckResult | null): string[] {
  const count = check?.report.diagnostics.filter(({ demoted }) => demoted).length ?? 0
  if (count === 0) return []
  return [
    `${count === 1 ? '1 error was' : `${count} errors were`} there before in the files of this commit: memkeep check lists them`,
  ]
}

/** A hint at the baseline, where old errors alone stop the commit and the baseline can count all of them. */
function baselineHint(check: CheckResult | null): string[] {
  const errors = check?.report.diagnostics.filter(({ severity }) => severity === 'error') ?? []
  const isOld = errors.length > 0 && errors.every((one) => !one.new && !NEVER_IN_BASELINE.includes(one.rule))
  return isOld
    ? ['these errors were there before. To start with old findings out of the way: memkeep baseline']
    : []
}

/** What to do now that the commit or push is stopped. */
function refusal(name: string): string {
  if (name === 'pre-push') {
    return "the push was refused: fix the errors, commit, push again; `MEMKEEP=0 git push` skips this check, not CI's"
  }
  const what = name === 'pre-merge-commit' ? 'merge' : 'commit'
  return `the ${what} was refused: fix the errors, stage the files, try again; \`MEMKEEP=0 git ${what}\` skips this check, not CI's`
}

/** `hook NAME -- [ARG…]`, as the shims write it. */
export function hookMain([, name = '', , ...args]: readonly string[], outer: Io): Promise<number> {
  return withoutFlags(outer, (flags, io) => hook([name, ...args], flags, io))
}
