import { resolve } from 'node:path'
import type { Shard } from '../../core/shard.ts'
import type { CheckOptions } from '../../engine/check-request.ts'
import type { Sides } from '../../engine/check-snapshot.ts'
import { openMemory } from '../../engine/open-memory.ts'
import { openSides } from '../../engine/sides.ts'
import { headCommit } from '../../git/refs.ts'
import { openProject, type Project } from '../../snapshot/project.ts'

import { shardParts } from './shard-parts.ts'
import { writeShard } from './write-shard.ts'

/** One run of `memkeep check --shard`. */
export type ShardOptions = Omit<CheckOptions, 'paths' | 'fix' | 'openFacts'> & {
  readonly shard: Shard
  /** The file to write, relative to `cwd`. */
  readonly output: string
}

/**
 * Takes one share of the documents of everything that the check would look at through the document stage, and writes their
 * facts to a file; gives how many there are. Nothing is judged. Throws `UserError` where the check would be wrong use, and
 * when the file cannot be written.
 */
export async function runShard({ shard, output, ...options }: ShardOptions): Promise<number> {
  const project = await openProject(options.cwd)
  const sides = await openSides(project, options)
  const isWorkTree = options.source.kind === 'work-tree'
  const memory = await openMemory({ ...options, project, sides, isWorkTree, allWanted: true })
  return writeShard({
    parts: await shardParts(memory),
    shard,
    made: await madeOf(project, memory),
    path: resolve(options.cwd, output),
    name: output,
  })
}

async function madeOf({ repository }: Project, { after, before }: Sides): Promise<readonly string[]> {
  const head = repository && !/^commit /.test(after.label) ? await headCommit(repository.top) : null
  const label = head ? `${after.label} of ${head.slice(0, 12)}` : after.label
  return before ? [label, before.label] : [label]
}
