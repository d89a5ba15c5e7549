import { describe, expect, test } from 'vitest'
import { planCost, planMarkdown } from '../../../src/formats/markdown/plan-markdown.ts'
import { HOSTILE } from './hostile-markdown.ts'

const markdownCost = (text: string, start: number) => planCost(planMarkdown(text, start, 'auto'))

describe('ordinary Markdown', () => {
  test('is what people write, however long', () => {
    const chapter = [
      '### [2026-01-02] A *title* with `code`',
      '',
      '**Category:** architecture',
      '',
      'Text with a [link](../target.md), <b>HTML</b> and `<!-- no comment -->`.',
      '',
      '- item\n  - nested [link](a.md)\n    ```sh\n    ls\n    ```\n- [ ] task',
      '',
      '| a | b |\n| - | - |\n| `c` | [d](e) |',
      '',
      '> quote',
      '',
      '---',
      '',
    ].join('\n')
    expect(markdownCost(chapter.repeat(800), 0)).toEqual({ verdict: 'ordinary' })
  })

  test('may hold long breaks, and anything inside a closed fence', () => {
    const marks = '> '.repeat(100)
    const spaces = ' '.repeat(300)
    expect(markdownCost(`${'- '.repeat(100)}\n\n\`\`\`\n${marks}\n${spaces}- a\n\`\`\`\n`, 0).verdict).toBe(
      'ordinary',
    )
  })

  test('is counted from the start of the Markdown', () => {
    const marks = `${'> '.repeat(100)}\n`
    expect(markdownCost(`${marks}a\n`, marks.length)).toEqual({ verdict: 'ordinary' })
  })
})

describe('refused Markdown', () => {
  test('has more than 32 quote and list marks on one line', () => {
    expect(markdownCost(`a\n\n${'> '.repeat(33)}b\n`, 0)).toEqual({
      verdict: 'refused',
      offset: 3,
      reason: '33 quote and list marks on one line',
    })
    expect(markdownCost(`${'- '.repeat(40)}b`, 0).verdict).toBe('refused')
    expect(markdownCost(`${'1. '.repeat(40)}b`, 0).verdict).toBe('refused')
    expect(markdownCost(`${'> '.repeat(32)}b\n`, 0).verdict).not.toBe('refused')
  })

  test('has a mark behind more than 256 spaces', () => {
    expect(markdownCost(`> - a\n${' '.repeat(257)}- b\n`, 0)).toMatchObject({
      verdict: 'refused',
      offset: 6,
      reason: 'a quote or list mark behind 257 spaces',
    })
  })
})

describe('hostile Markdown', () => {
  /** A scan settles these without a parser, whatever their size. */
  const harmless = HOSTILE.filter(({ text }) => markdownCost(text(1000), 0).verdict === 'ordinary')

  test('of small size is mostly ordinary', () => {
    expect(harmless.length).toBeGreaterThan(HOSTILE.length / 2)
  })

  test.each([
    'images in images',
    'links in links',
    'quotes of rising depth to 30',
    'definitions',
    'different definitions',
    'open fences in quotes',
    'open comments',
    'list of 30 levels on each line',
  ])('of 50 KB is not ordinary: %s', (name) => {
    const text = HOSTILE.find((one) => one.name === name)?.text(50_000) ?? ''
    expect(text.length).toBeGreaterThan(40_000)
    expect(markdownCost(text, 0).verdict).toBe('uncertain')
  })

  test.each([
    'crossing emphasis',
    'strong inside words, then stars',
    'words in emphasis, nested',
    'brackets in brackets',
  ])('of 50 KB next to HTML is not ordinary: %s', (name) => {
    const text = HOSTILE.find((one) => one.name === name)?.text(50_000) ?? ''
    expect(markdownCost(`a <!-- b --> ${text}`, 0).verdict).toBe('uncertain')
  })
})
