import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../helpers/temp-repo.ts'
import { type CommitRepo, commitRepo } from './commit-repo.ts'
import { decisions, memory, placeOf } from './memory-files.ts'

const ADR = 'docs/adr/0001-use-pnpm.md'
const GOOD = `# 1. Use pnpm

Date: 2026-01-01

## Status

Accepted

## Context

One store is enough for all packages of the shop.

## Decision

We use pnpm for all packages.
`
const CHANGED = /The text of an accepted record changed/

/** A branch whose last commit rewrote an accepted record past the hook. */
function rewritten(): CommitRepo {
  const repo = commitRepo({ files: { [ADR]: GOOD } })
  repo.git('checkout', '--quiet', '-b', 'topic')
  repo.stage({ [ADR]: GOOD.replace('pnpm for all', 'yarn for some') })
  expect(repo.passes()).toMatch(CHANGED)
  return repo
}

describe('a record that a commit of the branch rewrote', () => {
  test('is restored without a word', () => {
    const repo = rewritten()
    repo.stage({ [ADR]: GOOD })
    expect(repo.passes()).not.toMatch(CHANGED)
  })

  test('is rewritten again, which is said', () => {
    const repo = rewritten()
    repo.stage({ [ADR]: GOOD.replace('pnpm for all', 'npm for most') })
    expect(repo.passes()).toMatch(CHANGED)
  })

  test('is judged by HEAD alone where a clone does not know where the branch began', () => {
    const repo = rewritten()
    repo.git('update-ref', 'refs/heads/main', repo.git('commit-tree', '-m', 'x', 'HEAD^{tree}').trim())
    repo.write('.git/shallow', `${repo.git('rev-parse', 'HEAD').trim()}\n`)
    repo.stage({ [ADR]: GOOD })
    expect(repo.passes()).toMatch(CHANGED)
  })
})

test('a refused commit reads what it changes, and not the memory that it leaves alone', () => {
  const folders = Array.from({ length: 20 }, (_, i) => memory(`w${i}`, { decisions: [1, 2] }))
  const repo = commitRepo({ files: Object.assign({}, ...folders) })
  repo.git('checkout', '--quiet', '-b', 'topic')
  repo.stage({ 'memkeep.yaml': 'growth: { threshold: 80 }\n' })
  repo.passes()
  repo.stage({ [placeOf('w0').decisions]: decisions(1) })
  const trace = join(tempFolder(), 'trace')
  const { code, stderr } = repo.run(['commit', '--message', 'change'], { env: { GIT_TRACE: trace } })
  expect(stderr).toMatch(/is gone, without an archived copy/)
  expect(code).toBe(1)
  // A few for each side, however many folders there are.
  expect(readFileSync(trace, 'utf8').match(/git cat-file/g)?.length).toBeLessThan(10)
})
