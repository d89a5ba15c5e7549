import { describe, expect, test } from 'vitest'
import { withoutShim, withShim } from '../../src/hooks/hook-file.ts'

const PRE_COMMIT = { name: 'pre-commit', pathspecs: ['memory'] } as const
const PRE_PUSH = { name: 'pre-push', pathspecs: ['memory'] } as const

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
    expect(textOf(withoutShim(`${made}npm test\n`))).toMatch(/^#!\/bin\/sh\n# Made by .*\nnpm test\n$/)
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

  test('gets its block before a last command that ends it', () => {
    for (const last of ['exec git diff-index --check --cached HEAD --\n', 'exit 0', 'exit $?\n\n']) {
      const text = textOf(withShim(`#!/bin/sh\nfirst\n${last}`, PRE_COMMIT))
      expect(text.startsWith('#!/bin/sh\nfirst\n# >>> memkeep >>>\n')).toBe(true)
      expect(text.endsWith(`# <<< memkeep <<<\n${last}`)).toBe(true)
      expect(withoutShim(text)).toEqual({ text: `#!/bin/sh\nfirst\n${last}` })
    }
  })

  test('gets its block at the start where git pipes something in', () => {
    expect(textOf(withShim('#!/bin/sh\ngit lfs pre-push "$@"\n', PRE_PUSH))).toMatch(
      /^#!\/bin\/sh\n# >>> memkeep/,
    )
    expect(textOf(withShim('git lfs pre-push "$@"\n', PRE_PUSH))).toMatch(/^# >>> memkeep/)
  })

  test('keeps the lines that stand before its block for a manager', () => {
    const made = textOf(withShim(null, { ...PRE_COMMIT, prelude: ['set -- "$A"'] }))
    expect(made).toMatch(/\nset -- "\$A"\n# >>> memkeep/)
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
