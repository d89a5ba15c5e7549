import { describe, expect, test } from 'vitest'
import type { Diagnostic, Severity } from '../../src/core/diagnostic.ts'
import type { LiteralFile } from '../../src/core/snapshot.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import {
  checkLiteral,
  type Files,
  fixLiteral,
  indexLiteral,
  type LiteralMerge,
  type LiteralOptions,
} from './check-literal.ts'
import { cleanWorkspace } from './clean-workspace.ts'
import { recordMessages, type Situation } from './record-messages.ts'

/** Files laid over the clean memory; null takes one away. */
type Overlay = { readonly [path: string]: LiteralFile | null }

type Expected = {
  readonly path: string
  readonly line: number
  readonly column?: number
  readonly severity?: Severity
  readonly message?: RegExp
  /** The rule under test unless another one must speak too. */
  readonly rule?: string
}

type Case = Omit<LiteralOptions, 'before' | 'merge'> & {
  readonly name: string
  readonly files: Overlay
  /** The other side of a change; laid over the clean memory as well. */
  readonly before?: Overlay
  /** The change is a merge of `before` with others; `base` is the ancestor of all, none where it is null. */
  readonly merge?: { readonly others: readonly Overlay[]; readonly base: Overlay | null }
  /** `_index.yaml` files are rebuilt first; false leaves them as the case has them. */
  readonly index?: boolean
}

type Invalid = Case & {
  readonly expect: readonly Expected[]
  readonly fixed?: { readonly [path: string]: string }
}

/**
 * Tests one rule with every rule on: a valid case gives no finding at all, an invalid one exactly the expected ones,
 * at their lines. A fixed text is compared, checked again, and fixed again without a change.
 */
export function ruleTest(
  id: string,
  cases: { readonly valid: readonly Case[]; readonly invalid: readonly Invalid[] },
): void {
  describe(`rule ${id}`, () => {
    test('is registered, has cases, and no case twice', () => {
      expect([...rules, ...layouts.flatMap((layout) => layout.rules)].map((rule) => rule.id)).toContain(id)
      expect(cases.invalid.length).toBeGreaterThan(0)
      expect(cases.valid.length).toBeGreaterThan(0)
      const keys = [...cases.valid, ...cases.invalid].map(({ name: _, ...rest }) =>
        JSON.stringify(rest, showPattern),
      )
      expect(new Set(keys).size).toBe(keys.length)
    })
    for (const one of cases.valid) {
      test(`accepts ${one.name}`, async () => {
        const situation = await situationOf(one)
        const { diagnostics } = await checkLiteral(situation.files, situation)
        expect(diagnostics.map(show)).toEqual([])
      })
    }
    for (const one of cases.invalid) {
      test(`finds ${one.name}`, async () => {
        const situation = await situationOf(one)
        const { diagnostics } = await checkLiteral(situation.files, situation)
        recordMessages(diagnostics, situation)
        compare(diagnostics, one, id)
      })
      if (one.fixed) test(`fixes ${one.name}`, () => checkFix(one))
    }
  })
}

async function situationOf(one: Case): Promise<Situation> {
  const { merge: _, ...options } = one
  const before = one.before && (await laidOver(one, one.before))
  const merge = one.merge && (await mergeOf(one, one.merge))
  return { ...options, files: await laidOver(one, one.files), before, merge }
}

async function mergeOf(one: Case, { others, base }: NonNullable<Case['merge']>): Promise<LiteralMerge> {
  const parents = await Promise.all(others.map((overlay) => laidOver(one, overlay)))
  const files = base && (await laidOver(one, base))
  const pairs = [0, ...parents.keys()].flatMap((_first, first) =>
    [...parents.keys()].map((other) => [first, other + 1] as const).filter(([a, b]) => a < b),
  )
  return { others: parents, bases: files ? pairs.map((between) => ({ between, files })) : [] }
}

/** The clean memory with its indexes, built once. */
let clean: Promise<Files> | undefined

async function laidOver(one: Case, overlay: Overlay): Promise<Files> {
  const { before: _, merge: _merge, ...options } = one
  clean ??= indexLiteral(cleanWorkspace)
  const files = new Map<string, LiteralFile>(Object.entries(await clean))
  for (const [path, file] of Object.entries(overlay)) {
    if (file === null) files.delete(path)
    else files.set(path, file)
  }
  const laid = Object.fromEntries(files)
  return one.index === false ? laid : indexLiteral(laid, options)
}

function compare(diagnostics: readonly Diagnostic[], one: Invalid, id: string): void {
  const expected = one.expect.map(({ path, line, rule = id }) => `${path}:${line} ${rule}`).sort()
  expect(
    diagnostics.map(({ path, line, rule }) => `${path}:${line} ${rule}`).sort(),
    diagnostics.map(show).join('\n'),
  ).toEqual(expected)
  for (const want of one.expect) {
    const near = diagnostics.filter(
      (d) => d.path === want.path && d.line === want.line && d.rule === (want.rule ?? id),
    )
    const fits = near.some(
      (d) =>
        (want.column === undefined || d.column === want.column) &&
        (want.severity === undefined || d.severity === want.severity) &&
        (want.message === undefined || want.message.test(d.message)),
    )
    expect(fits, `${JSON.stringify(want, showPattern)} against\n${near.map(show).join('\n')}`).toBe(true)
  }
}

async function checkFix(one: Invalid): Promise<void> {
  const files = await laidOver(one, one.files)
  const options = { settings: one.settings, today: one.today }
  const fixed = await fixLiteral(files, options)
  for (const [path, text] of Object.entries(one.fixed ?? {})) expect(fixed[path], path).toEqual(text)
  const again = await checkLiteral(fixed, options)
  expect(again.diagnostics.filter(({ fixable }) => fixable).map(show)).toEqual([])
  expect(await fixLiteral(fixed, options)).toEqual(fixed)
}

function show({ path, line, column, severity, rule, message }: Diagnostic): string {
  return `${path}:${line}:${column} ${severity} ${rule} ${message}`
}

function showPattern(_: string, value: unknown): unknown {
  return value instanceof RegExp ? String(value) : value instanceof Uint8Array ? [...value] : value
}
