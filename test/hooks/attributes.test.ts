import { describe, expect, test } from 'vitest'
import { attributeValues } from '../../src/git/attribute-values.ts'
import { attributeLines, examplePath } from '../../src/hooks/attributes.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

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
    const values = await attributeValues(repo.dir, 'merge', [...paths, 'other.md'])
    expect([...values]).toEqual([...paths.map((path) => [path, 'memkeep']), ['other.md', 'unspecified']])
  })

  test('keep hook files in LF', async () => {
    const repo = tempRepo()
    repo.write('.gitattributes', `${attributeLines([], ['.husky/pre-commit', 'a b/pre-push']).join('\n')}\n`)
    const values = await attributeValues(repo.dir, 'eol', [
      '.husky/pre-commit',
      'a b/pre-push',
      'x/.husky/pre-commit',
    ])
    expect([...values.values()]).toEqual(['lf', 'lf', 'unspecified'])
  })
})
