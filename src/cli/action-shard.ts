import { outputBelow } from '../ci/output-below.ts'
import { actionFlags } from './action-flags.ts'
import type { ActionStep } from './action-step.ts'
import { checkShard } from './check-shard.ts'

/** Reads one share of the documents, and writes what they hold to a file; nothing is judged before `shards` are given. */
export async function actionShard({ inputs, workspace, io }: ActionStep): Promise<number> {
  const { shard = '', output = '' } = inputs
  return checkShard(
    [],
    { ...actionFlags(inputs), shard, output: outputBelow(workspace, output, 'output') },
    io,
  )
}
