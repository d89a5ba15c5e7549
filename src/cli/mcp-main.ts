import type { Io } from './io.ts'
import { withoutFlags } from './run-command.ts'

/** `mcp`, or `mcp --cwd DIR`, as clients start it: an agent waits for its servers. */
export function mcpMain([, , cwd]: readonly string[], outer: Io): Promise<number> {
  return withoutFlags(outer, async (flags, io) => {
    const { mcp } = await import('./mcp.ts')
    return mcp([], { ...flags, ...(cwd !== undefined && { cwd }) }, io)
  })
}
