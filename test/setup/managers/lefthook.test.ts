import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { HOOK_NAMES } from '../../../src/core/installed.ts'
import { withoutBlocks } from '../../../src/setup/hooks/marked-block.ts'
import { lefthookLines, withLefthook } from '../../../src/setup/managers/lefthook.ts'

const SETTINGS = `# ours
pre-commit:
  parallel: true
  commands:
    lint: # quick
      run: npx eslint {staged_files}   # keep

pre-push:
  jobs:
  - name: test
    run: |
      npm test

commit-msg: {commands: {x: {run: "true"}}}
post-merge:
    scripts:
        "a.sh":
            runner: bash
# the end
`

function added(text: string): string {
  const result = withLefthook(text)
  if ('byHand' in result) throw new Error(result.byHand)
  return result.text
}

describe('lefthook', () => {
  test('runs memkeep in every hook, in the form that the hook has', () => {
    const value = parse(added(SETTINGS))
    expect(value['pre-commit'].commands).toEqual({
      lint: { run: 'npx eslint {staged_files}' },
      memkeep: {
        run: 'sh -c "if test -f .memkeep/hooks/pre-commit; then sh .memkeep/hooks/pre-commit; else echo memkeep is off here, for .memkeep/hooks/pre-commit is not checked out; fi"',
      },
    })
    expect(value['pre-push'].jobs[1]).toEqual({
      name: 'memkeep',
      run: 'sh -c "if test -f .memkeep/hooks/pre-push; then sh .memkeep/hooks/pre-push; fi"',
      use_stdin: true,
    })
    expect(value['post-merge'].commands).toEqual({
      memkeep: {
        run: 'sh -c "if test -f .memkeep/hooks/post-merge; then sh .memkeep/hooks/post-merge {0}; fi"',
      },
    })
    expect(value['post-checkout'].commands).toEqual({
      memkeep: {
        run: 'sh -c "if test -f .memkeep/hooks/post-checkout; then sh .memkeep/hooks/post-checkout {0}; fi"',
      },
    })
    expect(Object.keys(value)).toEqual(expect.arrayContaining([...HOOK_NAMES]))
    expect(value['commit-msg']).toEqual({ commands: { x: { run: 'true' } } })
  })

  test('puts nothing into a command of sh that somebody else chose, such as the address of a remote', () => {
    for (const text of ['', SETTINGS]) {
      const runs = [...added(text).matchAll(/run: (sh -c .*memkeep.*)/g)].map(([, run]) => run)
      expect(runs.filter((run) => run?.includes('{')).sort()).toEqual(
        ['applypatch', 'checkout', 'commit', 'merge', 'rewrite'].map(
          (name) =>
            `sh -c "if test -f .memkeep/hooks/post-${name}; then sh .memkeep/hooks/post-${name} {0}; fi"`,
        ),
      )
      expect(runs).toHaveLength(HOOK_NAMES.length)
    }
  })

  test.each([
    ['as it is', SETTINGS],
    ['with CRLF', SETTINGS.replaceAll('\n', '\r\n')],
    ['without a line break at its end', SETTINGS.trimEnd()],
    ['with a byte order mark', `\ufeff${SETTINGS}`],
    ['empty', ''],
    ['with comments only', '# EXAMPLE USAGE\n#\n# pre-push:\n'],
    ['ending inside a hook', 'pre-commit:\n  commands:\n    a:\n      run: x'],
    ['with anchors elsewhere', 'x: &a\n  run: y\npre-commit:\n  commands:\n    a: *a\n'],
  ])('gives back the text %s', (_, text) => {
    const once = added(text)
    expect(once).not.toBe(text)
    expect(withLefthook(once)).toEqual({ text: once })
    expect(withoutBlocks(once)).toEqual({ text })
  })

  test('keeps every line that was there', () => {
    const kept = added(SETTINGS).split('\n')
    let at = -1
    for (const line of SETTINGS.split('\n')) {
      at = kept.indexOf(line, at + 1)
      expect(at, line).toBeGreaterThanOrEqual(0)
    }
  })

  test.each([
    ['a flow hook', 'pre-commit: {commands: {a: {run: x}}}\n'],
    ['an empty hook', 'pre-commit:\n'],
    ['an anchored map', 'pre-commit:\n  commands: &c\n    a:\n      run: x\npre-push:\n  commands: *c\n'],
    ['a merged map', 'pre-commit: &p\n  commands:\n    a:\n      run: x\npre-push:\n  <<: *p\n'],
    ['a map that holds itself', 'pre-commit: &p\n  commands: *p\n'],
    ['a list', '- a\n'],
    ['no YAML', 'a: [\n'],
    ['two documents', 'a: 1\n---\nb: 2\n'],
    ['a command of the same name', 'pre-commit:\n  commands:\n    memkeep:\n      run: x\n'],
    ['a hostile key', `${'? '.repeat(300)}x\n`],
  ])('leaves %s', (_, text) => {
    expect(withLefthook(text)).toHaveProperty('byHand')
  })

  test('shows what to add by hand as YAML', () => {
    expect(Object.keys(parse(lefthookLines().join('\n')))).toEqual([...HOOK_NAMES])
  })
})
