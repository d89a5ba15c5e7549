import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { MODELS } from '../../src/layouts/instructions/models.ts'
import { comparable, type Recording, saidCases } from './recorded.ts'
import { saidOf } from './said.ts'

const recording = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8')) as Recording

test('every model that was seen has its recording, of that version', () => {
  const seen = MODELS.filter((model) => model.seen !== null).map(({ agent, seen }) => [agent, seen])
  expect(
    Object.entries(recording)
      .map(([agent, { version }]) => [agent, version])
      .sort(),
  ).toEqual(seen.sort())
})

describe.each(Object.entries(recording))('%s loads what its model says', (agent, { seen }) => {
  test.each(saidCases)('$id: $what', async (one) => {
    const sent = seen[one.id]
    if (!sent) throw new Error(`No recording of ${one.id}: npm run test:agents -- --record`)
    expect(comparable(await saidOf(agent, one))).toEqual(comparable(sent))
  })
})

test('one prompt with five tool calls is one update, compaction keeps what is new, and the next session has it', () => {
  const loops = Object.entries(recording).flatMap(([agent, { loop }]) =>
    loop ? [[agent, loop] as const] : [],
  )
  expect(loops.map(([agent]) => agent).sort()).toEqual(['Claude Code', 'Codex', 'Gemini CLI'])
  for (const [agent, { updatesByCompaction, ...loop }] of loops) {
    expect(loop, agent).toEqual({ updates: 1, nextHasIt: true, updatesByNext: 0, linesOfFailure: 1 })
    // Gemini CLI compacts only by itself.
    expect(updatesByCompaction, agent).toBe(agent === 'Gemini CLI' ? null : 1)
  }
})
