import { expect, test } from 'vitest'
import { pathGlobs } from '../../../src/setup/hooks/editor-settings.ts'

test.each([
  ['a/{W}/_index.yaml', ['a/*/_index.yaml']],
  ['a/{W}[/{D}]/x.md', ['a/*/x.md', 'a/*/*/x.md']],
  ['a/{scope}/x.md', ['a/**/x.md']],
  ['r/{session,working}/{id}.json', ['r/session/*.json', 'r/working/*.json']],
  ['m/*.md, m/archive/*.md', ['m/*.md', 'm/archive/*.md']],
  ['c/dec-*.md', ['c/dec-*.md']],
])('%s is %j', (paths, globs) => {
  expect(pathGlobs(paths)).toEqual(globs)
})
