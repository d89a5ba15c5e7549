import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { applyUpdate } from '../../../src/layouts/working-memory/dsl/apply-update.ts'
import type { TaskState } from '../../../src/layouts/working-memory/dsl/grammar.ts'
import { parseUpdate } from '../../../src/layouts/working-memory/dsl/parse-update.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'

const FOLDER = 'examples/working-memory'
const TASK = '.working-memory/lost-retries'

const files = Object.fromEntries(
  readdirSync(join(FOLDER, TASK)).map((name) => [
    `${TASK}/${name}`,
    readFileSync(join(FOLDER, TASK, name), 'utf8').replaceAll('\r\n', '\n'),
  ]),
)

test('nothing is wrong with the example', async () => {
  const { diagnostics, documents } = await checkLiteral(files)
  expect(diagnostics).toEqual([])
  expect(documents.map(({ kind, items }) => [kind, items.length])).toEqual([
    ['task-update', 0],
    ['task-update', 0],
    ['task-update', 0],
    ['task-log', 3],
    ['task-state', 5],
  ])
})

test('its updates make its state and its log', () => {
  const log = files[`${TASK}/log.md`] ?? ''
  const times = [...log.matchAll(/^## (.*)$/gm)].map(([, time = '']) => time)
  const names = Object.keys(files).filter((path) => path.endsWith('.dsl'))
  let state: TaskState = { updated: null, current_progress: null, key_learnings: [], verbatim_context: [] }
  let text = '# Log of lost-retries\n'
  for (const [i, name] of names.sort().entries()) {
    const { update, problems } = parseUpdate(files[name] ?? '')
    const applied = applyUpdate(state, update, { now: times[i] ?? '', problems, strict: true })
    expect(applied.refused).toEqual([])
    state = applied.state
    text += `\n${applied.diff}`
  }
  expect(parse(files[`${TASK}/state.yaml`] ?? '')).toEqual(state)
  expect(log).toBe(text)
})
