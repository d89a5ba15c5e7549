import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONG, rowsOf } from '../../helpers/runs.ts'
import { countLines, fakeGit, tempFolder } from '../../helpers/temp-repo.ts'
import { addEntry, append, checkout, ci, DECISIONS, entry, host, OVERVIEW, pullRequest } from './ci-repo.ts'

/** In the long run every way to fail; else the commonest. */
const WAYS = LONG ? ['exit 128', 'exit 1', 'kill -9 $$', 'echo garbage; exit 0'] : ['exit 128']

test.each(WAYS)(
  'whichever call of git fails by %j, what is wrong never passes',
  async (way) => {
    const repo = await host()
    repo.git('checkout', '--quiet', '-b', 'topic')
    const head = await addEntry(repo, DECISIONS, entry('One queue per shop', ''))
    repo.git('checkout', '--quiet', 'main')
    append(repo, OVERVIEW, '\nOne line more.\n')
    const base = repo.commit()
    const clone = checkout(repo, 'refs/heads/topic')
    const folder = tempFolder()
    const [calls, turn] = [join(folder, 'calls'), join(folder, 'turn')]
    const real = join(clone.git('--exec-path'), 'git')
    writeFileSync(turn, '0\n')
    fakeGit(
      `echo "$*" >> '${calls}'; ${countLines(calls)}; read -r turn < '${turn}'; [ "$lines" -eq "$turn" ] && { ${way}; }; exec '${real}' "$@"`,
    )
    const run = async (which: number): Promise<number> => {
      writeFileSync(turn, `${which}\n`)
      writeFileSync(calls, '')
      return (await ci(clone, pullRequest(head, base), '--no-cache')).code
    }
    expect(await run(0)).toBe(1)
    const asked = readFileSync(calls, 'utf8').split('\n').slice(0, -1)
    expect(asked.length).toBeGreaterThan(10)
    const passed: string[] = []
    for (const [i, call] of rowsOf([...asked.entries()], 3)) if ((await run(i + 1)) === 0) passed.push(call)
    expect(passed).toEqual([])
  },
  600_000,
)
