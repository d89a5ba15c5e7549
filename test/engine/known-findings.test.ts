import { describe, expect, test } from 'vitest'
import { baselineOf } from '../../src/core/baseline.ts'
import { type Diagnostic, toDiagnostic } from '../../src/core/diagnostic.ts'
import { BASELINE_FILE } from '../../src/core/rule.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { baselineIn, risenCounts, withoutKnownFindings } from '../../src/engine/known-findings.ts'
import { rules } from '../../src/rules/index.ts'
import { line } from '../core/literal-parts.ts'
import { storedSnapshot } from '../helpers/check-literal.ts'

const load = { rules, layouts: [], settings: DEFAULT_SETTINGS }

const at = (number: number, { rule = 'schema', isNew = true, path = 'a.md' } = {}): Diagnostic => ({
  ...toDiagnostic(
    { rule, severity: 'error', place: line(number), message: String(number), help: '', fixable: false },
    path,
    'test',
  ),
  new: isNew,
})

const counts = (count: number, rule = 'schema') => baselineOf([{ path: 'a.md', rule, count }])

type Request = Partial<Parameters<typeof withoutKnownFindings>[1]>

/** Lines of findings that are left, and what is said of the baseline. */
function left(found: readonly Diagnostic[], request: Request): (number | string)[] {
  const all = { baseline: counts(2), load, isWhole: true, ...request }
  return withoutKnownFindings(found, all).diagnostics.map(({ path, line: at, message }) =>
    path === BASELINE_FILE ? message.replace(/ \(.*/, '') : at,
  )
}

describe('a baseline', () => {
  test('takes out as many findings of a rule in a file as it counts', () => {
    expect(left([at(1), at(2), at(3)], {})).toHaveLength(1)
    expect(left([at(1), at(2), at(3, { rule: 'growth' })], {})).toEqual([3])
    expect(left([at(1), at(2), at(3, { path: 'b.md' })], {})).toEqual([3])
    expect(
      withoutKnownFindings([at(1), at(2), at(3)], { baseline: counts(2), load, isWhole: true }).known,
    ).toBe(2)
  })

  test('that is not there leaves all, and none is known', () => {
    const found = [at(1)]
    expect(withoutKnownFindings(found, { baseline: null, load, isWhole: true })).toEqual({
      diagnostics: found,
      known: null,
    })
  })

  test('counts no more than the one before', () => {
    expect(left([at(1), at(2)], { most: counts(1) })).toEqual([
      2,
      '1 count is higher than in the base, whose count holds',
    ])
    expect(left([at(1), at(2)], { most: counts(5) })).toEqual([])
  })

  test('that is new leaves what is new', () => {
    expect(left([at(1, { isNew: false }), at(2)], { onlyOld: true })).toEqual([2])
  })

  test('is too high where everything was looked at, and less is found', () => {
    expect(left([at(1)], {})).toEqual([expect.stringMatching(/^1 count is higher than what is found/)])
    expect(left([at(1)], { isWhole: false })).toEqual([])
    expect(left([at(1)], { onlyOld: true })).toEqual([1])
    const two = baselineOf([
      { path: 'a.md', rule: 'schema', count: 1 },
      { path: 'b.md', rule: 'schema', count: 1 },
    ])
    expect(left([], { baseline: two })).toEqual([
      expect.stringMatching(/^2 counts are higher than what is found/),
    ])
  })

  test('never takes out what is always reported, and says so', () => {
    for (const rule of ['no-secret', 'item-lost', 'unreadable'])
      expect(left([at(1, { rule })], { baseline: counts(1, rule) })).toEqual([
        1,
        `The baseline counts ${rule} in a.md, whose findings are always reported`,
      ])
  })

  test('is not spoken of where settings turn that off', () => {
    const settings = { ...DEFAULT_SETTINGS, rules: { baseline: 'off' as const } }
    expect(left([at(1)], { load: { ...load, settings } })).toEqual([])
  })
})

test('counts that rose are named with their place; without a baseline before, none', () => {
  expect(risenCounts(counts(3), counts(1))).toEqual(['2 more of schema in a.md'])
  expect(risenCounts(counts(1), counts(1))).toEqual([])
  expect(risenCounts(counts(3), null)).toEqual([])
  expect(risenCounts(null, counts(1))).toEqual([])
})

describe('the file of known findings', () => {
  const text = '{"version":1,"findings":{"a.md":{"schema":2}}}'

  test('is read, with or without a byte order mark', async () => {
    for (const written of [text, `\ufeff${text}`])
      expect(await baselineIn(storedSnapshot({ [BASELINE_FILE]: written }))).toEqual(counts(2))
    expect(await baselineIn(storedSnapshot({ 'a.md': text }))).toBeNull()
  })

  test.each([
    ['a symlink', { link: 'a.md' }, 'it is no regular file'],
    ['of other bytes', new Uint8Array([0xff, 0xfe]), 'is not valid UTF-8'],
    ['of another form', '{}', 'its version is not 1'],
  ])('is never passed over: %s', async (_, file, reason) => {
    await expect(baselineIn(storedSnapshot({ [BASELINE_FILE]: file }))).rejects.toThrow(reason)
  })
})
