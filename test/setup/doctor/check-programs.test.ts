import { describe, expect, test } from 'vitest'
import { checkEnvironment, checkGit, checkNode } from '../../../src/setup/doctor/check-programs.ts'

describe('versions', () => {
  test.each([
    ['20.19.0', 'ok'],
    ['22.1.0', 'ok'],
    ['20.18.3', 'wrong'],
    ['18.20.0', 'wrong'],
  ])('Node %s is %s', (version, status) => {
    expect(checkNode(version).status).toBe(status)
  })

  test.each([
    ['git version 2.30.0', 'ok', 2],
    ['git version 2.37.1 (Apple Git-137.1)', 'ok', 1],
    ['git version 2.45.1.windows.1', 'ok', 0],
    ['git version 2.29.2', 'wrong', 0],
    ['nonsense', 'wrong', 0],
  ])('%s is %s', (text, status, lacking) => {
    const { status: found, message } = checkGit(text)
    expect(found).toBe(status)
    expect(message.split('`git ').length - 1).toBe(lacking)
  })

  test('variables that turn hooks off are named', () => {
    expect(checkEnvironment({ MEMKEEP: '1' }).status).toBe('ok')
    expect(checkEnvironment({ HUSKY: '0' })).toMatchObject({ status: 'wrong', fix: 'unset HUSKY' })
    expect(checkEnvironment({ MEMKEEP_SKIP: 'history,growth' })).toMatchObject({
      status: 'wrong',
      message: expect.stringContaining('history,growth'),
      fix: 'unset MEMKEEP_SKIP',
    })
    expect(checkEnvironment({ MEMKEEP_SKIP: ' ' }).status).toBe('ok')
  })
})
