import { expect, test } from 'vitest'
import { applyTaskUpdate } from '../../../../src/layouts/working-memory/operations/apply-task-update.ts'
import { archiveEntry } from '../../../../src/layouts/working-memory/operations/archive-entry.ts'
import { showTask } from '../../../../src/layouts/working-memory/operations/show-task.ts'
import type { Files } from '../../../helpers/check-literal.ts'
import { answered, carriedOut, findingsOf } from './asked.ts'

const T = '.working-memory/t'
const STATE = `${T}/state.yaml`
const ARCHIVE = `${T}/archived-001.yaml`
const HALF = 256 * 1024

/** A task with many long snippets, the first of them archived, each with a comment of its own, and its log. */
function longTask(count: number, archived: number): Files {
  const snippet = 'y'.repeat(6000)
  const at = (i: number): string => `2026-04-02T09:00:00.${String(i).padStart(3, '0')}Z`
  const rows = Array.from({ length: count }, (_, i) =>
    [
      `- id: VC-${i + 1} # of ${i + 1}`,
      `  label: "file ${i + 1}"`,
      `  snippet: ${snippet}`,
      '  reason: it is so',
      `  added: ${at(i)}`,
      `  own: ${i}`,
      ...(i < archived ? [`  archived: { at: ${at(archived + i)}, reason: it is gone }`] : []),
    ].join('\n'),
  )
  const log = Array.from({ length: count }, (_, i) => `+ VC-${i + 1} because it is so: file ${i + 1}`)
  const gone = Array.from({ length: archived }, (_, i) => `- VC-${i + 1} because it is gone`)
  return {
    [STATE]: `updated: 2026-04-03T09:00:00Z\ncurrent_progress: null\nkey_learnings: []\nverbatim_context:\n${rows.join('\n')}\n`,
    [`${T}/log.md`]: `# Log\n\n## one\n\n\`\`\`diff\n${[...log, ...gone].join('\n')}\n\`\`\`\n`,
  }
}

const UPDATE =
  'KEY_LEARNINGS:\n  ADD:\n    - because it is so: a new one\nVERBATIM_CONTEXT:\n  ADD:\n    - because it is so: l => s\n'

test('the oldest archived entries of a long state go into a file of their own, byte for byte, and ids count on', async () => {
  const files = longTask(100, 80)
  const answer = await answered(applyTaskUpdate, files, { task: 't', update: UPDATE })
  expect([...(answer.plan?.keys() ?? [])]).toEqual([ARCHIVE, STATE, `${T}/log.md`])
  const after = carriedOut(files, answer)
  expect(answer.data).toMatchObject({ added: ['KL-1', 'VC-101'] })
  const [state, archive] = [String(after[STATE]), String(after[ARCHIVE])]
  expect(state.length).toBeLessThan(HALF + 8000)
  const rowsOf = (text: string): string[] =>
    text
      .split(/\n(?=- id: VC)/)
      .slice(1)
      .map((row) => row.trimEnd())
  const moved = rowsOf(archive)
  expect(moved.length).toBeGreaterThan(40)
  expect([...moved, ...rowsOf(state)].slice(0, 100)).toEqual(rowsOf(String(files[STATE])))
  expect(await findingsOf(files, after)).toEqual([])
  const { data } = await answered(showTask, after, { task: 't', archived: true })
  expect(data.snippets).toHaveLength(101)
  const next = await answered(applyTaskUpdate, after, { task: 't', update: UPDATE.replace('s\n', 'other\n') })
  expect(next.data).toMatchObject({ added: ['VC-102'] })
  expect(next.plan?.has(ARCHIVE)).toBe(false)
})

test('an id that was moved out is archived already', async () => {
  const files = longTask(100, 80)
  const after = carriedOut(files, await answered(applyTaskUpdate, files, { task: 't', update: UPDATE }))
  const answer = await answered(archiveEntry, after, { task: 't', id: 'VC-1', because: 'x' })
  expect(answer.data).toMatchObject({ saved: false, refused: [], notes: ['VC-1 is archived already.'] })
})

test('where numbers were moved out, none of them is given again', async () => {
  const files = longTask(90, 90)
  const after = carriedOut(
    files,
    await answered(applyTaskUpdate, files, {
      task: 't',
      update: 'KEY_LEARNINGS:\n  ADD:\n    - because it is so: one\n',
    }),
  )
  const gone = {
    ...after,
    [STATE]: String(after[STATE]).replace(/verbatim_context:\n[\s\S]*$/, 'verbatim_context: []\n'),
  }
  const archive = { ...gone, [ARCHIVE]: String(after[ARCHIVE]) }
  const answer = await answered(applyTaskUpdate, archive, {
    task: 't',
    update: 'VERBATIM_CONTEXT:\n  ADD:\n    - because it is so: l => s\n',
  })
  // The log gave out 90, and some of them are in neither file now.
  expect(answer.data.added).toEqual(['VC-91'])
})

test('a move that was stopped is ended by the next update: equal entries leave the state, others stay in both', async () => {
  const files = longTask(100, 80)
  const moved = await answered(applyTaskUpdate, files, { task: 't', update: UPDATE })
  const archive = String(carriedOut(files, moved)[ARCHIVE])
  const cut = { ...files, [ARCHIVE]: archive }
  const ended = await answered(applyTaskUpdate, cut, { task: 't', update: UPDATE })
  const after = carriedOut(cut, ended)
  expect(after[ARCHIVE]).toBe(archive)
  expect(await findingsOf(cut, after)).toEqual([])
  expect((await answered(showTask, after, { task: 't', archived: true })).data.snippets).toHaveLength(101)
  const other = { ...cut, [ARCHIVE]: archive.replace('reason: it is gone', 'reason: it is done') }
  const kept = await answered(applyTaskUpdate, other, { task: 't', update: UPDATE })
  expect(kept.data.notes).toContainEqual(
    'VC-1 is in the state and among the archived entries, and differs: both were left.',
  )
  expect(String(carriedOut(other, kept)[STATE])).toContain('- id: VC-1 ')
})

test('a long log goes on in another file, and both count', async () => {
  const files = longTask(2, 0)
  const log = `${T}/log.md`
  const long = { ...files, [log]: `${files[log]}\n## two\n\n${'words and words\n'.repeat(33_000)}` }
  const answer = await answered(applyTaskUpdate, long, { task: 't', update: UPDATE })
  const after = carriedOut(long, answer)
  expect(after[log]).toBe(long[log])
  expect(String(after[`${T}/log-001.md`])).toMatch(/^# Log of t\n\n## 2026-/)
  expect(answer.data.recovered).toBeUndefined()
  expect(await findingsOf(long, after)).toEqual([])
  const next = carriedOut(
    after,
    await answered(applyTaskUpdate, after, { task: 't', update: UPDATE.replace('a new one', 'another') }),
  )
  expect(next[log]).toBe(long[log])
  expect(String(next[`${T}/log-001.md`]).match(/^## /gm)).toHaveLength(2)
  expect(await findingsOf(after, next)).toEqual([])
})
