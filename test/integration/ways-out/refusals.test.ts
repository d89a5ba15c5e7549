import { describe, expect, test } from 'vitest'
import { ruleCatalogue } from '../../../src/cli/explain.ts'
import { memkeep } from '../../helpers/setup.ts'
import { copyOf, expectGreen, hook, pullRequest, repositoryOf } from './change-repo.ts'
import { LOCAL, REFUSALS } from './refusals.ts'

// Each way out that a refusal names is gone literally: through the hook, and in one pull request through CI.

/** Rules whose errors refuse no commit and no pull request, and where their ways out are tried. */
const ELSEWHERE: { readonly [rule: string]: string } = { internal: 'no text makes a rule throw' }

test('every rule that can refuse has a way out that is tried', () => {
  const refusing = ruleCatalogue().flatMap(({ rule }) =>
    (rule.severities ?? [rule.severity]).includes('error') ? [rule.id] : [],
  )
  const tried = new Set([...[...REFUSALS, ...LOCAL].map(({ rule }) => rule), ...Object.keys(ELSEWHERE)])
  expect(refusing.filter((rule) => !tried.has(rule))).toEqual([])
})

describe.each(REFUSALS)('$name', ({ rule, base, change, ways, ciOnly, rewritten }) => {
  test('is refused, and every way out ends green', async () => {
    const repo = repositoryOf(await base())
    await change(repo)
    const committed = copyOf(repo)
    const { code, said } = ciOnly ? { code: 1, said: '' } : hook(repo)
    expect(code, said).toBe(1)
    committed.git('add', '--all')
    committed.git('commit', '--quiet', '--no-verify', '--message', 'past the hook')
    const { code: inCi, found, helps } = await pullRequest(committed)
    expect(inCi).toBe(1)
    expect(
      found.some((one) => one.endsWith(` error ${rule}`)),
      `${rule} in ${found.join('\n')}`,
    ).toBe(true)
    for (const [words, way] of Object.entries(ways)) {
      const advice = helps.join('\n')
      expect(advice).toContain(words)
      const after = copyOf(committed)
      await way(after, advice)
      await after.memkeep('index')
      await expectGreen(
        after,
        words,
        ...(rewritten ? ['--no-verify', '--amend'] : ciOnly ? ['--no-verify'] : []),
      )
      if (ciOnly) continue
      expect(said).toContain(words)
      const staged = copyOf(repo)
      await way(staged, said)
      await expectGreen(staged, words)
    }
  })
})

test.each(LOCAL)('$name is refused by a check of the work tree, and every way out passes it', async (one) => {
  const repo = repositoryOf(await one.base())
  await one.change(repo)
  const { code, out } = await memkeep(repo.dir, ['check'])
  expect(code).toBe(1)
  const said = out.replaceAll(/\s+/g, ' ')
  expect(said).toContain(one.rule)
  for (const [words, way] of Object.entries(one.ways)) {
    expect(said).toContain(words)
    const after = copyOf(repo)
    await way(after, said)
    await after.memkeep('check')
  }
})
