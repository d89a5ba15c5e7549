import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { cowork } from '../../../../src/layouts/cowork/layout.ts'
import { addDecision } from '../../../../src/layouts/cowork/operations/add-decision.ts'
import { addPattern } from '../../../../src/layouts/cowork/operations/add-pattern.ts'
import { ensureIterationMemory } from '../../../../src/layouts/cowork/operations/ensure-iteration-memory.ts'
import { loadIterationMemory } from '../../../../src/layouts/cowork/operations/load-iteration-memory.ts'
import { loadProjectMemory } from '../../../../src/layouts/cowork/operations/load-project-memory.ts'
import { saveIterationMemory } from '../../../../src/layouts/cowork/operations/save-iteration-memory.ts'
import { saveProjectMemory } from '../../../../src/layouts/cowork/operations/save-project-memory.ts'
import { setContext } from '../../../../src/layouts/cowork/operations/set-context.ts'
import { askOperation } from '../../../helpers/ask-operation.ts'
import { checkLiteral } from '../../../helpers/check-literal.ts'
import {
  CONTEXT,
  cleanCowork,
  DECISIONS,
  firstDecision,
  ITERATION,
  iteration,
  json,
  MEMORY,
  PATTERNS,
  projectMemory,
  SESSION,
  secondDecision,
} from '../clean-memory.ts'
import { call, MILLIS, NOW, parsed, refused } from './store.ts'

const CHOICE = {
  title: 'One formatter',
  context: 'Two of them fought.',
  decision: 'Biome formats.',
  consequences: ['One setting.', 'No plugin, ever.'],
}
const PATTERN = {
  name: 'Retry once',
  description: 'A call is repeated once.',
  usage: ['For reads.'],
  tags: ['net'],
  code_example: 'retry(1)',
}

describe('a decision and a pattern', () => {
  test('are appended with their detail files', async () => {
    const one = await call(addDecision, { files: cleanCowork, args: CHOICE })
    const id = `dec-iter-3-${MILLIS}`
    expect(one.data).toMatchObject({ saved: true, id, file: `project/decisions/${id}.md` })
    const row = { id, ...CHOICE, iteration_id: 'iter-3', created_at: NOW }
    expect(one.files[MEMORY]).toBe(json({ ...projectMemory, decisions: [...projectMemory.decisions, row] }))
    expect(one.files[`${DECISIONS}/${id}.md`]).toContain('Biome formats.')
    const two = await call(addPattern, { files: one.files, args: { ...PATTERN, session: 'iter-5' } })
    expect(two.files[`${PATTERNS}/pat-iter-5-${MILLIS}.md`]).toContain('retry(1)')
  })

  test('are written into a new project memory', async () => {
    const files = { [SESSION]: json({ current_session: 'iter-9' }) }
    const made = await call(addDecision, { files, args: CHOICE })
    expect(parsed(made.files, MEMORY)).toMatchObject({
      decisions: [{ title: 'One formatter' }],
      patterns: [],
      context: { tech_stack: [] },
    })
  })

  test('that the project has are named', async () => {
    const args = { ...CHOICE, title: 'SQLite keeps the local store.', decision: firstDecision.decision }
    expect((await call(addDecision, { files: cleanCowork, args })).data).toMatchObject({
      saved: false,
      already: true,
      id: firstDecision.id,
    })
  })

  test('need a session, words and visible characters', async () => {
    const idle = { ...cleanCowork, [SESSION]: '{ "current_session": null }' }
    expect(await refused(addDecision, { files: idle, args: CHOICE })).toMatch(/No session is active/)
    expect(await refused(addDecision, { files: cleanCowork, args: { ...CHOICE, decision: ' ' } })).toMatch(
      /says nothing/,
    )
    expect(
      await refused(addPattern, { files: cleanCowork, args: { ...PATTERN, tags: ['a\u2066b'] } }),
    ).toMatch(/`tags` holds a hidden/)
    expect(await refused(addPattern, { files: cleanCowork, args: { ...PATTERN, name: 'a\nb' } })).toMatch(
      /one line/,
    )
  })
})

describe('the context of the project', () => {
  test('is set field by field, and the prose of people stays', async () => {
    const { data, files } = await call(setContext, {
      files: cleanCowork,
      args: { tech_stack: ['TypeScript', 'SQLite', 'Biome'] },
    })
    const context = { ...projectMemory.context, tech_stack: ['TypeScript', 'SQLite', 'Biome'] }
    expect(data.context).toEqual(context)
    expect(files[MEMORY]).toBe(json({ ...projectMemory, context }))
    expect(files[CONTEXT]).toBe(cleanCowork[CONTEXT])
  })

  test('makes the prose once, where there is none', async () => {
    const { [CONTEXT]: _, ...files } = cleanCowork
    const args = {
      architecture_style: 'layers # one',
      key_dependencies: [{ name: 'zod', version: '4', purpose: 'schemas' }],
    }
    const made = await call(setContext, { files, args })
    expect(made.files[CONTEXT]).toBe(
      '# Project context\n\n## Tech stack\n\n- TypeScript\n- SQLite\n\n## Architecture\n\nlayers # one\n\n## Key dependencies\n\n- zod 4: schemas\n',
    )
  })

  test('is something', async () => {
    expect(await refused(setContext, { files: cleanCowork, args: {} })).toMatch(/Nothing is to be set/)
    expect(await refused(setContext, { files: cleanCowork, args: { tech_stack: ['a\u202eb'] } })).toMatch(
      /hidden/,
    )
  })
})

