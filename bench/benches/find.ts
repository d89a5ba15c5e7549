import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startRow } from '../floors.ts'
import { warmRow } from '../mcp-rows.ts'
import { programRow } from '../row.ts'
import type { Findings, Setting } from '../section.ts'

const WARM_ANSWERS = 20
/** Words that many items have, some that few have, and one that none has. */
const QUERY = ['retry', 'policy', 'of', 'the', 'payment', 'gateway', 'zeppelin']
/** One of so many plans is changed. */
const SHARE = 10

/** Searching everything: with nothing kept, unchanged, after a tenth of the plans changed, and in a running server. */
export async function benchFind(setting: Setting): Promise<Findings> {
  const { bin, corpus } = setting
  const find = { file: process.execPath, args: [bin, 'find', ...QUERY], cwd: corpus }
  const kept = (pattern: RegExp): readonly string[] => filesIn(join(corpus, '.git/memkeep'), pattern)
  const forget = (): void => {
    for (const path of kept(/^(?:search|facts)-/)) rmSync(path)
  }
  const plans = filesIn(join(corpus, 'resources'), /\/_plans\/[^/]+\.md$/)
  const changed = plans.filter((_, i) => i % SHARE === 0).map((path) => ({ path, text: readFileSync(path) }))
  const saved = new Map<string, Buffer>()
  const before = (): void => {
    for (const path of kept(/^search-/)) saved.set(path, readFileSync(path))
    for (const { path } of changed) appendFileSync(path, '\nOne line more.\n')
  }
  const after = (): void => {
    for (const { path, text } of changed) writeFileSync(path, text)
    for (const [path, bytes] of saved) writeFileSync(path, bytes)
  }
  const warm = warmRow(
    { id: 'server', label: 'memkeep mcp: warm `memory_search`' },
    { bin, cwd: corpus, times: WARM_ANSWERS },
    (session) => session.ask('tools/call', { name: 'memory_search', arguments: { query: QUERY.join(' ') } }),
  )
  try {
    return {
      results: await setting.measure([
        startRow(corpus),
        programRow('cold', '`memkeep find`, nothing kept', find, { before: forget }),
        programRow('warm', '… unchanged', find),
        programRow('changed', '… a tenth of the plans changed', find, { before, after }),
        warm.row,
      ]),
      notes: [
        `The query has ${QUERY.length} words. Kept next to the caches of a check: ${sizeOf(kept(/^search-/))} of index and facts.`,
        `A warm answer of the server is the mean of ${WARM_ANSWERS} in a row, git's answer included.`,
      ],
    }
  } finally {
    await warm.end()
  }
}

function filesIn(folder: string, pattern: RegExp): readonly string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(folder, name))
}

function sizeOf(paths: readonly string[]): string {
  return `${(paths.reduce((sum, path) => sum + readFileSync(path).length, 0) / 1e6).toFixed(1)} MB`
}
