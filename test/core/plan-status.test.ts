import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PLAN_STATUSES, STATUS_WORDS } from '../../src/core/plan-status.ts'

/** `| \`new\` | draft, … |` in the README of the layout. */
const README = readFileSync('src/layouts/workspace/README.md', 'utf8')

test('the words for each state are documented', () => {
  for (const status of PLAN_STATUSES) {
    const words = Object.keys(STATUS_WORDS).filter((word) => STATUS_WORDS[word] === status)
    const row = README.split('\n').find((line) => line.startsWith(`| \`${status}\` |`)) ?? ''
    const listed = row.split('|')[2]?.trim() ?? ''
    expect([status, listed]).toEqual([
      status,
      words
        .map((word) => word.replaceAll('_', ' '))
        .sort()
        .join(', '),
    ])
  }
})
