import type { Io } from './io.ts'
import { withoutFlags } from './run-command.ts'

/** `mcp`, or `mcp --cwd DIR`, as clients start it: agents wait for their servers, so no flag parser is loaded. */
export function mcpMain([, , cwd]: readonly string[], outer: Io): Promise<number> {
  return withoutFlags(outer, async (flags, io) => {
    const { mcp } = await import('./mcp.ts')
    return mcp([], { ...flags, ...(cwd !== undefined && { cwd }) }, io)
  })
}
