import { describe, expect, test } from 'vitest'
import { type Files, indexLiteral, judgeLiteral } from '../helpers/check-literal.ts'
import { cleanWorkspace } from '../helpers/clean-workspace.ts'

const PATH = 'resources/workspaces/devtools/web/_features/live-logs.md'

const feature = (...lines: readonly string[]): Files => ({ [PATH]: ['# Logs', '', ...lines, ''].join('\n') })

const settings = (text: string): Files => ({ 'memkeep.yaml': text })

/** Counts dead links in the feature. */
const baseline = (count: number, rule = 'link-resolves'): Files => ({
  'memkeep-baseline.json': JSON.stringify({ version: 1, findings: { [PATH]: { [rule]: count } } }),
})

const NONE = feature('Text.')
const ONE = feature('[x](a.md)')
const TWO = feature('[x](a.md)', '', '[x](b.md)')

let clean: Promise<Files> | undefined

/** What is found in a change of a clean memory: new or old, which rule at which severity, `!` where the change loosened it. */
async function judged(before: Files, after: Files): Promise<string[]> {
  clean ??= indexLiteral(cleanWorkspace)
  const found = await judgeLiteral({ ...(await clean), ...before }, { ...(await clean), ...after })
  return found.map(
    ({ new: isNew, severity, rule, line, loosened }) =>
      `${isNew ? 'new' : 'old'} ${severity} ${rule} ${line}${loosened ? ' !' : ''}`,
  )
}

const NAMED = 'new warning loosened 1'

describe('a change that allows itself more by its settings is judged by those before as well', () => {
  test('a rule that it turns off', async () => {
    expect(await judged(NONE, { ...ONE, ...settings('rules:\n  link-resolves: off\n') })).toEqual([
      NAMED,
      'new warning link-resolves 3 !',
    ])
  })

  test('a rule that it makes milder, which is as severe as before', async () => {
    const [strict, mild] = [
      settings('rules:\n  link-resolves: error\n'),
      settings('rules:\n  link-resolves: info\n'),
    ]
    expect(await judged({ ...NONE, ...strict }, { ...ONE, ...mild })).toEqual([
      NAMED,
      'new error link-resolves 3 !',
    ])
    expect(await judged({ ...ONE, ...strict }, { ...ONE, ...mild })).toEqual([
      NAMED,
      'old error link-resolves 3 !',
    ])
  })

  test('a layout that it turns off', async () => {
    expect(await judged(NONE, { ...ONE, ...settings('layouts:\n  workspace: off\n') })).toEqual([
      // Other agents' symlinks to the rules of that layout lead to pages that nothing else checks.
      'old info instruction-link 1',
      NAMED,
      'new warning link-resolves 3 !',
    ])
  })
})

test('a change that is stricter with itself is judged by its own settings, and nothing is named', async () => {
  const strict = settings('rules:\n  link-resolves: error\n')
  expect(await judged(ONE, { ...ONE, ...strict })).toEqual(['old error link-resolves 3'])
  const off = settings('rules:\n  link-resolves: off\n')
  expect(await judged({ ...ONE, ...off }, ONE)).toEqual(['new warning link-resolves 3'])
})

describe('a baseline', () => {
  test('takes out as many findings as it counts, old ones first', async () => {
    expect(await judged({ ...ONE, ...baseline(1) }, { ...TWO, ...baseline(1) })).toEqual([
      'new warning link-resolves 5',
    ])
    expect(await judged({ ...TWO, ...baseline(2) }, { ...TWO, ...baseline(2) })).toEqual([])
  })

  test('that a change raises takes out no more than before, and is named', async () => {
    expect(await judged({ ...ONE, ...baseline(1) }, { ...TWO, ...baseline(2) })).toEqual([
      NAMED,
      'new warning link-resolves 5 !',
    ])
  })

  test('that is the first one takes out nothing new', async () => {
    expect(await judged(ONE, { ...TWO, ...baseline(2) })).toEqual(['new warning link-resolves 5'])
    expect(await judged(ONE, { ...ONE, ...baseline(1) })).toEqual([])
  })

  test('that counts more than there is, or what is always reported, is a finding itself', async () => {
    expect(await judged({ ...TWO, ...baseline(2) }, { ...ONE, ...baseline(2) })).toEqual([
      'new info baseline 1',
    ])
    expect(await judged(NONE, { ...NONE, ...baseline(1, 'no-secret') })).toEqual(['new error baseline 1'])
  })
})

describe('a comment that a change adds', () => {
  const disabled = (rule: string, line: string): Files =>
    feature(`<!-- memkeep-disable-next-line ${rule} -- a sample -->`, line)

  test('silences, and is named', async () => {
    expect(await judged(ONE, disabled('link-resolves', '[x](a.md)'))).toEqual(['new info loosened 3'])
    const before = disabled('link-resolves', '[x](a.md)')
    expect(await judged(before, before)).toEqual([])
  })

  test('does not silence a secret in the change that adds it', async () => {
    const secret = `token: ghp_${'aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5'}`
    const after = disabled('no-secret', secret)
    expect(await judged(NONE, after)).toEqual(['new warning loosened 3', 'new error no-secret 4 !'])
    expect(await judged(after, after)).toEqual([])
  })
})
