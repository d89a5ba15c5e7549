import { expect, test } from 'vitest'
import type { Io } from '../../src/cli/command.ts'
import { progressBar } from '../../src/cli/migrate.ts'
import { fakeIo } from './fake-io.ts'

/** What a work of some steps draws. */
function drawn({ isTTY = true, env = {} }: { isTTY?: boolean; env?: Io['env'] }): {
  readonly out: string
  readonly err: string
} {
  const io = fakeIo({ env })
  const bar = progressBar({ ...io, stderr: { ...io.stderr, isTTY } })
  for (let done = 0; done < 1000; done += 1) bar.show('writing', done, 1000)
  bar.end()
  bar.end()
  return io.printed
}

test('long work on a terminal is drawn on standard error, a line at a time, and goes away', () => {
  const { out, err } = drawn({})
  expect(out).toBe('')
  const lines = err.split('\r').slice(1)
  expect(lines).toHaveLength(101)
  expect(lines[50]).toBe(`writing ${'█'.repeat(12)}${'░'.repeat(12)} 50 %\u001b[K`)
  expect(lines.at(-1)).toBe('\u001b[K')
})

test.each([
  { isTTY: false },
  { env: { CI: 'true' } },
  { env: { CI: '1', TERM: 'xterm' } },
  { env: { TERM: 'dumb' } },
])('nothing is drawn with %j', (surroundings) => {
  expect(drawn(surroundings)).toEqual({ out: '', err: '' })
})
