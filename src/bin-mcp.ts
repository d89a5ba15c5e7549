import process from 'node:process'
import { processIo } from './cli/io.ts'
import { withoutFlags } from './cli/run-command.ts'

const [, , , , cwd] = process.argv

// `mcp`, or `mcp --cwd DIR`, as clients start it: agents wait for their servers, so no flag parser is loaded.
withoutFlags(processIo(), async (flags, io) => {
  const { mcp } = await import('./cli/mcp.ts')
  return mcp([], { ...flags, ...(cwd !== undefined && { cwd }) }, io)
}).then((code) => {
  process.exitCode = code
})
