import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { COMMANDS } from '../../src/cli/commands.ts'
import { HOOK_NAMES } from '../../src/core/installed.ts'

/** What pre-commit and prek accept for a hook, as far as we use it. */
const KEYS = [
  'id',
  'name',
  'description',
  'language',
  'entry',
  'pass_filenames',
  'always_run',
  'verbose',
  'require_serial',
  'stages',
  'minimum_pre_commit_version',
]

test('.pre-commit-hooks.yaml declares hooks as pre-commit and prek read them', () => {
  const document = parseDocument(readFileSync('.pre-commit-hooks.yaml', 'utf8'))
  expect([...document.errors, ...document.warnings]).toEqual([])
  const hooks: { readonly [key: string]: unknown }[] = document.toJS()
  expect(hooks.map(({ id }) => id)).toEqual(['memkeep', 'memkeep-pre-merge-commit', 'memkeep-post-merge'])
  for (const hook of hooks) {
    expect(Object.keys(hook).filter((key) => !KEYS.includes(key))).toEqual([])
    expect(hook).toMatchObject({
      name: hook.id,
      language: 'node',
      pass_filenames: false,
      always_run: true,
      verbose: true,
      require_serial: true,
      minimum_pre_commit_version: '3.2.0',
    })
    const [bin = '', command = '', name = '', ...rest] = String(hook.entry).split(' ')
    const { bin: bins } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(Object.keys(bins)).toContain(bin)
    expect(COMMANDS.map((one) => one.name)).toContain(command)
    expect(HOOK_NAMES).toContain(name)
    expect([hook.stages, rest]).toEqual([[name], []])
  }
})

test('what docs/hooks.md says to write names every hook, and has pre-commit install their stages', () => {
  const [, block = ''] =
    /```yaml\n(default_install_hook_types:.*?)```/s.exec(readFileSync('docs/hooks.md', 'utf8')) ?? []
  const { default_install_hook_types: stages, repos } = parseDocument(block).toJS()
  const hooks: readonly { readonly id: string; readonly stages: readonly string[] }[] = parseDocument(
    readFileSync('.pre-commit-hooks.yaml', 'utf8'),
  ).toJS()
  expect(repos[0].hooks.map(({ id }: { readonly id: string }) => id)).toEqual(hooks.map(({ id }) => id))
  expect(stages).toEqual(hooks.flatMap((hook) => hook.stages))
})
