import { createHash } from 'node:crypto'
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
  const options = { cwd: dir, cache: false, today: '2026-06-01', clock: () => '2026-06-01T10:00:00Z' }
  write('memkeep.yaml', `layouts: { ${one.layout?.id}: on }\n`)
  for (const [needed, needs] of FIRST[name] ?? []) {
    expect(await runOperation(operationNamed(needed), needs, options)).toHaveProperty('written')
  }
  const before = readTree(dir)
  expect(await runOperation(one, args, options)).toEqual({
    refusal,
    help: expect.stringMatching(/^Nothing was written\. Leave the secret out.*allow: \[sha256:/),
  })
  expect(readTree(dir)).toEqual(before)
})

const ALLOWED = `sha256:${createHash('sha256').update(TOKEN).digest('hex')}`

/** What a person or an agent can write to let the token pass. */
const LINES = [
  `secrets: { allow: ['${ALLOWED}'] }\n`,
  'rules: { no-secret: off }\n',
  'rules: { no-secret: warning }\n',
  'rules: { no-secret: info }\n',
]

/** Calls that hold the token, by the layout. */
const SAVES: readonly (readonly [string, JsonObject])[] = [
  ['write_fact', { title: 'The forge', content: `The token is ${TOKEN}.` }],
  ['write_fact', { title: 'The forge', content: 'x', tags: [TOKEN] }],
  [
    'workspace_save_memory',
    { scope: { workspace: 'desk' }, type: 'lesson', title: 'The forge', content: `Its token is ${TOKEN}.` },
  ],
]

/** An agent that can edit files could write the line itself. */
test.each(SAVES)(
  '%s takes a secret that the last commit allows, and no line that is not committed',
  async (name, args) => {
    const one = operationNamed(name)
    const layouts = `layouts: { ${one.layout?.id}: on }\n`
    for (const line of LINES) {
      const { dir, write, commit } = tempRepo()
      const options = { cwd: dir, cache: false, today: '2026-06-01', clock: () => '2026-06-01T10:00:00Z' }
      const refused = {
        refusal: expect.stringMatching(/^A secret is in /),
        help: expect.stringContaining(`commits that: \`secrets: { allow: [${ALLOWED}] }\``),
      }
      write('memkeep.yaml', `${layouts}${line}`)
      expect(await runOperation(one, args, options)).toEqual(refused)
      write('memkeep.yaml', layouts)
      commit()
      write('memkeep.yaml', `${layouts}${line}`)
      expect(await runOperation(one, args, options)).toEqual(refused)
      write('loose.yaml', `${layouts}${line}`)
      expect(await runOperation(one, args, { ...options, config: 'loose.yaml' })).toEqual(refused)
      commit()
      expect(await runOperation(one, args, options), line).toHaveProperty('written')
    }
  },
)

test.each(SAVES)('%s takes a secret once the line of its refusal is committed', async (name, args) => {
  const one = operationNamed(name)
  const { dir, write, commit } = tempRepo()
  const options = { cwd: dir, cache: false, today: '2026-06-01', clock: () => '2026-06-01T10:00:00Z' }
  const layouts = `layouts: { ${one.layout?.id}: on }\n`
  write('memkeep.yaml', layouts)
  commit()
  const refused = await runOperation(one, args, options)
  const [, line] = /`(secrets: .*)`/.exec('help' in refused ? refused.help : '') ?? []
  write('memkeep.yaml', `${layouts}${line}\n`)
  commit()
  expect(await runOperation(one, args, options)).toHaveProperty('written')
})
