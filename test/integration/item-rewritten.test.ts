import { expect, test } from 'vitest'
import { ci } from './ci/ci-repo.ts'
import { commitRepo } from './commit/commit-repo.ts'
import { decisions, memory, SHOP } from './commit/memory-files.ts'

const FIRST =
  'Floating point lost a cent in one of many orders last year, so every price is kept in whole cents.'
const OTHER =
  'Each coupon belongs to one customer alone and ends when the season does, whatever it says on it.'
const log = (title: string, body: string): string =>
  decisions(1, 2)
    .replace('Choice 2', title)
    .replace(/Reason 2.*/, body)

test('a title in one change and the text in the next: the second one says what the entry was', async () => {
  const repo = commitRepo({
    files: { ...memory('shop', { decisions: [1, 2] }), [SHOP.decisions]: log('Prices', FIRST) },
  })
  repo.git('checkout', '--quiet', '-b', 'one')
  repo.stage({ [SHOP.decisions]: log('Coupons', FIRST) })
  expect(repo.passes()).not.toContain('was "Prices"')
  const renamed = repo.git('rev-parse', '--short=7', 'HEAD')
  repo.git('checkout', '--quiet', '-b', 'two')
  repo.stage({ [SHOP.decisions]: log('Coupons', OTHER) })
  const said = `Item decision "Coupons" was "Prices" before ${renamed}, and has another text now: the first entry is gone`
  expect(repo.passes()).toContain(said)
  const ran = await ci(repo, null, '--base', 'one')
  expect(ran).toMatchObject({ code: 0, found: [`${SHOP.decisions}:12 warning item-rewritten`] })
  // Over both, the entry is lost.
  expect((await ci(repo, null, '--base', 'main')).found.join('\n')).toMatch(/error item-lost/)
})

test('a hook names the words of a negation', () => {
  const repo = commitRepo({
    files: { ...memory('shop', { decisions: [1, 2] }), [SHOP.decisions]: log('Prices', FIRST) },
  })
  repo.stage({ [SHOP.decisions]: log('Prices', FIRST.replace('is kept', 'is not kept')) })
  expect(repo.passes()).toContain('has a negation: was "is kept", is "is not kept"')
})
