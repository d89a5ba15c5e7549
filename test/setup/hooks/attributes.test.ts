import { describe, expect, test } from 'vitest'
import { mergedPatterns } from '../../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { readAttribute } from '../../../src/git/path-status.ts'
import { workspace } from '../../../src/layouts/workspace/layout.ts'
import { attributeLines, examplePath } from '../../../src/setup/hooks/merge-driver.ts'
import { tempRepo } from '../../helpers/temp-repo.ts'

describe('the lines of .gitattributes', () => {
  test('are what git takes for the patterns, whatever is in them', async () => {
    const patterns = [
      'memory/**/a.md',
      'my memory/*/b.md',
      '#c/*.md',
      '"d"/*.md',
      'ta\tb/*.md',
      'ümlaut/*.md',
    ]
    const repo = tempRepo()
    repo.write('.gitattributes', `${attributeLines(patterns, []).join('\n')}\n`)
    const paths = patterns.map(examplePath)
    const values = await readAttribute(repo.dir, 'merge', [...paths, 'other.md'])
    expect([...values]).toEqual([...paths.map((path) => [path, 'memkeep']), ['other.md', 'unspecified']])
  })

  test.each([
    'a*b',
    'a**b',
    'who?',
    '[ab]',
    '[attr]binary',
    '!not',
    'back\\slash',
    '"q" [a] \\t*',
    '# [x]',
    'line\nbreak\r*',
  ])('mean the root %j and nothing else', async (memory) => {
    const settings = {
      ...DEFAULT_SETTINGS,
      options: { workspace: { memory } },
    }
    const patterns = mergedPatterns(workspace, settings)
    const repo = tempRepo()
    const hooks = [`${memory}/pre-commit`]
    repo.write('.gitattributes', `${attributeLines(patterns, hooks).join('\n')}\n`)
    const paths = patterns.map(examplePath)
    expect(paths.every((path) => path.startsWith(`${memory}/`))).toBe(true)
    const other = [
      'axb/a/lessons.md',
      'whom/a/lessons.md',
      'a/a/lessons.md',
      'not/a/lessons.md',
      'lessons.md',
    ]
    const values = await readAttribute(repo.dir, 'merge', [...paths, ...other])
    expect(paths.map((path) => values.get(path))).toEqual(paths.map(() => 'memkeep'))
    expect(other.map((path) => values.get(path))).toEqual(other.map(() => 'unspecified'))
    const ends = await readAttribute(repo.dir, 'eol', [...hooks, 'axb/pre-commit', 'a/pre-commit'])
    expect([...ends.values()]).toEqual(['lf', 'unspecified', 'unspecified'])
  })

  test('keep hook files in LF', async () => {
    const repo = tempRepo()
    repo.write('.gitattributes', `${attributeLines([], ['.husky/pre-commit', 'a b/pre-push']).join('\n')}\n`)
    const values = await readAttribute(repo.dir, 'eol', [
      '.husky/pre-commit',
      'a b/pre-push',
      'x/.husky/pre-commit',
    ])
    expect([...values.values()]).toEqual(['lf', 'lf', 'unspecified'])
  })
})
