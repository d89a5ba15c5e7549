import type { Io } from './io.ts'
import { tellFailure } from './tell-failure.ts'

/**
 * `mcp`, or `mcp --cwd DIR`, as clients start it: an agent waits for its servers, and there is next to nothing to parse in
 * this, so what parses flags is not loaded. Exit code out; prints to `io` only, and never throws.
 */
export async function mcpMain([, , cwd]: readonly string[], io: Io): Promise<number> {
  try {
    const { mcp } = await import('./mcp.ts')
    return await mcp([], { color: true, cache: true, ...(cwd !== undefined && { cwd }) }, io)
  } catch (error) {
    tellFailure(error, { debug: false, stderr: io.stderr })
    return 2
  }
}
