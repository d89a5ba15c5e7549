import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { operationNamed } from '../../src/operations/registry.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { readTree } from '../helpers/read-tree.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

const TOKEN = `ghp_${'aB3dE5gH7jK9mN1pQ3sT'}5vW7yZ9bD1fG3hJ5`

/** What is called before, by name. */
const FIRST: { readonly [name: string]: readonly (readonly [string, JsonObject])[] } = {
  working_memory_apply: [['working_memory_start', { task: 'login' }]],
  add_decision: [['start_session', {}]],
}

/** The file that would hold it is never written: its lines say nothing to the writer. */
test.each<[string, JsonObject, string]>([
  [
    'write_fact',
    { title: 'The forge', content: `Where it is.\n\nThe token is ${TOKEN}.\n` },
    'A secret is in line 3 of content, found by github',
  ],
  [
    'write_task',
    { title: `Rotate ${TOKEN}`, content: `One ${TOKEN}.` },
    'A secret is in title, found by github; a secret is in content, found by github',
  ],
  [
    'write_fact',
    { title: 'The forge', content: 'x', tags: ['ok', TOKEN] },
    'A secret is in tags.1, found by github',
  ],
  [
    'working_memory_start',
    { task: 'login', description: `Log in with ${TOKEN}` },
    'A secret is in description, found by github',
  ],
  [
    'working_memory_apply',
    { task: 'login', update: `KEY_LEARNINGS:\n  ADD:\n    - because it works: ${TOKEN}\n` },
    'A secret is in line 3 of update, found by github',
  ],
  [
    'working_memory_apply',
    { task: 'login', sections: { learnings: `KEY_LEARNINGS:\n  ADD:\n    - because it works: ${TOKEN}\n` } },
    'A secret is in line 3 of sections.learnings, found by github',
  ],
  [
    'add_decision',
    { title: 'The forge', context: 'x', decision: `Use\n${TOKEN}`, consequences: ['y'] },
    'A secret is in line 2 of decision, found by github',
  ],
])('%s with a secret says the argument and its line', async (name, args, refusal) => {
  const { dir, write } = tempRepo()
  const one = operationNamed(name)
  const options = { cwd: dir, cache: false, today: '2026-06-01', now: '2026-06-01T10:00:00Z' }
  write('memkeep.yaml', `layouts: { ${one.layout?.id}: on }\n`)
  for (const [needed, needs] of FIRST[name] ?? []) {
    expect(await runOperation(operationNamed(needed), needs, options)).toHaveProperty('written')
  }
  const before = readTree(dir)
  expect(await runOperation(one, args, options)).toEqual({
    refusal,
    help: expect.stringMatching(/^Nothing was written\. (?:Remove it\..*allow: \[sha256:|Leave it out)/),
  })
  expect(readTree(dir)).toEqual(before)
})
