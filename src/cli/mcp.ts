import { resolve } from 'node:path'
import { serve } from '../mcp/serve.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { remark } from './remark.ts'
import { today } from './today.ts'

/** `memkeep mcp`: serves until the client closes standard input. Standard output is the protocol's alone. */
export async function mcp(
  _: readonly string[],
  { cwd, config, cache, now }: FlagValues,
  io: Io,
): Promise<number> {
  const named = io.env.CLAUDE_PROJECT_DIR
  await serve({
    started: {
      given: cwd === undefined ? null : resolve(io.cwd, cwd),
      named: named ? resolve(io.cwd, named) : null,
      here: io.cwd,
    },
    config,
    cache,
    today: () => now ?? today(io.now()),
    log: (line) => remark([line], io),
  })
  return 0
}
