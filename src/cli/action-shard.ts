import { resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import type { ActionStep } from './action.ts'
import { main } from './main.ts'

/**
 * Checks one part of the documents and writes what was found to a file. What is wrong with them is told, and fails, where
 * the parts are put together.
 */
export async function actionShard({ inputs, workspace, io }: ActionStep): Promise<number> {
  const { shard, output, config, workingDirectory } = inputs
  if (shard === undefined || output === undefined) throw new UserError('there is no shard to check')
  const args = [
    'check',
    `--shard=${shard}`,
    `--output=${resolve(workspace, output)}`,
    `--cwd=${resolve(workspace, workingDirectory)}`,
    ...(config === undefined ? [] : [`--config=${config}`]),
  ]
  const code = await main(args, io)
  return code === 1 ? 0 : code
}
