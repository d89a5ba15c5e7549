import type { Files } from '../../helpers/check-literal.ts'

const ROOT = '.working-memory'

export const STATE = `${ROOT}/lost-retries/state.yaml`
export const LOG = `${ROOT}/lost-retries/log.md`
export const UPDATE = `${ROOT}/lost-retries/002.dsl`
export const OTHER_STATE = `${ROOT}/größere Bilder/state.yaml`

export const T1 = '2026-04-02T09:00:00Z'
export const T2 = '2026-04-02T10:00:00Z'
/** Later than every entry, so that tests can add some. */
export const UPDATED = '2026-04-30T10:00:00Z'

/** A small clean memory of two tasks; one has no entry yet, and a name with a space. */
export const cleanWorkingMemory: Files = {
  [STATE]: text(
    `updated: ${UPDATED}`,
    'current_progress:',
    '  completed: [reproduce it]',
    '  in_progress: [write a failing test]',
    '  remaining: []',
    'key_learnings:',
    '  - id: KL-1',
    '    insight: The queue hands a job out again when its lease runs out.',
    '    reason: a job was seen twice in the trace',
    `    added: ${T1}`,
    '    archived:',
    `      at: ${T2}`,
    '      reason: the trace had two jobs with one name',
    '  - id: KL-2',
    '    insight: The clock of the tests stands still unless it is moved.',
    '    reason: the failing test needs it',
    `    added: ${T2}`,
    'verbatim_context:',
    '  - id: VC-1',
    '    label: config/queue.yaml',
    '    snippet: |-',
    '      queue:',
    '        lease: 30s',
    '    reason: the test has to use the same values',
    `    added: ${T1}`,
  ),
  [LOG]: text(
    '# Log of lost-retries',
    '',
    `## ${T1}`,
    '',
    '```diff',
    '+ In Progress: reproduce it',
    '+ KL-1 because a job was seen twice in the trace: The queue hands a job out again when its lease runs out.',
    '+ VC-1 because the test has to use the same values: config/queue.yaml',
    '+   queue:',
    '+     lease: 30s',
    '```',
    '',
    `## ${T2}`,
    '',
    '```diff',
    '- In Progress: reproduce it',
    '+ Completed: reproduce it',
    '+ In Progress: write a failing test',
    '- KL-1 because the trace had two jobs with one name',
    '+ KL-2 because the failing test needs it: The clock of the tests stands still unless it is moved.',
    '```',
  ),
  [`${ROOT}/lost-retries/001.dsl`]: text(
    'CURRENT_PROGRESS:',
    '  In Progress:',
    '    - reproduce it',
    '',
    'KEY_LEARNINGS:',
    '  ADD:',
    '    - because a job was seen twice in the trace: The queue hands a job out again when its lease runs out.',
    '',
    'VERBATIM_CONTEXT:',
    '  ADD:',
    '    - because the test has to use the same values: config/queue.yaml =>',
    '      queue:',
    '        lease: 30s',
  ),
  [UPDATE]: text(
    'CURRENT_PROGRESS:',
    '\tCompleted:',
    '\t\t- reproduce it',
    '\tIn Progress:',
    '\t\t- write a failing test',
    'KEY_LEARNINGS:',
    '\tADD:',
    '\t\t- because the failing test needs it: The clock of the tests stands still unless it is moved.',
    '\tARCHIVE:',
    '\t\t- KL-1 because the trace had two jobs with one name',
  ),
  [OTHER_STATE]: text(
    'updated: 2026-05-01T08:00:00+02:00',
    'current_progress: { completed: [], in_progress: [measure], remaining: [resize] }',
    'key_learnings: []',
    'verbatim_context: []',
  ),
}

/** A file of the clean memory with one text in the place of another. */
export function changed(path: string, from: string, to: string): string {
  const file = cleanWorkingMemory[path]
  if (typeof file !== 'string' || !file.includes(from)) throw new Error(`${path} does not hold ${from}`)
  return file.replace(from, () => to)
}

function text(...lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}
