import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isOwnWorkflow, workflowText, workflowWithMemkeep } from '../../src/hooks/workflow-file.ts'

describe('the workflow that init writes', () => {
  test('is known whichever version wrote it, with either line break', () => {
    for (const version of ['0.1.0', '1.20.3', '2.0.0-rc.1']) {
      expect(isOwnWorkflow(workflowText(version))).toBe(true)
      expect(isOwnWorkflow(workflowText(version).replaceAll('\n', '\r\n'))).toBe(true)
    }
  })

  test.each([
    ['a branch more', (text: string) => text.replace('main, master', 'main, master, next')],
    ['another command', (text: string) => text.replace(' ci ', ' check ')],
    ['a line at its end', (text: string) => `${text}# ours\n`],
    ['nothing in it', () => ''],
  ])('is not ours any more with %s', (_, edit) => {
    expect(isOwnWorkflow(edit(workflowText('0.1.0')))).toBe(false)
  })

  test('uses the actions that the workflows of this project use', () => {
    const pinned = [...workflowText('0.1.0').matchAll(/uses: (.+)/g)].map(([, action = '']) => action)
    expect(pinned).toHaveLength(2)
    const own = readFileSync('.github/workflows/ci.yml', 'utf8')
    expect(pinned.filter((action) => !own.includes(action))).toEqual([])
  })
})

test('any workflow that names memkeep counts, and nothing else', () => {
  const file = (text: string): { text: string; executable: false } => ({ text, executable: false })
  const files = new Map([
    ['root:.husky/pre-commit', file('memkeep hook pre-commit')],
    ['git:.github/workflows/x.yml', file('memkeep')],
    ['root:.github/workflows/a.yml', file('run: npm test')],
  ])
  expect(workflowWithMemkeep({ files })).toBeNull()
  files.set('root:.github/workflows/b.yml', file('run: npx memkeep ci'))
  expect(workflowWithMemkeep({ files })).toBe('.github/workflows/b.yml')
})
