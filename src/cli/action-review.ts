import { openGithub } from '../ci/github/github.ts'
import { reviewIssue } from '../ci/github/review-issue.ts'
import { runPage } from '../ci/github/run-page.ts'
import { whyNot } from '../ci/github/trouble.ts'
import { today } from '../core/date.ts'
import { UserError } from '../core/errors.ts'
import { redacted } from '../engine/redacted.ts'
import { actionFlags } from './action-flags.ts'
import { githubOptions } from './action-github.ts'
import type { ActionStep } from './action-step.ts'
import { report } from './report.ts'

/** Opens or updates the issue that asks for a review of the memory, with its report. Throws `UserError` when it cannot. */
export async function actionReview({ inputs, io }: ActionStep): Promise<number> {
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
    if (error instanceof Error && error.name === 'UserError') throw error
    const hint = 'The job needs "issues: write", and the repository its issues turned on.'
    throw new UserError(`the issue of the review was not written: ${whyNot(error)}`, hint, error)
  }
}

/** One title a quarter: `Review of the memory, 2026 Q4`. */
function titleOf(day: string): string {
  return `Review of the memory, ${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
}
