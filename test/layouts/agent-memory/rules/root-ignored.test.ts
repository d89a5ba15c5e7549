import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../../src/core/settings.ts'
import { literalSnapshot } from '../../../../src/core/snapshot.ts'
import { checkMemory } from '../../../../src/engine/check-memory.ts'
import { factsInMemory } from '../../../../src/engine/documents/facts.ts'
import { layouts } from '../../../../src/layouts/index.ts'
import { rules } from '../../../../src/rules/index.ts'
import { checkLiteral } from '../../../helpers/check-literal.ts'
import { ruleTest } from '../../../helpers/rule-test.ts'
import { idOf, recordText } from '../records.ts'

const ROOT = '.agent-memory'
const path = (number: number): string => `${ROOT}/working/${idOf(number)}.json`
const text = (number: number): string => recordText({ id: idOf(number) })

ruleTest('root-ignored', {
  valid: [
    { name: 'ignored records', files: { [path(1)]: { ignored: text(1) } } },
    {
      name: 'ignore rules that git keeps',
      files: { [`${ROOT}/.gitignore`]: '*\n!.gitignore\n', [path(1)]: { ignored: text(1) } },
    },
    {
      name: 'a directory whose name only starts the same',
      files: { [`${ROOT}-notes/${idOf(1)}.json`]: '{' },
    },
  ],
  invalid: [
    {
      name: 'one tracked record',
      files: { [path(1)]: text(1) },
      expect: [
        {
          path: ROOT,
          line: 1,
          severity: 'error',
          message: new RegExp(
            `Git keeps a file of .agent-memory, which is local memory: working/${idOf(1)}.json$`,
          ),
        },
      ],
    },
    {
      name: 'many tracked files in one finding, whatever they are',
      files: {
        ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [path(number), text(number)])),
        [`${ROOT}/README.md`]: '# Notes\n',
        [`${ROOT}/session/.gitkeep`]: '',
      },
      expect: [{ path: ROOT, line: 1, message: /7 files of .*: README\.md, session.* and 4 more$/ }],
    },
    {
      name: 'what git would add, and writes the rule that keeps it out',
      files: { [path(1)]: { untracked: text(1) }, [path(2)]: { untracked: text(2) } },
      expect: [{ path: ROOT, line: 1, message: /2 files of .*, which git would add/ }],
      fixed: { [`${ROOT}/.gitignore`]: '*\n' },
    },
    {
      name: 'what the ignore rules of the directory let through, and leaves them as they are',
      files: { [path(1)]: { untracked: text(1) }, [`${ROOT}/.gitignore`]: '!working\n' },
      expect: [{ path: ROOT, line: 1, message: /which git would add/ }],
      fixed: { [`${ROOT}/.gitignore`]: '!working\n' },
    },
    {
      name: 'a tracked one and one that would be, apart',
      files: { [path(1)]: text(1), [path(2)]: { untracked: text(2) } },
      expect: [
        { path: ROOT, line: 1, message: /Git keeps/ },
        { path: ROOT, line: 1, message: /would add/ },
      ],
    },
    {
      name: 'a root that settings move',
      files: { 'var/my memory/working/README.md': 'x' },
      settings: 'agentMemory: { root: var/my memory }',
      expect: [{ path: 'var/my memory', line: 1, message: /Git keeps a file of var\/my memory/ }],
    },
    {
      name: 'a tracked record and what is wrong in it',
      files: { [path(1)]: '{' },
      expect: [
        { path: ROOT, line: 1 },
        { path: path(1), line: 1, rule: 'syntax' },
      ],
    },
  ],
})

describe('what a finding says and promises', () => {
  const only = async (files: Parameters<typeof checkLiteral>[0], settings?: string) => {
    const { diagnostics } = await checkLiteral(files, { settings })
    expect(diagnostics.length).toBe(1)
    return diagnostics[0]
  }

  test('only a missing rule can be fixed', async () => {
    const untracked = { [path(1)]: { untracked: text(1) } }
    expect(await only(untracked)).toMatchObject({ fixable: true, help: expect.stringContaining('--fix') })
    expect(await only({ ...untracked, [`${ROOT}/.gitignore`]: '' })).toMatchObject({
      fixable: false,
      help: expect.stringContaining('End .agent-memory/.gitignore with the line `*`'),
    })
    expect(await only({ [path(1)]: text(1) })).toMatchObject({
      fixable: false,
      help: expect.stringContaining('`git rm -r --cached .agent-memory`'),
    })
  })

  test('a root with a space is one word of the command', async () => {
    const found = await only({ 'my memory/a.txt': 'x' }, 'agentMemory: { root: my memory }')
    expect(found?.help).toContain("`git rm -r --cached 'my memory'`")
  })
})

test('of a commit nothing else is judged', async () => {
  const files = {
    [path(1)]: '{',
    [path(2)]: recordText({ id: 'x', content: 'postgres://app:hunter2hunter2@db.acme.dev:5432/shop' }),
  }
  const after = { ...literalSnapshot(files), stored: true as const }
  const options = { layouts, rules, settings: DEFAULT_SETTINGS, facts: factsInMemory(), today: '2026-06-01' }
  const checked = await checkMemory({ ...options, after, before: null, merge: null })
  expect(checked.diagnostics.map((one) => `${one.path} ${one.rule}`)).toEqual([`${ROOT} root-ignored`])
  expect(checked.documents).toEqual([])
})
