import { type ActionInputs, readInputs } from '../ci/github/inputs.ts'
import { workflowCommand } from '../ci/github/workflow-command.ts'
import { actionCheck } from './action-check.ts'
import { actionReview } from './action-review.ts'
import { actionShard } from './action-shard.ts'
import type { ActionStep } from './action-step.ts'
import type { Io } from './io.ts'
import { redactingIo } from './redacting-io.ts'
import { tellFailure } from './tell-failure.ts'

/** The GitHub Action: inputs and files of the runner in, exit code out. Never throws. */
export function action(outer: Io): Promise<number> {
  return redactingIo(outer, async (io) => {
    try {
      const workspace = io.env.GITHUB_WORKSPACE || io.cwd
      const step = { inputs: readInputs(io.env), workspace, io: { ...io, cwd: workspace } }
      return await commandOf(step.inputs)(step)
    } catch (error) {
      tellFailure(error, { debug: io.env.RUNNER_DEBUG === '1', stderr: io.stderr })
      io.stdout.write(workflowCommand('error', firstLine(error)))
      return 2
    }
  })
}

function commandOf({ command, shard }: ActionInputs): (step: ActionStep) => Promise<number> {
  if (command === 'review') return actionReview
  return shard === undefined ? actionCheck : actionShard
}

/** What stands beside the run; the rest is in its log. */
function firstLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const hint = 'hint' in error && typeof error.hint === 'string' && error.hint !== '' ? ` ${error.hint}` : ''
  return `${error.message.split('\n')[0]}${hint === '' ? '' : `.${hint}`}`
}
