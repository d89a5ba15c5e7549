import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type HookName, PRE_COMMIT_HOOKS } from '../../../src/core/installed.ts'
import { withoutBlocks } from '../../../src/setup/hooks/marked-block.ts'
import { preCommitLines, preCommitPrelude, withPreCommit } from '../../../src/setup/managers/pre-commit.ts'

const SETTINGS = `default_stages: [pre-commit]
repos:
-   repo: https://example.invalid/hooks
    rev: v1.0   # pinned
    hooks:
    -   id: spaces
        args:
        - >-
          a
          b

# the rest
exclude: ^vendor/
`

function added(text: string): string {
  const result = withPreCommit(text)
  if ('byHand' in result) throw new Error(result.byHand)
  return result.text
}

describe('pre-commit', () => {
  test('gets one local repository with a hook for every stage, last', () => {
    const value = parse(added(SETTINGS))
    expect(value.repos).toHaveLength(2)
    const { repo, hooks } = value.repos[1]
    expect(repo).toBe('local')
    expect(hooks.map(({ stages }: { stages: string[] }) => stages)).toEqual(
      PRE_COMMIT_HOOKS.map((name) => [name]),
    )
    expect(hooks[0]).toEqual({
      id: 'memkeep-pre-commit',
      name: 'memkeep pre-commit',
      entry:
        'sh -c "if test -f .memkeep/hooks/pre-commit; then sh .memkeep/hooks/pre-commit; else echo memkeep is off here, for .memkeep/hooks/pre-commit is not checked out; fi"',
      language: 'system',
      always_run: true,
      pass_filenames: false,
      verbose: true,
      stages: ['pre-commit'],
    })
    expect(value.exclude).toBe('^vendor/')
  })

  test.each([
    ['as it is', SETTINGS],
    ['with CRLF', SETTINGS.replaceAll('\n', '\r\n')],
    ['with the list last, without a line break', 'repos:\n  - repo: meta\n    hooks:\n      - id: identity'],
    ['with a byte order mark', `\ufeff${SETTINGS}`],
    ['with a text block last', 'repos:\n- repo: local\n  hooks:\n  - id: a\n    entry: |\n      x\n\n\n'],
  ])('gives back the text %s', (_, text) => {
    const once = added(text)
    expect(withPreCommit(once)).toEqual({ text: once })
    expect(withoutBlocks(once)).toEqual({ text })
    expect(parse(once).repos).toHaveLength(2)
  })

  test.each([
    ['a flow list', 'repos: []\n'],
    ['no list', 'repos:\n'],
    ['no settings', ''],
    ['an anchored list', 'repos: &r\n- repo: meta\nx: *r\n'],
    ['what is not YAML', 'repos: {\n'],
  ])('leaves %s', (_, text) => {
    expect(withPreCommit(text)).toHaveProperty('byHand')
  })

  test('shows what to add by hand as YAML', () => {
    expect(parse(preCommitLines().join('\n'))).toHaveLength(1)
  })

  const asked = (name: HookName, env: Record<string, string>): string[] =>
    execFileSync('sh', ['-c', [...preCommitPrelude(name), 'printf "%s\\n" "$@"', 'cat'].join('\n')], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
      input: '',
    })
      .trimEnd()
      .split('\n')

  test('its variables become what git would have given', () => {
    const refs = { PRE_COMMIT_FROM_REF: 'a1', PRE_COMMIT_TO_REF: 'b2' }
    expect(asked('post-checkout', { ...refs, PRE_COMMIT_CHECKOUT_TYPE: '1' })).toEqual(['a1', 'b2', '1'])
    expect(
      asked('pre-push', {
        ...refs,
        PRE_COMMIT_REMOTE_NAME: 'origin',
        PRE_COMMIT_REMOTE_URL: 'https://example.invalid/a b',
        PRE_COMMIT_LOCAL_BRANCH: 'refs/heads/x',
        PRE_COMMIT_REMOTE_BRANCH: 'refs/heads/y',
      }),
    ).toEqual(['origin', 'https://example.invalid/a b', 'refs/heads/x b2 refs/heads/y a1'])
    expect(asked('post-merge', { PRE_COMMIT_IS_SQUASH_MERGE: '1' })).toEqual(['1'])
    expect(asked('pre-commit', {})).toEqual([''])
  })
})
