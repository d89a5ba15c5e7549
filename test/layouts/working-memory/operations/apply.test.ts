import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { applyTaskUpdate } from '../../../../src/layouts/working-memory/operations/apply-task-update.ts'
import { archiveEntry } from '../../../../src/layouts/working-memory/operations/archive-entry.ts'
import type { Files } from '../../../helpers/check-literal.ts'
import { cleanWorkingMemory, LOG, STATE, UPDATED } from '../task-files.ts'
import { answered, ask, carriedOut, findingsOf } from './asked.ts'

const TASK = 'lost-retries'
const NOW = '2026-05-02T10:00:00.000Z'

type Done = { readonly data: JsonObject; readonly after: Files }

async function apply(args: JsonObject, files: Files = cleanWorkingMemory): Promise<Done> {
  const answer = await answered(applyTaskUpdate, files, { task: TASK, ...args }, { now: NOW })
  return { data: answer.data, after: carriedOut(files, answer) }
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`

/** The example of the format, whole. */
const EXAMPLE = lines(
  'CURRENT_PROGRESS:',
  '\tCompleted:',
  '\t\t- <optional bullet>',
  '\tIn Progress:',
  '\t\t- <required bullet(s)>',
  '\tRemaining:',
  '\t\t- <optional bullet>',
  '',
  'KEY_LEARNINGS:',
  '\tADD:',
  '\t\t- because <reason>: <one-line insight>',
  '\tARCHIVE:',
  '\t\t- KL-2 because <reason>',
  '',
  'VERBATIM_CONTEXT:',
  '\tADD:',
  '\t\t- because <reason>: <label> => <verbatim snippet>',
  '\tARCHIVE:',
  '\t\t- VC-1 because <reason>',
)

test('the example of the format is applied: ids, one instant, archivings, and the log, with no byte else changed', async () => {
  const { data, after } = await apply({ update: EXAMPLE })
  expect(data).toMatchObject({
    saved: true,
    sections: { progress: 'applied', learnings: 'applied', verbatim: 'applied' },
    added: ['KL-3', 'VC-2'],
    archived: ['KL-2', 'VC-1'],
    refused: [],
  })
  const before = String(cleanWorkingMemory[STATE])
  expect(after[STATE]).toBe(
    before
      .replace(UPDATED, `"${NOW}"`)
      .replace('completed: [reproduce it]', 'completed: ["<optional bullet>"]')
      .replace('in_progress: [write a failing test]', 'in_progress: ["<required bullet(s)>"]')
      .replace('remaining: []', 'remaining: ["<optional bullet>"]')
      .replace(
        '    added: 2026-04-02T10:00:00Z\nverbatim_context:\n',
        [
          '    added: 2026-04-02T10:00:00Z',
          '    archived:',
          `      at: "${NOW}"`,
          '      reason: "<reason>"',
          '  - id: KL-3',
          '    insight: "<one-line insight>"',
          '    reason: "<reason>"',
          `    added: "${NOW}"`,
          'verbatim_context:',
          '',
        ].join('\n'),
      )
      .concat(
        '    archived:\n',
        `      at: "${NOW}"\n`,
        '      reason: "<reason>"\n',
        '  - id: VC-2\n',
        '    label: "<label>"\n',
        '    snippet: "<verbatim snippet>"\n',
        '    reason: "<reason>"\n',
        `    added: "${NOW}"\n`,
      ),
  )
  const log = String(after[LOG])
  expect(log.startsWith(String(cleanWorkingMemory[LOG]))).toBe(true)
  expect(log.slice(String(cleanWorkingMemory[LOG]).length)).toMatch(
    /^\n## 2026-05-02T10:00:00\.000Z\n\ntext: [0-9a-f]{24}\n\n```diff\n- Completed: reproduce it\n[\s\S]*- KL-2 because <reason>\n\+ KL-3 because <reason>: <one-line insight>\n- VC-1[\s\S]*```\n$/,
  )
  expect(await findingsOf(cleanWorkingMemory, after)).toEqual([])
})

test('the same with two spaces a level, and sections as answers, gives the same state', async () => {
  const spaced = EXAMPLE.replaceAll('\t', '  ')
  const [first, second] = [await apply({ update: EXAMPLE }), await apply({ update: spaced })]
  const [progress = '', learnings = '', verbatim = ''] = spaced.split('\n\n')
  const third = await apply({
    sections: { progress, learnings: `Sure:\n\`\`\`\n${learnings}\n\`\`\``, verbatim },
  })
  expect(second.after[STATE]).toBe(first.after[STATE])
  expect(third.after[STATE]).toBe(first.after[STATE])
  expect(third.data.notes).toHaveLength(3)
})

