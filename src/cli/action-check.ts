import { resolve } from 'node:path'
import { judgeCi } from '../ci/ci.ts'
import { openGithub } from '../ci/github/github.ts'
import { pullRequestOf } from '../ci/github/pull-request.ts'
import { runPage } from '../ci/github/run-page.ts'
import { type Commented, stickComment } from '../ci/github/sticky-comment.ts'
import { whyNot } from '../ci/github/trouble.ts'
import { workflowCommand } from '../ci/github/workflow-command.ts'
import { outputBelow } from '../ci/output-below.ts'
import type { CiReport } from '../core/report.ts'
import { redacted } from '../engine/redacted.ts'
import { stepSummary } from '../reporters/step-summary.ts'
import { actionFlags } from './action-flags.ts'
import { githubOptions } from './action-github.ts'
import type { ActionStep } from './action-step.ts'
import { ciOptions } from './ci.ts'
import type { FlagValues } from './flags.ts'
import { publishCi } from './publish-ci.ts'

/** Checks as `memkeep ci` does, and comments on the pull request when asked to; the comment decides nothing. */
export async function actionCheck(step: ActionStep): Promise<number> {
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
    io.stdout.write(`${TOLD[did]}\n`)
  } catch (error) {
    const fork = pull.isFromFork ? '; a pull request from a fork has a token that may only read' : ''
    skip(`${whyNot(error)}${fork}`)
  }
}

const TOLD: { readonly [did in Commented]: string } = {
  created: 'memkeep: commented on the pull request',
  updated: 'memkeep: updated the comment on the pull request',
  unchanged: 'memkeep: the comment on the pull request is up to date',
  unneeded: 'memkeep: nothing to comment on the pull request',
}

/** Something was found, or the memory changed. */
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
