import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pc from 'picocolors'
import { describe, expect, test } from 'vitest'
import type { HookName } from '../../../src/core/installed.ts'
import { shim } from '../../../src/core/shim.ts'
import { doctorText } from '../../../src/reporters/setup-text.ts'
import { checkHooks, fireHook } from '../../../src/setup/doctor/check-hooks.ts'
import { planInstall } from '../../../src/setup/hooks/plan-install.ts'
import { LONG } from '../../helpers/runs.ts'
import { tempFolder, tempRepo } from '../../helpers/temp-repo.ts'

function withHook(text: string): string {
  const repo = tempRepo()
  repo.write('.git/hooks/pre-commit', text)
  chmodSync(join(repo.dir, '.git/hooks/pre-commit'), 0o755)
  return repo.dir
}

const SHIM = shim('pre-commit', ['memory'])

describe.each([true, false])('firing a hook (by git: %s)', (canRunHooks) => {
  const fire = (top: string, name: HookName = 'pre-commit') => fireHook(top, name, { canRunHooks })

  test('distinguishes an answer, silence and a missing hook', async () => {
    const answer = withHook(`#!/bin/sh\n${SHIM}touch ran\nexit 1\n`)
    expect(await fire(answer)).toBe('answered')
    expect(existsSync(join(answer, 'ran'))).toBe(false)
    expect(await fire(answer, 'pre-push')).toBe('missing')
    const other = withHook(`#!/bin/sh\n${shim('pre-push', ['memory'])}`)
    expect(await fire(other)).toBe('silent')
  })

  test.each([
    ['a block behind something else', `#!/bin/sh\ntouch ran\n${SHIM}`, 'unfired'],
    ['its own call', '#!/bin/sh\ntouch ran\nsh .memkeep/hooks/pre-commit\n', 'unfired'],
    ['lefthook', '#!/bin/sh\ntouch ran\ncall_lefthook run "pre-commit" "$@"\n', 'unfired'],
    ['pre-commit', '#!/bin/sh\n# https://pre-commit.com\ntouch ran\n', 'unfired'],
    [
      'simple-git-hooks',
      '#!/bin/sh\nif [ "$SKIP_SIMPLE_GIT_HOOKS" = 1 ]; then exit 0; fi\ntouch ran',
      'unfired',
    ],
    ['nothing of memkeep', '#!/bin/sh\ntouch ran\n', 'silent'],
  ])('does not run %s', async (_, text, fired) => {
    const top = withHook(text)
    expect(await fire(top)).toBe(fired)
    expect(existsSync(join(top, 'ran'))).toBe(false)
  })

  test('does not run a link', async () => {
    const top = withHook('')
    rmSync(join(top, '.git/hooks/pre-commit'))
    writeFileSync(join(top, 'hook.sh'), `#!/bin/sh\n${SHIM}`, { mode: 0o755 })
    symlinkSync('../../hook.sh', join(top, '.git/hooks/pre-commit'))
    expect(await fire(top)).toBe('unfired')
  })

  test('asks what takes too long to stop, and ends it with what it started', async () => {
    const bin = tempFolder()
    const slow = withHook(`#!${join(bin, 'sh')}\n${SHIM}`)
    // One that ends when it is asked to, and one that does not, which is waited for: once where time is short.
    const traps = ['touch "$0.asked"; exit', ''].slice(0, LONG || canRunHooks ? 2 : 1)
    for (const trap of traps) {
      writeFileSync(join(bin, 'sh'), `#!/bin/sh\ntrap '${trap}' TERM\nsleep 600 &\nwait\nsleep 600\n`, {
        mode: 0o755,
      })
      expect(await fireHook(slow, 'pre-commit', { canRunHooks, milliseconds: 300 })).toBe('slow')
      expect(existsSync(join(bin, 'sh.asked'))).toBe(true)
    }
  })
})

describe.each(['slow', 'unfired'] as const)('a hook that is %s', (fired) => {
  const wanted = {
    pathspecs: ['m'],
    packages: [],
    mergePatterns: [],
    possiblePatterns: [],
    settingsFile: 'memkeep.yaml',
    settingsText: '',
    installScript: 'prepare' as const,
    runner: 'npx',
    schemas: [],
  }
  const folder = { base: 'git', path: 'hooks' } as const
  const site = { commonDir: '/r/.git', hooksPath: null, folder, brought: null, files: new Map() }

  test('is reported neither as right nor as wrong, and errors in its files are reported too', () => {
    const [first, second] = checkHooks({ top: '/r', plan: planInstall(site, wanted), fired })
    expect([first, second]).toMatchObject([
      { check: 'hooks-fire', status: 'unknown' },
      { check: 'hooks-current', status: 'wrong' },
    ])
    expect(doctorText(first ? [first] : [], { colors: pc.createColors(false) })).toMatch(
      /\n\nNothing wrong was found, but no test showed that every hook fires\.\n$/,
    )
  })
})
