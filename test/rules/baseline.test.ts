import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memkeep } from '../helpers/setup.ts'
import type { TempRepo } from '../helpers/temp-repo.ts'
import { append, ci, DECISIONS, entry, host, index, LESSONS } from '../integration/ci/ci-repo.ts'

const FILE = 'memkeep-baseline.json'

/** A repository with two old faults that the baseline knows, committed. */
async function adopted(settings = ''): Promise<{ readonly repo: TempRepo; readonly base: string }> {
  const repo = await host(settings)
  append(repo, DECISIONS, `${entry('One queue per shop', '')}${entry('No price in a log', '')}`)
  await index(repo)
  expect(await memkeep(repo.dir, ['baseline', '--now', '2026-06-01'])).toMatchObject({ code: 0, err: '' })
  return { repo, base: repo.commit('adopt') }
}

function counts(repo: TempRepo, findings: unknown): void {
  repo.write(FILE, JSON.stringify({ version: 1, findings }))
}

describe("the rule 'baseline'", () => {
  test('has nothing to say of counts that are as in the base, or lower', async () => {
    const { repo, base } = await adopted()
    const text = readFileSync(join(repo.dir, FILE), 'utf8')
    expect(JSON.parse(text)).toEqual({ version: 1, findings: { [DECISIONS]: { 'entry-category': 2 } } })
    expect(await ci(repo, null, '--base', base)).toMatchObject({ code: 0, found: [] })
    repo.write(
      DECISIONS,
      readFileSync(join(repo.dir, DECISIONS), 'utf8').replace(entry('No price in a log', ''), ''),
    )
    await index(repo)
    repo.commit('one less')
    const high = await ci(repo, null, '--base', base)
    expect(high.found).toContain(`${FILE}:1 info baseline`)
    expect((await memkeep(repo.dir, ['baseline', '--now', '2026-06-01'])).out).toContain(
      '1 known finding, 2 before',
    )
    repo.commit('lowered')
    expect((await ci(repo, null, '--base', base)).found.filter((one) => one.includes(FILE))).toEqual([])
  })

  test('names a count that is higher than in the base, which hides nothing', async () => {
    const { repo, base } = await adopted()
    append(repo, DECISIONS, entry('Orders keep their number', ''))
    await index(repo)
    counts(repo, { [DECISIONS]: { 'entry-category': 3 } })
    repo.commit('raised')
    const ran = await ci(repo, null, '--base', base)
    // And hides no more than the base had.
    expect(ran.code).toBe(1)
    expect(ran.found).toEqual([
      `${FILE}:1 info baseline`,
      `${FILE}:1 warning loosened`,
      `${DECISIONS}:36 error entry-category`,
    ])
    expect(ran.messages[0]).toContain(
      `1 count is higher than in the base, whose count holds (entry-category in ${DECISIONS})`,
    )
    expect(ran.messages[1]).toContain('1 more of entry-category in')
  })

  test('can be turned down by settings', async () => {
    const { repo, base } = await adopted('rules: { baseline: warning }\n')
    counts(repo, { [DECISIONS]: { 'entry-category': 3 } })
    repo.commit('raised')
    expect((await ci(repo, null, '--base', base)).code).toBe(0)
  })

  test('lets counts go with a file that was renamed as it is', async () => {
    const { repo, base } = await adopted()
    const to = 'user/memory/workspaces/shop/_archive/decisions-2026.md'
    repo.git('config', 'core.safecrlf', 'false')
    repo.write(to, readFileSync(join(repo.dir, DECISIONS)))
    repo.remove(DECISIONS)
    await index(repo)
    expect((await memkeep(repo.dir, ['baseline', '--now', '2026-06-01'])).out).toContain(
      '2 known findings, as before',
    )
    repo.commit('renamed')
    expect(JSON.parse(readFileSync(join(repo.dir, FILE), 'utf8')).findings).toEqual({
      [to]: { 'entry-category': 2 },
    })
    expect((await ci(repo, null, '--base', base)).found.filter((one) => one.includes('error'))).toEqual([])
  })

  test.each([
    'no-secret',
    'no-conflict-marker',
    'unreadable',
    'internal',
    'baseline',
    'item-lost',
    'history',
  ])('finds a count of %s, which takes nothing out', async (rule) => {
    const { repo, base } = await adopted()
    counts(repo, { [DECISIONS]: { 'entry-category': 2 }, [LESSONS]: { [rule]: 5 } })
    append(repo, LESSONS, '<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n')
    repo.commit('hidden')
    const ran = await ci(repo, null, '--base', base, '--fail-on', 'all')
    expect(ran.found.join('\n')).toContain('no-conflict-marker')
    expect(ran.messages.join('\n')).toContain(
      `The baseline counts ${rule} in ${LESSONS}, whose findings are always reported`,
    )
  })

  test('lets a first baseline take out what was there before, and nothing that came with it', async () => {
    const repo = await host()
    append(repo, DECISIONS, entry('One queue per shop', ''))
    await index(repo)
    const base = repo.commit('old fault')
    append(repo, DECISIONS, entry('No price in a log', ''))
    await index(repo)
    await memkeep(repo.dir, ['baseline', '--now', '2026-06-01'])
    repo.commit('adopt, with a new one')
    const ran = await ci(repo, null, '--base', base)
    expect(ran).toMatchObject({ code: 1, found: [`${DECISIONS}:28 error entry-category`] })
  })
})
