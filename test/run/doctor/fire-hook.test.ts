import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planInstall } from '../../../src/hooks/plan-install.ts'
import { checkHooks } from '../../../src/run/doctor/check-hooks.ts'
import { fireHook } from '../../../src/run/doctor/fire-hook.ts'
import { tempRepo } from '../../helpers/temp-repo.ts'

function withHook(text: string): string {
  const repo = tempRepo()
  repo.write('.git/hooks/pre-commit', text)
  chmodSync(join(repo.dir, '.git/hooks/pre-commit'), 0o755)
  return repo.dir
}

describe.each([true, false])('firing a hook (by git: %s)', (canRunHooks) => {
  test('tells an answer from silence, and both from nothing', async () => {
    const answer = withHook('#!/bin/sh\necho "memkeep-canary $MEMKEEP_CANARY pre-commit"\nexit 75\n')
    expect(await fireHook(answer, 'pre-commit', { canRunHooks })).toBe('answered')
    expect(await fireHook(answer, 'pre-push', { canRunHooks })).toBe('missing')
    const other = withHook('#!/bin/sh\necho "memkeep-canary $MEMKEEP_CANARY pre-push"\n')
    expect(await fireHook(other, 'pre-commit', { canRunHooks })).toBe('silent')
  })

  test('ends what takes too long, with what it started', async () => {
    const slow = withHook('#!/bin/sh\nsleep 600 &\nsleep 600\n')
    expect(await fireHook(slow, 'pre-commit', { canRunHooks, milliseconds: 200 })).toBe('slow')
  })
})

describe('a hook that takes too long', () => {
  const wanted = { pathspecs: ['m'], mergePatterns: [], settingsFile: 'memkeep.yaml', settingsText: '' }
  const site = { hooksPath: null, folder: { base: 'git', path: 'hooks' }, files: new Map() } as const

  test('is not called unarmed while its files are up to date', () => {
    const plan = { ...planInstall(site, wanted), changes: [] }
    const [first] = checkHooks({ top: '/r', plan, fired: 'slow' })
    expect(first).toMatchObject({ check: 'hooks-fire', status: 'unknown' })
  })

  test('is, where they are not', () => {
    const [first] = checkHooks({ top: '/r', plan: planInstall(site, wanted), fired: 'slow' })
    expect(first).toMatchObject({ check: 'hooks-fire', status: 'wrong' })
  })
})
