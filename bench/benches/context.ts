import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startRow } from '../floors.ts'
import { freshRow, warmRow } from '../mcp-rows.ts'
import { type McpSession, shakeHands } from '../mcp-session.ts'
import { programRow } from '../row.ts'
import type { Findings, Setting } from '../section.ts'

const WARM_ANSWERS = 20
const ROOT = 'resources/workspaces'

/** Reading context, as an agent waits for it: from a fresh server, from a running one, and on a command line. */
export async function benchContext(setting: Setting): Promise<Findings> {
  const { bin, corpus } = setting
  const server = { bin, cwd: corpus }
  const workspace = largestWorkspace(corpus)
  const [defaults, decisions] = [asking(workspace, []), asking(workspace, ['decisions'])]
  const firstOf = (id: string, label: string, ask: Ask) =>
    freshRow({ id, label }, server, async (session) => {
      await shakeHands(session)
      await ask(session)
    })
  const times = WARM_ANSWERS
  const warm = warmRow({ id: 'warm', label: 'memkeep mcp: warm answer' }, { ...server, times }, defaults)
  const more = warmRow({ id: 'warm-decisions', label: '… with decisions' }, { ...server, times }, decisions)
  const args = [bin, 'context', '--workspace', workspace]
  try {
    const rows = [
      startRow(corpus),
      firstOf('first', 'memkeep mcp: start and first answer', defaults),
      firstOf('first-decisions', '… with decisions', decisions),
      warm.row,
      more.row,
      programRow('command', '`memkeep context`', { file: process.execPath, args, cwd: corpus }),
    ]
    return {
      results: await setting.measure(rows),
      notes: [
        'Asked is for the defaults of the largest workspace, without and with its decisions.',
        `A warm answer is the mean of ${WARM_ANSWERS} in a row.`,
      ],
    }
  } finally {
    await Promise.all([warm.end(), more.end()])
  }
}

type Ask = (session: McpSession) => Promise<unknown>

function asking(workspace: string, topics: readonly string[]): Ask {
  const args = { scope: { workspace }, ...(topics.length > 0 && { topics }) }
  return (session) => session.ask('tools/call', { name: 'workspace_get_context', arguments: args })
}

/** The one with the most files. */
function largestWorkspace(corpus: string): string {
  const sizeOf = (name: string): number => readdirSync(join(corpus, ROOT, name), { recursive: true }).length
  const sized = readdirSync(join(corpus, ROOT)).map((name) => ({ name, size: sizeOf(name) }))
  return sized.reduce((most, one) => (one.size > most.size ? one : most)).name
}
