import { expect, test } from 'vitest'
import { afterMerging } from '../../src/ci/all-findings.ts'
import { diagnostic } from '../reporters/sample-report.ts'

const stale = diagnostic({
  rule: 'derived-fresh',
  message: 'Stale',
  help: 'Run `memkeep index`.',
  fixable: true,
})

test('what is derived is rebuilt by the merge', () => {
  expect(afterMerging(stale, 'main')).toMatchObject({
    message: 'After merging with main: Stale',
    help: "Merge main into this branch (`git merge main`): memkeep's merge driver rebuilds the file; without it, run `memkeep index` after the merge.",
    fixable: false,
    new: true,
  })
})

test('what cannot be merged by its name is not put into a command', () => {
  for (const name of ['the base branch', '$(x)', '-x']) {
    expect(afterMerging(stale, name).help).toMatch(`Merge ${name} into this branch: memkeep's`)
  }
})

test('anything else is fixed after the merge', () => {
  const other = diagnostic({ rule: 'id-unique', help: 'Rename one.', fixable: true, new: false })
  expect(afterMerging(other, 'main')).toMatchObject({
    help: 'Merge main into this branch and fix it there: Rename one.',
    fixable: false,
    new: true,
  })
  expect(afterMerging({ ...other, help: '' }, 'main').help).toBe(
    'Merge main into this branch and fix it there.',
  )
})
