import { resolve } from 'node:path'
import { Client, type ClientCapabilities } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { plainEnvironment } from './setup.ts'

/** How a client starts the server, and what it can do. */
export type ClientOptions = {
  readonly args?: readonly string[]
  readonly env?: { readonly [name: string]: string }
  /** `file:` URIs; absent for a client without roots. */
  readonly roots?: readonly string[]
  /** The protocol of 2026, which has no handshake; that of 2025 when absent. */
  readonly modern?: true
}

type Connected = { readonly client: Client; readonly said: () => string }

/** A client of the built `memkeep mcp`, started in a directory; both end with the test. */
export async function mcpClient(cwd: string, options: ClientOptions = {}): Promise<Connected> {
  const connected = await sharedMcpClient(cwd, options)
  onTestFinished(() => connected.client.close())
  return connected
}

/** The same for several tests: the caller closes the client. */
export async function sharedMcpClient(
  cwd: string,
  { args = [], env = {}, roots, modern }: ClientOptions = {},
): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve('dist/memkeep.cjs'), 'mcp', ...args],
    env: { ...(plainEnvironment() as Record<string, string>), ...env },
    cwd,
    stderr: 'pipe',
  })
  let said = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8')
  })
  const capabilities: ClientCapabilities = roots ? { roots: {} } : {}
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities, ...(modern && { versionNegotiation: { mode: 'auto' as const } }) },
  )
  if (roots) client.setRequestHandler('roots/list', () => ({ roots: roots.map((uri) => ({ uri })) }))
  await client.connect(transport)
  return { client, said: () => said }
}
