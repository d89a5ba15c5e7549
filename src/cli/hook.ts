import type { HookRequest, HookResult } from '../commit/hook-request.ts'
import { preCommit } from '../commit/pre-commit.ts'
import { UserError } from '../core/errors.ts'
import { LOOSENED_RULE, NEVER_IN_BASELINE } from '../core/rule.ts'
import { safeText } from '../core/safe-text.ts'
import type { CheckResult } from '../engine/check-request.ts'
import { countsOf } from '../engine/staged-findings.ts'
import type { FlagValues } from './flags.ts'
import { type Io, printNotes } from './io.ts'
import { commonOptions, skippedRules } from './options.ts'
import { reportFailure, withoutFlags } from './run-command.ts'

type Hook = (request: HookRequest) => Promise<HookResult>

/** A hook that is imported only when it is called. */
const other =
  (name: keyof typeof import('../commit/other-hooks.ts')): Hook =>
  async (request) =>
    (await import('../commit/other-hooks.ts'))[name](request)

/** Every hook that has something to do. */
const HOOKS: { readonly [name: string]: Hook } = {
  'pre-commit': preCommit,
  'pre-merge-commit': other('preMergeCommit'),
  'pre-push': other('prePush'),
  'post-merge': other('postMerge'),
  'post-checkout': other('postCheckout'),
  'post-rewrite': other('postRewrite'),
}

/** `memkeep hook NAME [ARG…]`: exit 1 when git is to stop. Everything goes to standard error, as hooks of git do. */
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
  const result = await orUnable(name, flags, io, () =>
    run({
      ...commonOptions(flags, io),
      args,
      stdin: io.stdin,
      skip: skippedRules(io),
    }),
  )
  if (!result) return 2
  const { refused, check, notes } = result
  const shown = check && worthSaying(check, name)
  if (shown && shown.report.diagnostics.length > 0) {
    // What says nothing needs nothing to say it with.
    const { rendered } = await import('./rendered.ts')
    io.stderr.write(await rendered(shown, flags, { ...io, stdout: io.stderr }))
  }
  printNotes([...notes, ...(refused ? [...wayOut(check), refusal(name)] : [])], io)
  return refused ? 1 : 0
}

/** What could not be checked is refused, too: null, when that was said. */
async function orUnable(
  name: string,
  { debug = false }: FlagValues,
  io: Io,
  run: () => Promise<HookResult>,
): Promise<HookResult | null> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UserError' || name.startsWith('post-')) throw error
    reportFailure(error, { debug, stderr: io.stderr })
    printNotes([refusal(name)], io)
    return null
  }
}

/**
 * Errors, old ones in the files that the commit touches, the warnings that it brings and what it suppresses. Other old
 * warnings are left out: people stop reading what each commit repeats. With a push they have been read.
 */
function worthSaying(check: CheckResult, name: string): CheckResult {
  const { report } = check
  const isHeard = name === 'pre-push'
  const diagnostics = report.diagnostics.filter(
    (one) =>
      one.severity === 'error' ||
      one.demoted ||
      (!isHeard && one.new && (one.severity === 'warning' || one.rule === LOOSENED_RULE)),
  )
  const summary = { ...report.summary, ...countsOf(diagnostics) }
  return {
    ...check,
    report: { ...report, diagnostics, summary },
    fixable: diagnostics.filter(({ fixable }) => fixable).length,
  }
}

/** For whoever is stopped by nothing but what was there before, and what a file of known findings can count. */
function wayOut(check: CheckResult | null): string[] {
  const errors = check?.report.diagnostics.filter(({ severity }) => severity === 'error') ?? []
  const isOld = errors.length > 0 && errors.every((one) => !one.new && !NEVER_IN_BASELINE.includes(one.rule))
  return isOld
    ? ['these errors were there before. To start with old findings out of the way: memkeep baseline']
    : []
}

/** What to do now, for whoever sees a commit or a push stopped. */
function refusal(name: string): string {
  if (name === 'pre-push') {
    return "the push was refused: mend the errors, commit, push again; `git push --no-verify` goes past this check, not past CI's"
  }
  const what = name === 'pre-merge-commit' ? 'merge' : 'commit'
  return `the ${what} was refused: mend the errors, stage the files, try again; \`git ${what} --no-verify\` goes past this check, not past CI's`
}

/** `hook NAME -- [ARG…]`, as the shims write it. */
export function hookMain([, name = '', , ...args]: readonly string[], outer: Io): Promise<number> {
  return withoutFlags(outer, (flags, io) => hook([name, ...args], flags, io))
}
