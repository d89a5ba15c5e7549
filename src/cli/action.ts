import { resolve } from 'node:path'
import { judgeCi } from '../ci/ci.ts'
import { failureReason, type GithubOptions, openGithub } from '../ci/github/github.ts'
import { type Commented, reviewIssue, stickComment } from '../ci/github/posts.ts'
import {
  type ActionInputs,
  type Environment,
  outputBelow,
  pullRequestOf,
  readInputs,
  runPage,
  workflowCommand,
} from '../ci/github/runner.ts'
import { today } from '../core/date.ts'
import { isUserError, UserError } from '../core/messages.ts'
import type { CiReport } from '../core/report.ts'
import { redacted } from '../engine/redacted.ts'
import { stepSummary } from '../reporters/step-summary.ts'
import { ciOptions, publishCi } from './ci.ts'
import type { FlagValues, Io } from './command.ts'
import { report } from './report.ts'
import { redactingIo, reportFailure } from './run-command.ts'
import { checkShard } from './shards.ts'

/** The GitHub Action: inputs and files of the runner in, exit code out. Never throws. */
export function action(outer: Io): Promise<number> {
  return redactingIo(outer, async (io) => {
    try {
      const workspace = io.env.GITHUB_WORKSPACE || io.cwd
      const step = { inputs: readInputs(io.env), workspace, io: { ...io, cwd: workspace } }
      return await commandOf(step.inputs)(step)
    } catch (error) {
      reportFailure(error, { debug: io.env.RUNNER_DEBUG === '1', io })
      io.stdout.write(workflowCommand('error', firstLine(error)))
      return 2
    }
  })
}

/** One step of the action: its inputs, and the checkout that it works in. */
type ActionStep = { readonly inputs: ActionInputs; readonly workspace: string; readonly io: Io }

function commandOf({ command, shard }: ActionInputs): (step: ActionStep) => Promise<number> {
  if (command === 'review') return actionReview
  return shard === undefined ? actionCheck : actionShard
}

/** Checks as `memkeep ci` does, and comments on the pull request when asked to; the exit code does not depend on the comment. */
async function actionCheck(step: ActionStep): Promise<number> {
  const { inputs, workspace, io } = step
  const flags: FlagValues = {
    ...actionFlags(inputs),
    ...(inputs.base !== undefined && { base: inputs.base }),
    ...(inputs.sarifFile !== undefined && { sarif: outputBelow(workspace, inputs.sarifFile, 'sarif-file') }),
    ...(inputs.shards !== undefined && { shards: resolve(workspace, inputs.shards) }),
    failOn: inputs.failOn,
    strict: inputs.strict,
  }
  const run = await judgeCi(ciOptions(flags, io))
  const code = await publishCi(run, flags, io)
  if (inputs.comment) await comment(run.ci, step)
  return code
}

async function comment(report: CiReport, { inputs, io }: ActionStep): Promise<void> {
  const skip = (why: string): void => {
    io.stdout.write(workflowCommand('notice', `no comment was made: ${why}`))
  }
  const pull = pullRequestOf(io.env)
  if (pull === null) return skip('this run is not about a pull request')
  if (inputs.token === '') return skip('there is no token')
  try {
    const did = await stickComment(openGithub(githubOptions(inputs.token, io.env)), {
      pull: pull.number,
      name: inputs.name,
      body: await redacted(stepSummary(report)),
      more: moreAt(runPage(io.env)),
      isNews: isNews(report),
    })
    io.stdout.write(`${COMMENT_MESSAGES[did]}\n`)
  } catch (error) {
    const fork = pull.isFromFork ? '; a pull request from a fork has a token that may only read' : ''
    skip(`${failureReason(error)}${fork}`)
  }
}

const COMMENT_MESSAGES: { readonly [did in Commented]: string } = {
  created: 'memkeep: commented on the pull request',
  updated: 'memkeep: updated the comment on the pull request',
  unchanged: 'memkeep: the comment on the pull request is up to date',
  unneeded: 'memkeep: nothing to comment on the pull request',
}

/** True when there are findings, or the memory changed. */
function isNews({ failing, report, differences }: CiReport): boolean {
  if (failing > 0 || report.diagnostics.length > 0) return true
  return differences.some(({ added, changed, superseded, archived, lost }) =>
    [added, changed, superseded, archived, lost].some((items) => items.length > 0),
  )
}

function moreAt(page: string | null): string {
  return page === null
    ? 'There is more in the summary of the run.'
    : `There is more in the [summary of the run](${page}).`
}

/** Reads one share of the documents, and writes its facts to a file; a later step with `shards` judges them. */
async function actionShard({ inputs, workspace, io }: ActionStep): Promise<number> {
  const { shard = '', output = '' } = inputs
  return checkShard(
    [],
    { ...actionFlags(inputs), shard, output: outputBelow(workspace, output, 'output') },
    io,
  )
}

/** Opens or updates the issue that asks for a review of the memory, with its report. Throws `UserError` when it cannot. */
async function actionReview({ inputs, io }: ActionStep): Promise<number> {
  const { token } = inputs
  if (token === '') throw new UserError('there is no token to open an issue with')
  let body = ''
  const stdout = { write: (text: string) => (body += text) }
  await report([], { ...actionFlags(inputs), format: 'markdown' }, { ...io, stdout })
  const page = runPage(io.env)
  try {
    const { did, number } = await reviewIssue(openGithub(githubOptions(token, io.env)), {
      name: inputs.name,
      title: titleOf(today(io.now())),
      body: await redacted(body),
      more: `There is more: run \`memkeep report\`${page === null ? '' : `, as [this run](${page}) did`}.`,
    })
    io.stdout.write(`memkeep: ${did} issue ${number}\n`)
    return 0
  } catch (error) {
    if (isUserError(error)) throw error
    const hint = 'The job needs "issues: write", and the repository its issues turned on.'
    throw new UserError(`the issue of the review was not written: ${failureReason(error)}`, hint, error)
  }
}

/** One title a quarter: `Review of the memory, 2026 Q4`. */
function titleOf(day: string): string {
  return `Review of the memory, ${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}

/** The flags that every command of the action takes. */
function actionFlags({ config, workingDirectory }: ActionInputs): FlagValues {
  return { ...(config !== undefined && { config }), cwd: workingDirectory, color: false, cache: true }
}

/** The GitHub server and repository of the run, from the runner's variables. */
function githubOptions(token: string, env: Environment): GithubOptions {
  return {
    apiUrl: env.GITHUB_API_URL || 'https://api.github.com',
    graphqlUrl: env.GITHUB_GRAPHQL_URL || 'https://api.github.com/graphql',
    repository: env.GITHUB_REPOSITORY ?? '',
    token,
  }
}

/** The line that is shown with the run; the rest is in its log. */
function firstLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const hint = 'hint' in error && typeof error.hint === 'string' && error.hint !== '' ? ` ${error.hint}` : ''
  return `${error.message.split('\n')[0]}${hint === '' ? '' : `.${hint}`}`
}
