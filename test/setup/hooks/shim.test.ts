import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOOK_NAMES, readsStdin, SHIM_END, SHIM_START } from '../../../src/core/installed.ts'
import { quoteForShell } from '../../../src/core/messages.ts'
import { CANARY_EXIT, shim } from '../../../src/core/shim.ts'
import { hookPaths } from '../../../src/engine/settings/load-settings.ts'
import { readSettings } from '../../../src/engine/settings/settings-file.ts'
import { layouts } from '../../../src/layouts/index.ts'
import { rules } from '../../../src/rules/index.ts'
import { anyCharacter } from '../../helpers/any-character.ts'
import { cleanWorkspace } from '../../helpers/clean-workspace.ts'
import { runs } from '../../helpers/runs.ts'
import { tempFolder } from '../../helpers/temp-repo.ts'

/** Every shell of this machine that claims to be POSIX. */
const SHELLS = [['sh'], ['dash'], ['bash', '--posix'], ['busybox', 'sh']].filter(
  ([shell = '']) => spawnSync(shell, ['-c', 'exit 0']).error === undefined,
)

const PATHS = ['memory', 'it\'s a $HOME `id` "q" \\ path']

function run(
  [shell = '', ...options]: readonly string[],
  script: string,
  input = '',
): [number | null, string] {
  const env = { PATH: process.env.PATH, MEMKEEP: '0' }
  // A file, as git has it: with -c, bash takes a socket on standard input for a remote login.
  const file = join(tempFolder(), 'hook')
  writeFileSync(file, script)
  const args = [...options, file, 'a', 'b c']
  const { status, stdout, stderr } = spawnSync(shell, args, { encoding: 'utf8', env, input })
  return [status, `${stdout}${stderr}`]
}

/** What `set` lists, without what a shell itself sets as it goes along. */
function variables(listing: string): string[] {
  return [...listing.matchAll(/^(\w+)=/gm)].flatMap(([, name = '']) =>
    /^(?:_|BASH\w*|PIPESTATUS)$/.test(name) ? [] : [name],
  )
}

describe.each(SHELLS)('in %s %s', (...shell) => {
  const named = shell.filter((one) => typeof one === 'string')

  test.each(HOOK_NAMES)('the block of %s is sound', (name) => {
    const { status, stderr } = spawnSync(named[0] ?? '', [...named.slice(1), '-n'], {
      input: shim(name, PATHS),
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })

  describe.each([[''], ['-e'], ['-u'], ['-eu']])('with %s', (flag) => {
    const withFlag = flag === '' ? named : [...named, flag]

    test.each(HOOK_NAMES)('the block of %s in a file of somebody else', (name) => {
      const input = 'refs/heads/a\\b $(id) 1 2\n  second  line\n'
      const script = `set; echo @@ @\n${shim(name, PATHS)}set; echo @@ @; printf '%s|' $# "$1" "$2"; cat`
      const [code, said] = run(withFlag, script, input)
      const [before = '', after = '', rest] = said.split('@@ @\n')
      expect([code, rest]).toEqual([0, `2|a|b c|${input}`])
      expect(variables(after).filter((one) => !variables(before).includes(one))).toEqual([])
    })
  })

  test.each(HOOK_NAMES.filter(readsStdin))('%s hands on that there was no input', (name) => {
    expect(run(named, `${shim(name, PATHS)}wc -c`)).toEqual([0, expect.stringMatching(/^\s*0\n$/)])
  })

  test('any text is one word', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 40 }).map((one) => one.replaceAll('\0', ''))
    fc.assert(
      fc.property(
        fc.array(
          text.filter((one) => one.isWellFormed()),
          { maxLength: 20 },
        ),
        (texts) => {
          const [, said] = run(named, `printf '%s\\0' ${['', ...texts].map(quoteForShell).join(' ')}`)
          expect(said.split('\0').slice(0, -1)).toEqual(['', ...texts])
        },
      ),
      { numRuns: runs(40, 10) },
    )
  })
})

describe('the block', () => {
  test.each(HOOK_NAMES)('of %s lies between its two lines, in LF, and names the hook', (name) => {
    const text = shim(name, PATHS)
    expect(text.startsWith(`${SHIM_START}\n`)).toBe(true)
    expect(text.endsWith(`\n${SHIM_END}\n`)).toBe(true)
    expect(text).not.toMatch(/\r|\t/)
    expect(text.split('\n').filter((line) => line === SHIM_START || line === SHIM_END)).toHaveLength(2)
    expect(text).toContain(` hook ${name} `)
    expect(text).toContain(`exit ${CANARY_EXIT}`)
    expect(text.split('\n').length).toBeLessThan(80)
  })

  test('works in bash with pipefail, and twice in a file', () => {
    const twice = HOOK_NAMES.map((name) => shim(name, PATHS)).join('')
    expect(run(['bash', '-euo', 'pipefail'], `${twice}echo end`, 'x\n')).toEqual([0, 'end\n'])
  })
})

describe('the paths that concern memory', () => {
  const settings = (text: string) => readSettings(text, 'memkeep.yaml', { layouts, rules })

  test('are the roots and the settings file, without what lies inside another', () => {
    const own = layouts.filter(({ id }) => id === 'workspace')
    expect(hookPaths(own, settings(''))).toEqual([
      '.codex',
      '.cursor/rules',
      '.gitattributes',
      '.gitignore',
      'agent/rules/common',
      'memkeep.yaml',
      'resources/workspaces',
      'user/memory/workspaces',
    ])
    expect(hookPaths(own, settings('workspace: { resources: docs, memory: docs/mem }'))).toEqual([
      '.codex',
      '.cursor/rules',
      '.gitattributes',
      '.gitignore',
      'agent/rules/common',
      'docs',
      'memkeep.yaml',
    ])
  })

  test('hold every file that a layout claims', () => {
    const paths = hookPaths(layouts, settings(''))
    const outside = Object.keys(cleanWorkspace).filter(
      (path) => !paths.some((one) => path.startsWith(`${one}/`)),
    )
    expect(outside).toEqual([])
  })
})
