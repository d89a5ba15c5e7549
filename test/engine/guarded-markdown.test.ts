import { beforeEach, describe, expect, test, vi } from 'vitest'
import { guardedMarkdown } from '../../src/engine/documents/document-stage.ts'
import { parseMarkdown } from '../../src/formats/markdown/parse-markdown.ts'
import { planCost, planMarkdown } from '../../src/formats/markdown/plan-markdown.ts'
import { HOSTILE } from '../formats/markdown/hostile-markdown.ts'
import { LONG } from '../helpers/runs.ts'

/** The largest file that is parsed at all. */
const LARGEST = 1_048_576
/** Too much for any limit. */
const BOMB = `a ${'![a'.repeat(20_000)}${'](b)'.repeat(20_000)}`
/** Just enough to need the worker, and little enough for it. */
const UNCERTAIN = `a <!-- b --> ${'![c](d) '.repeat(400)}`

async function kindOf(text: string): Promise<string> {
  const answer = await guardedMarkdown(text, 0)
  return 'problem' in answer ? answer.problem.rule : 'markdown'
}

describe('ordinary Markdown', () => {
  test('is parsed as by parseMarkdown', async () => {
    const text = '---\na: b\n---\n# c\n\n- [d](e) <i>f</i>\n'
    expect(await guardedMarkdown(text, 13)).toEqual({ markdown: parseMarkdown(text, 13) })
    expect(await guardedMarkdown(text, 13, 'remark')).toEqual({ markdown: parseMarkdown(text, 13) })
  })
})

describe('refused Markdown', () => {
  test('is a problem at the line that is too complex', async () => {
    expect(await guardedMarkdown(`# a\n\n${'> '.repeat(50)}b\n`, 0)).toEqual({
      problem: {
        rule: 'size-limit',
        place: { line: 3, column: 1, endLine: 3, endColumn: 1 },
        message:
          'The Markdown has 50 quote and list marks on one line; at most 32 marks, and 256 spaces before one, are parsed',
        help: expect.stringContaining('Nest less deeply'),
      },
    })
  })
})

describe('uncertain Markdown', () => {
  test('is parsed in the worker, with the same result', async () => {
    expect(planCost(planMarkdown(UNCERTAIN, 0, 'auto'))).toEqual({ verdict: 'uncertain' })
    expect(await guardedMarkdown(UNCERTAIN, 0)).toEqual({ markdown: parseMarkdown(UNCERTAIN, 0) })
  })

  test('several at once are parsed one after the other', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => guardedMarkdown(UNCERTAIN, 0)))
    for (const answer of answers) expect(answer).toEqual({ markdown: parseMarkdown(UNCERTAIN, 0) })
  })

  test('is a problem when it takes too long, and the next is still parsed', async () => {
    const [answer, next] = await Promise.all([guardedMarkdown(BOMB, 0), guardedMarkdown(UNCERTAIN, 0)])
    expect(answer).toEqual({
      problem: {
        rule: 'size-limit',
        place: { line: 1, column: 1, endLine: 1, endColumn: 1 },
        message: expect.stringMatching(
          /^The Markdown is so complex that it takes more than (?:1\.5 s|256 MB)/,
        ),
        help: expect.stringContaining('deep nesting'),
        transient: true,
      },
    })
    expect(next).toHaveProperty('markdown')
  })
})

describe('hostile Markdown of the largest size', () => {
  // A text that reaches the limit does so at any limit: only the long run waits for the real one.
  const haste = LONG ? 1 : 20
  const { setTimeout } = globalThis
  const { cpuUsage } = process
  beforeEach(() => {
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) =>
      setTimeout(run, ms / haste)) as typeof setTimeout)
    vi.spyOn(process, 'cpuUsage').mockImplementation((before) => {
      const { user, system } = cpuUsage(before)
      return before ? { user: user * haste, system: system * haste } : { user, system }
    })
    return () => vi.restoreAllMocks()
  })

  test('has longer where remark is asked for alone', { timeout: 60_000 }, async () => {
    expect(await guardedMarkdown(BOMB, 0, 'remark')).toMatchObject({
      problem: { message: expect.stringMatching(/more than (?:20 s|256 MB)/) },
    })
  })

  // All of them in the long run; `planCost` is asked about every one in its own tests.
  const tried = HOSTILE.filter((_, i) => LONG || i % 6 === 0)
  test.each(tried)('$name', { timeout: 20_000 }, async ({ text }) => {
    expect(await kindOf(text(LARGEST))).toMatch(/^(?:markdown|size-limit)$/)
    expect(await kindOf('# ordinary\n')).toBe('markdown')
  })

  test('of many files is given up for the rest of them, with the reason', { timeout: 90_000 }, async () => {
    const said = new Set<string>()
    for (let i = 0; i < 20; i += 1) {
      const answer = await guardedMarkdown(BOMB, 0)
      if ('problem' in answer) said.add(answer.problem.message)
    }
    expect([...said].at(-1)).toBe(
      'The Markdown is so complex that it was not parsed: such texts took 20 s before it',
    )
    expect(await kindOf('# ordinary\n')).toBe('markdown')
    expect(await guardedMarkdown(UNCERTAIN, 0, 'remark')).toHaveProperty('markdown')
  })
})
