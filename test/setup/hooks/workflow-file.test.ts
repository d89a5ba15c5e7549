import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { isInPackage } from '../../../src/setup/hooks/site.ts'
import {
  installedVersion,
  isOwnWorkflow,
  type WorkflowSource,
  workflowText,
  workflowWithMemkeep,
} from '../../../src/setup/hooks/workflow-file.ts'

const SOURCES: readonly WorkflowSource[] = [
  'lock',
  'package',
  { version: '1.20.3' },
  { version: '2.0.0-rc.1' },
]

describe('the workflow that init writes', () => {
  test('is known whichever branches it is for, with either line break', () => {
    for (const branches of [['main'], ['main', 'master', 'my-work'], ['releases/1.0'], ['größe'], []]) {
      for (const source of SOURCES) {
        const text = workflowText(branches, source)
        expect(isOwnWorkflow(text)).toBe(true)
        expect(isOwnWorkflow(text.replaceAll('\n', '\r\n'))).toBe(true)
      }
    }
  })

  test.each([
    [['trunk'], ['trunk']],
    [
      ['2024', 'true'],
      ['2024', 'true'],
    ],
    [['main', 'a+b', '!x', "it's", 'a{{x}}', 'c]'], ['main']],
    [['-x'], ['main', 'master']],
  ])('for %j names %j, each as itself', (branches, named) => {
    expect(parse(workflowText(branches, 'lock')).on.push.branches).toEqual(named)
  })

  test.each([
    ['a branch more', (text: string) => text.replace("'master'", "'master', 'next'")],
    ['another command', (text: string) => text.replace('cjs ci ', 'cjs check ')],
    ['a line at its end', (text: string) => `${text}# ours\n`],
    ['nothing in it', () => ''],
  ])('is not ours any more with %s', (_, edit) => {
    expect(isOwnWorkflow(edit(workflowText(['main', 'master'], 'lock')))).toBe(false)
  })

  test('uses the actions that the workflows of this project use', () => {
    const texts = SOURCES.slice(0, 3)
      .map((source) => workflowText(['main'], source))
      .join('')
    const pinned = [...texts.matchAll(/uses: (.+)/g)].map(([, action = '']) => action)
    expect(pinned).toHaveLength(8)
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

test.each([
  ['{"devDependencies":{"memkeep":"file:vendor/memkeep-0.1.0.tgz"}}', true],
  ['\ufeff{"dependencies":{"memkeep":"git+ssh://git@example.com/memkeep.git"}}', true],
  ['{"devDependencies":{"husky":"9"},"peerDependencies":{"memkeep":"1"}}', false],
  ['{"name":"memkeep","devDependencies":["memkeep"]}', false],
  ['not JSON', false],
])('npm installs memkeep by %s: %s', (text, expected) => {
  expect(isInPackage({ files: new Map([['root:package.json', { text, executable: false }]]) })).toBe(expected)
})

test('npm installs nothing where there is no package.json', () => {
  expect(isInPackage({ files: new Map() })).toBe(false)
})

test('a version that is installed from the registry is known, and a pinned action is none', () => {
  expect(installedVersion('run: npx --yes memkeep@0.1.0 ci')).toBe('0.1.0')
  expect(installedVersion('uses: octo/memkeep@1.0.0\nrun: npx memkeep ci')).toBeNull()
})
