import { describe, expect, test } from 'vitest'
import { HOOK_NAMES } from '../../../src/core/installed.ts'
import {
  simpleGitHooksCommand,
  withoutSimpleGitHooks,
  withSimpleGitHooks,
} from '../../../src/setup/managers/simple-git-hooks.ts'

const PACKAGE = `{
  "name": "x",
  "simple-git-hooks": {
    "pre-commit": "npx lint-staged",
    "commit-msg": "npx commitlint --edit \\"$1\\""
  },
  "license": "MIT"
}
`

function added(text: string, file: string): string {
  const result = withSimpleGitHooks(text, file)
  if ('byHand' in result) throw new Error(result.byHand)
  return result.text
}

describe('simple-git-hooks', () => {
  test('runs memkeep behind a command that is there, and alone elsewhere', () => {
    const hooks = JSON.parse(added(PACKAGE, 'package.json'))['simple-git-hooks']
    const ours = simpleGitHooksCommand('pre-commit')
    expect(hooks['pre-commit']).toBe(`npx lint-staged && ${ours}`)
    expect(hooks['post-merge']).toBe(simpleGitHooksCommand('post-merge'))
    expect(hooks['commit-msg']).toBe('npx commitlint --edit "$1"')
    expect(Object.keys(hooks)).toHaveLength(HOOK_NAMES.length + 1)
  })

  test.each([
    ['package.json', PACKAGE],
    ['package.json', PACKAGE.replaceAll('\n', '\r\n')],
    ['package.json', `\ufeff${PACKAGE.trimEnd()}`],
    ['package.json', '{"simple-git-hooks":{}}'],
    ['package.json', '{"simple-git-hooks":{"preserveUnused":true}, "a": [1, {"b": "}"}]}'],
    ['.simple-git-hooks.json', '{\n\t"pre-commit": "a"\n}\n'],
    ['simple-git-hooks.json', '{}'],
    ['simple-git-hooks.json', '{ }\n'],
  ])('gives back %s: %j', (file, text) => {
    const once = added(text, file)
    expect(withSimpleGitHooks(once, file)).toEqual({ text: once })
    expect(withoutSimpleGitHooks(once, file)).toEqual({ text })
  })

  test.each(['npm test # quick', 'npm test &', 'exec npm test', 'a;', 'npm test\nb'])(
    'leaves the command %j',
    (command) => {
      const text = JSON.stringify({ 'simple-git-hooks': { 'pre-commit': command } })
      expect(withSimpleGitHooks(text, 'package.json')).toHaveProperty('byHand')
    },
  )

  test('leaves what is no settings', () => {
    for (const text of ['{"simple-git-hooks":[]}', '{"simple-git-hooks":{"pre-push":1}}', '{', '[]']) {
      expect(withSimpleGitHooks(text, 'package.json')).toHaveProperty('byHand')
    }
  })

  test('a command that was changed stays', () => {
    const once = added(PACKAGE, 'package.json').replace(
      'if [ -f .memkeep/hooks/pre-commit',
      'if [ -e .memkeep/hooks/pre-commit',
    )
    expect(withoutSimpleGitHooks(once, 'package.json')).toHaveProperty('byHand')
  })
})
