import { describe, expect, test } from 'vitest'
import { HOOK_NAMES } from '../../../src/core/installed.ts'
import { applyEdits } from '../../../src/core/text.ts'
import { beginsWithShim, blockEdit, withoutShim, withShim } from '../../../src/setup/hooks/marked-block.ts'

function insertBlock(...[text, ...where]: Parameters<typeof blockEdit>): string {
  return applyEdits(text, [blockEdit(text, ...where)])
}

const PRE_COMMIT = { name: 'pre-commit', pathspecs: ['memory'] } as const

function textOf(spliced: ReturnType<typeof withoutShim>): string {
  if (spliced === null || 'byHand' in spliced) throw new Error('expected a text')
  return spliced.text
}

describe('a hook file', () => {
  test('that memkeep made is deleted again', () => {
    const made = textOf(withShim(null, PRE_COMMIT))
    expect(made.startsWith('#!/bin/sh\n')).toBe(true)
    expect(made).toContain('hook pre-commit')
    expect(withoutShim(made)).toBeNull()
  })

  test('that memkeep made and somebody added to keeps what was added', () => {
    const made = textOf(withShim(null, PRE_COMMIT))
    expect(textOf(withoutShim(`${made}npm test\n`))).toBe('#!/bin/sh\nnpm test\n')
  })

  test('that was there is never deleted', () => {
    for (const text of ['', '#!/bin/sh\n', 'npm test']) {
      expect(withoutShim(text)).toEqual({ text })
      expect(withoutShim(textOf(withShim(text, PRE_COMMIT)))).toEqual({ text })
    }
  })

  test.each([
    '#!/bin/sh',
    '#!/usr/bin/env bash',
    '#! /usr/bin/env -S zsh -e',
    '#!/bin/dash -e',
    '#!C:/Git/bin/sh.exe',
  ])('%s is a shell', (line) => {
    expect(withShim(`${line}\ntrue\n`, PRE_COMMIT)).toHaveProperty('text')
  })

  test.each([
    '#!/usr/bin/env python3',
    '#!/usr/bin/node',
    '#!/usr/bin/env -S deno run',
    '#!/bin/fish',
    '#!',
    '\ufeff#!/usr/bin/perl',
  ])('%s is not, and the file is left', (line) => {
    expect(withShim(`${line}\ntrue\n`, PRE_COMMIT)).toHaveProperty('byHand')
  })

  test.each(HOOK_NAMES)('gets the block of %s before everything that it does', (name) => {
    const file = { name, pathspecs: ['memory'] }
    for (const [shebang, rest] of [
      ['', 'git lfs pre-push "$@"\n'],
      ['#!/bin/sh\n', 'exec git diff-index --check --cached HEAD --\n'],
      ['#!/bin/sh\n', 'false'],
      ['#!/usr/bin/env bash\r\n', 'cd frontend\r\nexit 0\r\n'],
      ['\ufeff#!/bin/sh\n', '# mine\nexit $?\n\n'],
      ['', '\ufefftrue'],
    ] as const) {
      const text = textOf(withShim(shebang + rest, file))
      expect(text.startsWith(`${shebang}# >>> memkeep >>>\n`)).toBe(true)
      expect(text.endsWith(`# <<< memkeep <<<\n${rest}`)).toBe(true)
      expect(beginsWithShim(text)).toBe(true)
      expect(withShim(text, file)).toEqual({ text })
      expect(withoutShim(text)).toEqual({ text: shebang + rest })
    }
  })

  test.each([
    ['#!/bin/sh\nfirst\n', ''],
    ['#!/bin/sh\nfirst', ''],
    ['first\n', 'exec last\n'],
    ['#!/bin/sh\nfirst\n', 'exit 0'],
    ['#!/bin/sh\nfirst\n', 'exit $?\n\n'],
  ])('gets its block moved from between %j and %j', (first, last) => {
    const old = insertBlock(first + last, first.length, ['echo old'])
    expect(beginsWithShim(old)).toBe(false)
    const text = textOf(withShim(old, PRE_COMMIT))
    expect(text).toBe(textOf(withShim(first + last, PRE_COMMIT)))
    expect(withoutShim(text)).toEqual({ text: first + last })
  })

  test('keeps its block where somebody put it', () => {
    const [before, after] = ['#!/bin/sh\nif true; then\n', 'fi\n']
    const old = insertBlock(before + after, before.length, ['echo old'])
    const text = textOf(withShim(old, PRE_COMMIT))
    expect([text.startsWith(`${before}# >>> memkeep`), text.endsWith(`memkeep <<<\n${after}`)]).toEqual([
      true,
      true,
    ])
    expect(beginsWithShim(text)).toBe(false)
  })

  test('keeps the lines before its block that a manager needs', () => {
    const made = textOf(withShim(null, { ...PRE_COMMIT, prelude: ['set -- "$A"'] }))
    expect(made).toMatch(/\nset -- "\$A"\n# >>> memkeep/)
    expect(beginsWithShim(made, ['set -- "$A"'])).toBe(true)
    expect(withoutShim(made, ['set -- "$A"'])).toBeNull()
    expect(withoutShim(made)).not.toBeNull()
  })

  test('is renewed when the paths of the memory move', () => {
    const old = textOf(withShim('true\n', PRE_COMMIT))
    const renewed = textOf(withShim(old, { ...PRE_COMMIT, pathspecs: ["it's here"] }))
    expect(renewed).toContain("'it'\\''s here'")
    expect(renewed).toBe(textOf(withShim('true\n', { ...PRE_COMMIT, pathspecs: ["it's here"] })))
  })
})