describe('what changes nothing writes nothing', () => {
  test.each<readonly [string, JsonObject]>([
    ['no change', { update: 'no change' }],
    [
      'each section',
      {
        update: lines(
          'CURRENT_PROGRESS:',
          '  no change',
          'KEY_LEARNINGS:',
          '  ADD:',
          '    (none)',
          'VERBATIM_CONTEXT: (none)',
        ),
      },
    ],
    [
      'answers',
      {
        sections: {
          progress: 'No change.',
          learnings: '```\nno change\n```',
          verbatim: 'VERBATIM_CONTEXT:\n  no change',
        },
      },
    ],
    [
      'the same progress',
      {
        update: lines(
          'CURRENT_PROGRESS:',
          '  Completed:',
          '    - reproduce it',
          '  In Progress:',
          '    - write a failing test',
        ),
      },
    ],
  ])('%s', async (_, args) => {
    const { data, after } = await apply(args)
    expect(after).toEqual(cleanWorkingMemory)
    expect(data).toMatchObject({ saved: false, added: [], archived: [], refused: [] })
    expect(Object.values(data.sections as JsonObject).every((one) => one === 'unchanged')).toBe(true)
  })
})

test('an unknown id is left out and listed, and the rest applied; with strict nothing is', async () => {
  const update = lines(
    'KEY_LEARNINGS:',
    '  ADD:',
    '    - because it is so: a new one',
    '  ARCHIVE:',
    '    - KL-7 because it is gone',
  )
  const { data, after } = await apply({ update })
  expect(data).toMatchObject({
    saved: true,
    sections: { learnings: 'applied' },
    added: ['KL-3'],
    refused: [{ section: 'learnings', id: 'KL-7', message: 'The state has no id KL-7' }],
  })
  expect(String(after[LOG])).not.toContain('KL-7')
  const strict = await apply({ update, strict: true })
  expect(strict.after).toEqual(cleanWorkingMemory)
  expect(strict.data).toMatchObject({ saved: false, sections: { learnings: 'refused' }, added: [] })
})

test('a section with a problem is refused by its line, and the others are applied', async () => {
  const update = lines(
    'CURRENT_PROGRESS:',
    '  Completed:',
    '    - all of it',
    'KEY_LEARNINGS:',
    '  ADD:',
    '    - because it is so: a new one',
  )
  const { data } = await apply({ update })
  expect(data).toMatchObject({
    sections: { progress: 'refused', learnings: 'applied' },
    refused: [{ section: 'progress', line: 1, message: 'The progress has no bullet In Progress' }],
  })
  const strict = await apply({ update, strict: true })
  expect(strict.after).toEqual(cleanWorkingMemory)
})

test('an archived id is a note, and so is a learning or snippet that is there; one that is archived is added anew', async () => {
  const { data, after } = await apply({
    update: lines(
      'KEY_LEARNINGS:',
      '  ADD:',
      '    - because I saw it: the clock of the tests stands still unless it is moved',
      '    - because I saw it again: The queue hands a job out again when its lease runs out.',
      '    - because I saw it thrice: The queue hands a job out again when its lease runs out.',
      '  ARCHIVE:',
      '    - KL-1 because it is gone',
      'VERBATIM_CONTEXT:',
      '  ADD:',
      '    - because it is there: config/queue.yaml =>',
      '      queue:',
      '        lease: 30s',
      '    - because the label is another: config/other.yaml =>',
      '      queue:',
      '        lease: 30s',
    ),
  })
  expect(data).toMatchObject({ added: ['KL-3', 'VC-2'], archived: [], refused: [] })
  expect(data.notes).toEqual([
    'KL-1 is archived already.',
    'Already KL-2: nothing was added for it.',
    'The same is added twice: once is enough.',
    'Already VC-1: nothing was added for it.',
  ])
  expect(await findingsOf(cleanWorkingMemory, after)).toEqual([])
})

