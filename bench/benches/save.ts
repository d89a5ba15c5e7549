import { join } from 'node:path'
import { copyCorpus } from '../copy-corpus.ts'
import { random } from '../corpus/random.ts'
import { adjective, capital, noun, title, verb } from '../corpus/words.ts'
import { startRow } from '../floors.ts'
import { freshRow, warmRow } from '../mcp-rows.ts'
import { type McpSession, shakeHands } from '../mcp-session.ts'
import { measure } from '../measure.ts'
import { outputOf } from '../output-of.ts'
import type { Row } from '../row.ts'
import type { Findings, Setting } from '../section.ts'

const WORKSPACE = 'ws-0001'
const WARM_SAVES = 5

/** Saving a decision, as an agent waits for it, in a copy that is restored after each run. */
export async function benchSave(setting: Setting): Promise<Findings> {
  const { bin } = setting
  const cwd = copyCorpus(setting.corpus, join(setting.scratch, 'copy'))
  const after = (): void => void outputOf('git', ['checkout', '--quiet', '--', '.'], { cwd })
  const decisions = newDecisions(setting.seed)
  const save = (session: McpSession): Promise<unknown> => {
    const { title, content } = decisions()
    const args = { scope: { workspace: WORKSPACE }, type: 'decision', title, content, tags: ['cache'] }
    return session.ask('tools/call', { name: 'workspace_save_memory', arguments: args })
  }
  const first = freshRow(
    { id: 'first', label: 'memkeep mcp: start and first save', after },
    { bin, cwd },
    async (session) => {
      await shakeHands(session)
      await save(session)
    },
  )
  const warm = warmRow({ id: 'warm', label: 'memkeep mcp: warm save' }, { bin, cwd, times: WARM_SAVES }, save)
  try {
    const rows = [startRow(cwd), commandRow(bin, cwd, { decisions, after }), first, { ...warm.row, after }]
    return {
      results: await setting.measure(rows),
      notes: [`A warm save is the mean of ${WARM_SAVES} in a row, each of another decision.`],
    }
  } finally {
    await warm.end()
  }
}

type Saving = { readonly decisions: () => Decision; readonly after: () => void }

function commandRow(bin: string, cwd: string, { decisions, after }: Saving): Row {
  return {
    id: 'command',
    label: '`memkeep save`',
    after,
    run: async (limitMs, withPeak) => {
      const { title, content } = decisions()
      const what = ['--workspace', WORKSPACE, '--type', 'decision', '--tags', 'cache']
      const args = [bin, 'save', ...what, '--title', title, '--content', content]
      const run = await measure({ file: process.execPath, args, cwd }, limitMs, withPeak)
      if (run.exit !== '0') throw new Error(`memkeep save exited with ${run.exit}, not 0`)
      return run
    },
  }
}

type Decision = { readonly title: string; readonly content: string }

/** Decisions that are not like one another, nor like one of the corpus. */
function newDecisions(seed: number): () => Decision {
  const r = random(seed + 1_000_003)
  let count = 0
  return () => {
    count += 1
    const mark = r.int(1_000_000, 9_999_999).toString(36)
    return {
      title: `${title(r)} ${mark} ${capital(noun(r))} ${count}`,
      content: `${capital(verb(r))} ${mark}, for the ${adjective(r)} ${noun(r)} ${verb(r)} the ${noun(r)} ${count}.`,
    }
  }
}
