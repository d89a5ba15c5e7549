import { describe, expect, test } from 'vitest'
import { type CommitRepo, commitRepo } from './commit-repo.ts'

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
