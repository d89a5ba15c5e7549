import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { shim } from '../../src/core/shim.ts'
import { hookPaths } from '../../src/engine/settings/load-settings.ts'
import { layouts } from '../../src/layouts/index.ts'
import { commitRow, type Way } from '../commit-row.ts'
import { type Commits, commitsIn, type What } from '../commits.ts'
import { copyCorpus } from '../copy-corpus.ts'
import { startRow } from '../floors.ts'
import { GIT_TRACE, gitProcesses, processesIn } from '../git-processes.ts'
import { rivals } from '../rivals.ts'
import type { Row } from '../row.ts'
import type { Fact, Findings, Setting } from '../section.ts'

const OURS = `#!/bin/sh\n${shim('pre-commit', hookPaths(layouts, DEFAULT_SETTINGS))}`

/** Whole commits without a hook, with ours, and with those of others, in a copy of the corpus. */
export async function benchCommit(setting: Setting): Promise<Findings> {
  const commits = commitsIn(copyCorpus(setting.corpus, join(setting.scratch, 'copy')), setting.scratch)
  const peers = await rivals(commits, setting)
  const rows = [startRow(commits.repository), ...ourRows(commits, setting), ...peers.rows]
  return {
    results: await setting.measure(rows),
    facts: await facts(commits, setting),
    notes: [
      'Whole commits of a plan and an entry in `decisions.md`, unless no memory is touched. Ours rebuilds an index too.',
      'Peak memory is that of the largest process.',
      ...peers.missing,
    ],
  }
}

function ourRows(commits: Commits, { bin }: Setting): Row[] {
  const { disarm, armHusky, arm } = commits
  const row = (id: string, label: string, way: Way): Row => commitRow(commits, { id, label }, way)
  const sh = (): void => arm('sh', { text: '#!/bin/sh\nexit 0\n' })
  const husky = (): void => armHusky('#!/bin/sh\n')
  const env = { MEMKEEP_BIN: bin }
  const ours = (): void => armHusky(OURS)
  // What was committed without our hook left its derived files as they were: they are put right first, uncounted.
  const putRight = { env, arm: ours, isTwice: true }
  return [
    row('plain-none', 'no hook, no memory touched', { arm: disarm, what: 'no memory' }),
    row('plain-sh', 'a hook of `sh`, no memory touched', { arm: sh, what: 'no memory' }),
    row('plain-husky', "husky's empty hook, no memory touched", { arm: husky, what: 'no memory' }),
    row('plain-ours', 'our husky hook, no memory touched', { arm: ours, env, what: 'no memory' }),
    row('none', 'no hook', { arm: disarm }),
    row('sh', 'a hook of `sh`', { arm: sh }),
    row('husky', "husky's empty hook", { arm: husky }),
    row('ours-plan', 'our husky hook, a plan alone', { ...putRight, what: 'plan' }),
    row('ours', '**our husky hook**', putRight),
  ]
}

/** The git processes of our hook: those of the shim, and those of the command that it starts. */
async function facts(commits: Commits, { bin, limitMs, scratch }: Setting): Promise<Fact[]> {
  const [shims, own] = [join(scratch, 'trace-shim'), join(scratch, 'trace-own')]
  const starter = join(scratch, 'memkeep')
  writeFileSync(starter, `#!/bin/sh\n${GIT_TRACE}='${own}' exec '${bin}' "$@"\n`)
  chmodSync(starter, 0o755)
  const arm = (): void => commits.armHusky(OURS.replace('\n', `\nexport ${GIT_TRACE}='${shims}'\n`))
  const counted = async (id: string, label: string, what: What): Promise<Fact> => {
    const row = commitRow(commits, { id, label }, { arm, env: { MEMKEEP_BIN: starter }, what, isTwice: true })
    await row.before?.()
    rmSync(own, { force: true })
    const first = await gitProcesses(shims, () => row.run(limitMs, false))
    const names = processesIn(own)
    const shown = `${label} (${names.join(', ') || 'none'}; and the shim's ${first.join(', ')})`
    return { id, label: `git processes of our hook, ${shown}`, value: names.length, unit: '' }
  }
  return [
    await counted('git-none', 'no memory touched', 'no memory'),
    await counted('git-plan', 'a plan', 'plan'),
    await counted('git-index', 'a plan and an entry, an index written', 'plan and decisions'),
  ]
}
