import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { declaredRules, ruleFiles } from '../../scripts/generate/declared-rules.ts'
import type { Severity } from '../../src/core/diagnostic.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'

const WORST_FIRST: readonly Severity[] = ['error', 'warning', 'info']

const places = [
  { source: 'src/rules', tests: 'test/rules', registered: rules },
  ...layouts.map((layout) => ({
    source: `src/layouts/${layout.id}/rules`,
    tests: `test/layouts/${layout.id}/rules`,
    registered: layout.rules,
  })),
]

describe.each(places)('rules of $source', ({ source, tests, registered }) => {
  const declared = declaredRules(source)
  const ids = declared.map(({ id }) => id)

  test('are all registered, once', () => {
    expect(registered.map(({ id }) => id)).toEqual(ids)
  })

  test.each(ruleFiles(source))('%s declares rules: one of its name, or several', (path) => {
    const own = declared.filter((rule) => rule.path === path)
    if (own.length === 1) expect(path).toBe(`${source}/${own[0]?.id}.ts`)
    else expect(own.length).toBeGreaterThan(1)
  })

  test.each(ids)('%s has its test, with cases of its own', (id) => {
    const path = join(tests, `${id}.test.ts`)
    expect(existsSync(path), path).toBe(true)
    const text = readFileSync(path, 'utf8')
    expect(text).toMatch(new RegExp(`'${id}'|/${id}\\.ts'`))
  })

  test.each(ids)('%s has its page', (id) => {
    const path = `docs/rules/${id}.md`
    expect(existsSync(path), path).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain(`# ${id}`)
  })

  test.each(registered.map((rule) => [rule.id, rule] as const))(
    '%s declares every severity that its source names',
    (id, { severity, severities = [severity] }) => {
      const text = declared.find((rule) => rule.id === id)?.text ?? ''
      const passed = text
        .match(/^.*\bseverity\b.*$/gm)
        ?.flatMap((line) => line.match(/(?<=')\w+(?=')/g) ?? [])
      expect(severities).toEqual(WORST_FIRST.filter((one) => severities.includes(one)))
      expect(severities).toContain(severity)
      expect(severities).toEqual(expect.arrayContaining(passed ?? []))
      // Where the value is computed elsewhere no literal shows it.
      if (/^\s+severity,$/m.test(text)) expect(severities.length).toBeGreaterThan(1)
    },
  )

  test.each(registered.map((rule) => [rule.id, rule] as const))('%s says what, why and how', (_, rule) => {
    for (const text of [rule.summary, rule.why, rule.howToFix, rule.example.good])
      expect(text.length).toBeGreaterThan(8)
    expect(rule.id).toMatch(/^[a-z]+(-[a-z]+)*$/)
  })
})

test('every kind that a rule names exists', () => {
  for (const layout of layouts) {
    const kinds = new Set(layout.kinds.map(({ id }) => id))
    const unknown = layout.rules.flatMap((rule) => rule.kinds ?? []).filter((kind) => !kinds.has(kind))
    expect(unknown).toEqual([])
  }
})

test('no two layouts declare one setting or one rule', () => {
  const keys = layouts.flatMap((layout) => Object.keys(layout.settings.schemas))
  expect(new Set(keys).size).toBe(keys.length)
  const ids = [...rules, ...layouts.flatMap((layout) => layout.rules)].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
