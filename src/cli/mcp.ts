import { resolve } from 'node:path'
import { momentOf } from '../core/date.ts'
import { serve } from '../mcp/serve.ts'
import { allOperations, assertHaveOperations, assertOffered } from '../operations/registry.ts'
import { unifiedDiff } from '../reporters/unified-diff.ts'
import { askUserModels, userEmbedder } from './ask-user-models.ts'
import { colorsFor, type FlagValues, type Io, printNotes } from './command.ts'

/** `memkeep mcp`: serves until the client closes standard input. Standard output is the protocol's alone. */
export async function mcp(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { cwd, config, cache, now, layouts, models, tools = [] } = flags
  if (layouts) assertHaveOperations(layouts)
  const names = tools.filter((name) => name !== 'all')
  for (const name of names) assertOffered(name)
  const plain = colorsFor({ ...flags, color: false }, io)
  const named = io.env.CLAUDE_PROJECT_DIR
  if (io.stdout.isTTY)
    printNotes(['waiting for a client of the Model Context Protocol on standard input'], io)
  const modelsPath = models === undefined ? undefined : resolve(io.cwd, models)
  // A server lives as long as the session of its agent.
  let calls = 0
  const session = {
    made: () => calls,
    add: (more: number) => {
      calls += more
    },
  }
  await serve({
    started: {
      given: cwd === undefined ? null : resolve(io.cwd, cwd),
      named: named ? resolve(io.cwd, named) : null,
      here: io.cwd,
    },
    config,
    operations: allOperations(),
    layouts,
    tools: { all: names.length < tools.length, names },
    cache,
    ask: (place) => askUserModels({ cwd: place, path: modelsPath, session }, io),
    embedder: (place) => userEmbedder({ cwd: place, path: modelsPath }, io),
    moment: () => momentOf(now, io.now()),
    difference: (change) => unifiedDiff(change, plain),
    command: io.command,
    log: (line) => printNotes([line], io),
  })
  return 0
}