test('sizes are notes; a snippet of more than 6 KiB, and what cannot be seen, is refused alone', async () => {
  const long = 'x'.repeat(7000)
  const { data } = await apply({
    update: lines(
      'CURRENT_PROGRESS:',
      '  In Progress:',
      `    - ${'very '.repeat(30)}long`,
      '    - because I want to: go on',
      'KEY_LEARNINGS:',
      '  ADD:',
      ...[1, 2, 3, 4].map((n) => `    - because it is so: learning ${n}`),
      '    - because host:8080: answers slowly',
      '    - because it hides: a\u200b\u200b\u200bb',
      'VERBATIM_CONTEXT:',
      '  ADD:',
      `    - because it is long: big.txt => ${long}`,
      '    - because it is short: small.txt => y',
    ),
  })
  expect(data).toMatchObject({
    sections: { progress: 'applied', learnings: 'applied', verbatim: 'applied' },
    added: ['KL-3', 'KL-4', 'KL-5', 'KL-6', 'KL-7', 'VC-2'],
    refused: [
      { section: 'learnings', message: expect.stringContaining('holds what cannot be seen') },
      { section: 'verbatim', message: 'The snippet "big.txt" has 7000 bytes, and at most 6144 are kept' },
    ],
  })
  const notes = (data.notes as string[]).join('\n')
  for (const part of ['154 characters', 'starts with a reason', 'adds 5 learnings', 'is one word'])
    expect(notes).toContain(part)
})

test('progress that was written from another one is refused, and the rest applied', async () => {
  const update = lines(
    'CURRENT_PROGRESS:',
    '  In Progress:',
    '    - mine',
    'KEY_LEARNINGS:',
    '  ADD:',
    '    - because it is so: a new one',
  )
  const { base } = (await apply({ update: 'no change' })).data
  const fresh = await apply({ update, base: String(base) })
  expect(fresh.data).toMatchObject({ sections: { progress: 'applied', learnings: 'applied' }, refused: [] })
  const stale = await apply({ update: update.replace('mine', 'yours'), base: String(base) }, fresh.after)
  expect(stale.data).toMatchObject({
    sections: { progress: 'refused', learnings: 'unchanged' },
    refused: [{ section: 'progress', message: 'The progress changed meanwhile' }],
  })
  expect(stale.data.base).toBe(fresh.data.base)
})

test('a text is applied once, unless it is asked for again', async () => {
  const update = lines('CURRENT_PROGRESS:', '  In Progress:', '    - mine')
  const first = await apply({ update })
  const other = await apply({ update: update.replace('mine', 'yours') }, first.after)
  const again = await apply({ update }, other.after)
  expect(again.after).toEqual(other.after)
  expect(again.data).toMatchObject({ saved: false, sections: { progress: 'unchanged' } })
  expect(again.data.notes).toEqual(['The update was applied before: `again` applies it once more.'])
  const forced = await apply({ update, again: true }, other.after)
  expect(forced.data).toMatchObject({ saved: true, sections: { progress: 'applied' } })
  const seen = await apply({ update, base: String(other.data.base) }, other.after)
  expect(seen.data).toMatchObject({ saved: true })
})

test('a file of the task is applied once, and stays', async () => {
  const path = '.working-memory/lost-retries/003.dsl'
  const files = {
    ...cleanWorkingMemory,
    [path]: lines('KEY_LEARNINGS:', '  ADD:', '    - because it is so: a new one'),
  }
  const first = await apply({ files: ['003.dsl'] }, files)
  expect(first.data).toMatchObject({ added: ['KL-3'] })
  expect(first.after[path]).toBe(files[path])
  const second = await apply({ files: [path] }, first.after)
  expect(second.data).toMatchObject({ saved: false, added: [] })
  for (const name of ['gone.dsl', 'state.yaml', '../größere Bilder/state.yaml', '/etc/passwd']) {
    expect(await ask(applyTaskUpdate, files, { task: TASK, files: [name] })).toMatchObject({
      refusal: expect.stringContaining('is no file of updates of this task'),
    })
  }
})

