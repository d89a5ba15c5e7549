import { startRow } from '../floors.ts'
import { freshRow, warmRow } from '../mcp-rows.ts'
import { type McpSession, shakeHands } from '../mcp-session.ts'
import { programRow } from '../row.ts'
import type { Findings, Setting } from '../section.ts'

/** The workspace that every corpus has. */
const WORKSPACE = 'ws-0001'
const WARM_ANSWERS = 20

/** What an agent waits for when it asks what memory holds: first from a fresh server, then again, and on a command line. */
export async function benchContext(setting: Setting): Promise<Findings> {
  const { bin, corpus } = setting
  const server = { bin, cwd: corpus }
  const first = freshRow(
    { id: 'first', label: 'memkeep mcp: start and first answer' },
    server,
    async (session) => {
      await shakeHands(session)
      await answer(session)
    },
  )
  const head = { id: 'warm', label: 'memkeep mcp: warm answer' }
  const warm = warmRow(head, { ...server, times: WARM_ANSWERS }, answer)
  const args = [bin, 'context', '--workspace', WORKSPACE, '--topics', 'decisions']
  const command = programRow('command', '`memkeep context`', { file: process.execPath, args, cwd: corpus })
  try {
    return {
      results: await setting.measure([startRow(corpus), first, warm.row, command]),
      notes: [
        'Asked is for one workspace with its decisions.',
        `A warm answer is the mean of ${WARM_ANSWERS} in a row.`,
      ],
    }
  } finally {
    await warm.end()
  }
}

function answer(session: McpSession): Promise<unknown> {
  const args = { scope: { workspace: WORKSPACE }, topics: ['decisions'] }
  return session.ask('tools/call', { name: 'workspace_get_context', arguments: args })
}
