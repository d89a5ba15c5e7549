import { describe, expect, test } from 'vitest'
import type { Io } from '../../src/cli/command.ts'
import { openProgressLine } from '../../src/cli/progress.ts'
import { publishStep } from '../../src/engine/progress.ts'

type Shown = {
  readonly line: ReturnType<typeof openProgressLine>
  readonly text: () => string
  readonly wait: (ms: number) => void
}

function shown(env: { readonly [name: string]: string } = {}, isTTY = true): Shown {
  let [now, text] = [0, '']
  const stderr = { isTTY, columns: 80, write: (part: string) => (text += part) }
  const io = { stderr, env } as unknown as Io
  return {
    line: openProgressLine(io, () => now),
    text: () => text,
    wait: (milliseconds) => {
      now += milliseconds
    },
  }
}

const CLEAR = '\r\u001b[K'

describe('how far a long command is', () => {
  test('is drawn after a second, at most ten times a second, and taken away at the end', () => {
    const { line, text, wait } = shown()
    publishStep('files read', 128)
    wait(990)
    publishStep('files read', 128)
    expect(text()).toBe('')
    wait(20)
    publishStep('files read', 1_000)
    expect(text()).toBe(`${CLEAR}1,256 files read, 1 s`)
    wait(50)
    publishStep('files read', 1)
    wait(1_000)
    publishStep('files read', 1)
    expect(text()).toBe(`${CLEAR}1,256 files read, 1 s${CLEAR}1,258 files read, 2 s`)
    line.end()
    publishStep('files read', 1)
    expect(text().endsWith(`2 s${CLEAR}`)).toBe(true)
  })

  test('is a share of a known total, anew for each kind of step', () => {
    const { line, text, wait } = shown()
    wait(2_000)
    publishStep('files read', 128)
    wait(2_000)
    publishStep('changes written', 1, 3_000)
    line.end()
    expect(text()).toBe(`${CLEAR}128 files read, 2 s${CLEAR}1 of 3,000 changes written, 4 s${CLEAR}`)
  })

  test('is taken away before other text, once', () => {
    const { line, text, wait } = shown()
    wait(2_000)
    publishStep('files read', 1)
    line.clear()
    line.clear()
    line.end()
    expect(text()).toBe(`${CLEAR}1 files read, 2 s${CLEAR}`)
  })

  test.each([
    ['in CI', { CI: 'true' }, true],
    ['on a terminal without control characters', { TERM: 'dumb' }, true],
    ['where standard error is no terminal', {}, false],
  ])('is not drawn %s', (_, env, isTTY) => {
    const { line, text, wait } = shown(env, isTTY)
    wait(2_000)
    publishStep('files read', 1)
    line.end()
    expect(text()).toBe('')
  })
})