describe('a whole project memory', () => {
  test('is loaded with its defaults', async () => {
    expect((await call(loadProjectMemory, { files: cleanCowork })).data.memory).toEqual(projectMemory)
    expect((await call(loadProjectMemory, { files: {} })).data.memory).toEqual({
      decisions: [],
      patterns: [],
      context: { tech_stack: [], architecture_style: null, key_dependencies: [] },
    })
  })

  test('is saved as its difference', async () => {
    const fresh = {
      ...secondDecision,
      id: 'dec-iter-3-1772362801',
      title: 'New',
      created_at: '2026-03-01T12:00:00Z',
    }
    const memory = {
      ...projectMemory,
      decisions: [fresh, ...projectMemory.decisions],
      context: { ...projectMemory.context, architecture_style: null },
    }
    const text = json({ extra: 1.5, ...projectMemory }).replace('1.5', '1.50')
    const { files } = await call(saveProjectMemory, {
      files: { ...cleanCowork, [MEMORY]: text },
      args: { memory },
    })
    const wanted = json({
      extra: 1.5,
      ...projectMemory,
      decisions: [...projectMemory.decisions, fresh],
      context: { ...projectMemory.context, architecture_style: null },
    })
    expect(files[MEMORY]).toBe(wanted.replace('1.5', '1.50'))
  })

  test('without a row that is there is refused', async () => {
    const memory = { ...projectMemory, decisions: [secondDecision] }
    expect(await refused(saveProjectMemory, { files: cleanCowork, args: { memory } })).toMatch(
      /A row of decisions is missing: dec-iter-1-1770544800/,
    )
  })
})

describe('the whole memory of an iteration', () => {
  test('is loaded and made', async () => {
    expect(
      (await call(loadIterationMemory, { files: cleanCowork, args: { iteration_id: 'iter-3' } })).data.memory,
    ).toEqual(iteration)
    const made = await call(ensureIterationMemory, { files: cleanCowork, args: { iteration_id: 'iter-8' } })
    expect(parsed(made.files, '.cowork/memory/iterations/iter-8.json')).toEqual({
      iteration_id: 'iter-8',
      insights: [],
      issues: [],
      learnings: [],
    })
    expect(
      await refused(ensureIterationMemory, { files: cleanCowork, args: { iteration_id: '../x' } }),
    ).toMatch(/cannot name a session/)
  })

  test('is saved as its difference: ids that the caller does not know stay', async () => {
    const named = {
      ...iteration,
      insights: [{ id: 'ins-a', ...iteration.insights[0], promoted_to: 'dec-x' }],
    }
    const wanted = {
      ...iteration,
      issues: [{ ...iteration.issues[0], resolved: false, resolved_at: null }],
      learnings: [...iteration.learnings, { content: 'More.', created_at: NOW }],
    }
    const { files } = await call(saveIterationMemory, {
      files: { ...cleanCowork, [ITERATION]: json(named) },
      args: { memory: wanted },
    })
    expect(files[ITERATION]).toBe(json({ ...wanted, insights: named.insights }))
  })

  test.each<readonly [string, JsonObject, RegExp]>([
    ['a row is missing', { ...iteration, learnings: [] }, /A row of learnings is missing/],
    [
      'another item has the id',
      { ...iteration, learnings: [{ ...iteration.learnings[0], content: 'Else.' }] },
      /A row of learnings is missing/,
    ],
    ['it is of an ended session', { ...iteration, iteration_id: 'iter-1' }, /has ended/],
  ])('is refused where %s', async (_, memory, words) => {
    expect(await refused(saveIterationMemory, { files: cleanCowork, args: { memory } })).toMatch(words)
  })
})

test('a row is added to a memory whose detail files were never written: their findings are no new ones', async () => {
  const files = cleanCowork
  const answer = await askOperation(addDecision, {
    files,
    args: CHOICE,
    layout: cowork,
    now: NOW,
    stale: true,
  })
  const plan = 'plan' in answer ? [...(answer.plan ?? [])] : []
  const after = {
    ...files,
    ...Object.fromEntries(plan.map(([path, file]) => [path, 'text' in file ? file.text : ''])),
  }
  const { diagnostics } = await checkLiteral(after, { before: files })
  const stale = diagnostics.filter(({ rule }) => rule === 'derived-fresh')
  expect(stale.map((one) => one.new).sort()).toEqual([false, false, false, true])
})
