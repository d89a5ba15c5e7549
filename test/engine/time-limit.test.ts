import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timeLimit } from '../../src/engine/documents/parse-in-worker.ts'

/** Milliseconds that the process is said to have worked since the limit began. */
let worked: number

beforeEach(() => {
  worked = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: worked * 800, system: worked * 200 }))
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function after(ms: number, share: number): void {
  worked += ms * share
  vi.advanceTimersByTime(ms)
}

test('a process that works all the time is stopped at the limit', () => {
  const { signal } = timeLimit(1000)
  after(999, 1)
  expect(signal.aborted).toBe(false)
  after(1, 1)
  expect(signal.aborted).toBe(true)
})

test('one that gets half of a core has twice as long', () => {
  const { signal } = timeLimit(1000)
  for (let i = 0; i < 19; i += 1) after(100, 0.5)
  expect(signal.aborted).toBe(false)
  after(100, 0.5)
  expect(signal.aborted).toBe(true)
})

test('one that gets nothing is stopped after four times the limit', () => {
  const { signal } = timeLimit(1000)
  after(3999, 0)
  expect(signal.aborted).toBe(false)
  after(1, 0)
  expect(signal.aborted).toBe(true)
})

test('nothing happens after its end', () => {
  const { signal, end } = timeLimit(1000)
  end()
  after(10_000, 1)
  expect(signal.aborted).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})