test('entries that the log does not record are recorded by the next update, whatever it changes', async () => {
  const log = String(cleanWorkingMemory[LOG])
  const cut: Files = { ...cleanWorkingMemory, [LOG]: log.slice(0, log.indexOf('## 2026-04-02T10')) }
  const { data, after } = await apply({ update: 'no change' }, cut)
  expect(data).toMatchObject({ saved: true, recovered: ['KL-1', 'KL-2'] })
  expect(String(after[LOG])).toContain(
    lines(
      `## ${NOW} recovered`,
      '',
      '```diff',
      '- KL-1 because the trace had two jobs with one name',
      '+ KL-2 because the failing test needs it: The clock of the tests stands still unless it is moved.',
      '```',
    ),
  )
  expect(after[STATE]).toBe(cut[STATE])
  expect(await findingsOf(cut, after)).toEqual([])
  expect((await apply({ update: 'no change' }, after)).after).toEqual(after)
  const gone = Object.fromEntries(Object.entries(cleanWorkingMemory).filter(([path]) => path !== LOG))
  expect((await apply({ update: 'no change' }, gone)).data.recovered).toEqual(['KL-1', 'KL-2', 'VC-1'])
})

test('a number that the log gives out is not given out again, where an editor has overwritten the state', async () => {
  const { after } = await apply({
    update: 'KEY_LEARNINGS:\n  ADD:\n    - because it was seen: Queues need names.\n',
  })
  const stale: Files = { ...after, [STATE]: String(cleanWorkingMemory[STATE]) }
  const next = await apply(
    { update: 'KEY_LEARNINGS:\n  ADD:\n    - because it was seen: Clocks go back.\n' },
    stale,
  )
  expect(next.data).toMatchObject({ saved: true, added: ['KL-4'] })
})

test('an update is later than everything that the state says, whatever the clock says', async () => {
  const answer = await answered(
    applyTaskUpdate,
    cleanWorkingMemory,
    { task: TASK, update: lines('KEY_LEARNINGS:', '  ADD:', '    - because it is so: a new one') },
    { now: '2026-04-01T00:00:00.000Z' },
  )
  const after = carriedOut(cleanWorkingMemory, answer)
  expect(String(after[STATE])).toContain('updated: "2026-04-30T10:00:00.001Z"')
  expect(await findingsOf(cleanWorkingMemory, after)).toEqual([])
})

describe('archive', () => {
  test('makes one bullet, and does nothing more when it is called again', async () => {
    const args = { task: TASK, id: 'VC-1', because: 'the file is gone' }
    const first = await answered(archiveEntry, cleanWorkingMemory, args, { now: NOW })
    expect(first.data).toMatchObject({ saved: true, archived: ['VC-1'], sections: { verbatim: 'applied' } })
    const after = carriedOut(cleanWorkingMemory, first)
    expect(String(after[LOG])).toContain('- VC-1 because the file is gone')
    const second = await answered(archiveEntry, after, args, { now: NOW })
    expect(second.plan).toBeUndefined()
    expect(second.data).toMatchObject({ saved: false, archived: [], notes: ['VC-1 is archived already.'] })
  })

  test('lists an id that is not there, and refuses a reason of two lines', async () => {
    expect(
      (await answered(archiveEntry, cleanWorkingMemory, { task: TASK, id: 'KL-9', because: 'x' })).data,
    ).toMatchObject({
      saved: false,
      refused: [{ id: 'KL-9' }],
    })
    expect(
      await ask(archiveEntry, cleanWorkingMemory, { task: TASK, id: 'KL-2', because: 'a\nb' }),
    ).toMatchObject({
      refusal: 'The reason is not one line of text',
    })
  })
})

describe('is refused', () => {
  test.each<readonly [string, JsonObject, Files, string]>([
    ['without a text', {}, cleanWorkingMemory, 'Nothing is to be applied'],
    [
      'for a task that is not there',
      { task: 'lost-retry', update: 'x' },
      cleanWorkingMemory,
      'Working memory knows no task lost-retry',
    ],
    [
      'for a state that cannot be read',
      { update: 'x' },
      { ...cleanWorkingMemory, [STATE]: 'a: [' },
      'cannot be read in full',
    ],
    [
      'for a state of another form',
      { update: 'x' },
      { ...cleanWorkingMemory, [STATE]: 'key_learnings:\n  - 1\n' },
      'is no state of a task',
    ],
  ])('%s', async (_, args, files, refusal) => {
    expect(await ask(applyTaskUpdate, files, { task: TASK, ...args })).toMatchObject({
      refusal: expect.stringContaining(refusal),
    })
  })
})
