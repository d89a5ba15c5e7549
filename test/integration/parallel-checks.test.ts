import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { LONG } from '../helpers/runs.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

const AT_ONCE = LONG ? 50 : 4

type Ended = { readonly code: number | null; readonly stdout: string }

function start(cwd: string, ...flags: string[]): ChildProcess {
  const args = [resolve('dist/memkeep.cjs'), 'check', '--format', 'json', '--now', '2026-03-09', ...flags]
  return spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
}

async function ended(child: ChildProcess): Promise<Ended> {
  let stdout = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8')
  })
  const [code] = await once(child, 'close')
  return { code, stdout }
}

/** What must be the same however it came about. */
function essence({ code, stdout }: Ended): unknown {
  const { diagnostics, summary } = JSON.parse(stdout)
  return { code, diagnostics, documents: summary.documents, items: summary.items }
}

test('many checks of one repository at once, some of them killed, give the same', async () => {
  const repo = tempRepo()
  cpSync('examples/workspace', repo.dir, { recursive: true, verbatimSymlinks: true })
  repo.commit()
  repo.write('resources/workspaces/shop/_plans/260301-odd.md', '# Odd\n\n[dead](nowhere.md)\n')
  const expected = essence(await ended(start(repo.dir, '--no-cache')))
  for (const round of [0, 1]) {
    if (round === 1) repo.commit()
    const children = Array.from({ length: AT_ONCE }, () => start(repo.dir))
    // Every third one dies at a moment of its own: while it starts, reads, judges or writes.
    for (const [i, child] of children.entries()) {
      if (i % 3 === 0) setTimeout(() => child.kill('SIGKILL'), (i * 997) % 1500)
    }
    const runs = await Promise.all(children.map(ended))
    const alive = runs.filter(({ code }) => code !== null)
    expect(alive.length).toBeGreaterThanOrEqual(AT_ONCE - Math.ceil(AT_ONCE / 3))
    for (const run of alive) expect(essence(run)).toEqual(expected)
  }
  const after = await ended(start(repo.dir))
  expect(essence(after)).toEqual(expected)
  const { summary } = JSON.parse(after.stdout)
  expect(summary.cached).toBe(summary.documents)
})
