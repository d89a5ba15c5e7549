import { expect, test } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

async function saidWith(cache: boolean, { dir }: TempRepo): Promise<readonly string[]> {
  const { report } = await runCheck({ cwd: dir, cache, today: '2026-06-01', skip: [], paths: [], fix: false })
  return report.diagnostics.flatMap(({ rule, path, line, message }) =>
    rule.startsWith('statement-') ? [`${path}:${line} ${message}`] : [],
  )
}

/** What is said: the same without a cache, with one, and with one that is warm. */
async function said(repo: TempRepo): Promise<readonly string[]> {
  const found = await saidWith(false, repo)
  expect(await saidWith(true, repo)).toEqual(found)
  expect(await saidWith(true, repo)).toEqual(found)
  return found
}

test('what configures a tool is seen when it comes, changes and goes, with and without the cache', async () => {
  const repo = tempRepo()
  repo.write('AGENTS.md', '# A\n\n- Stack: React 18, Vite\n- Indent with tabs.\n')
  repo.write('src/a.ts', 'export const a = 1\n')
  repo.commit('Start')
  expect(await said(repo)).toEqual([])
  const react = 'AGENTS.md:3 The version is react 18 here, and package.json says react `^19.0.0`'
  repo.write('package.json', '{ "dependencies": { "react": "^19.0.0" } }\n')
  expect(await said(repo)).toEqual([react])
  repo.commit('Take React 19')
  expect(await said(repo)).toEqual([react])
  repo.write('package.json', '{ "dependencies": { "react": "^18.0.0" } }\n')
  expect(await said(repo)).toEqual([])
  const tabs = 'AGENTS.md:4 The indentation is `tabs` here, and .editorconfig says `2 spaces`'
  repo.write('.editorconfig', '[*]\nindent_style = space\nindent_size = 2\n')
  expect(await said(repo)).toEqual([tabs])
  repo.commit('Use spaces')
  repo.write('.editorconfig', '[*]\nindent_style = tab\n')
  expect(await said(repo)).toEqual([])
  repo.write('web/package.json', '{ "dependencies": { "react": "^19.0.0" } }\n')
  repo.write('package.json', '{}\n')
  expect(await said(repo)).toEqual([react.replace(' package', ' web/package')])
})

test('what a file repeats of a page that it imports is seen when the page comes, changes and goes', async () => {
  const repo = tempRepo()
  const rules = [
    'An order that was paid is never changed, and a refund is an order of its own.',
    'Amounts are integers in the smallest unit of the currency, which is next to the amount.',
    'The price of a line is the one at the time of the order, and no later price changes it.',
  ]
  repo.write('CLAUDE.md', `@docs/orders.md\n\n${rules.join('\n\n')}\n`)
  repo.write('src/a.ts', 'export const a = 1\n')
  repo.commit('Start')
  const seen = async () => (await said(repo)).map((one) => one.replace(/:.*in |, which.*/g, ' '))
  expect(await seen()).toEqual([])
  repo.write('docs/orders.md', `# Orders\n\n${rules.join('\n')}\n`)
  expect(await seen()).toEqual(['CLAUDE.md docs/orders.md as well '])
  repo.commit('Write the page')
  expect(await seen()).toEqual(['CLAUDE.md docs/orders.md as well '])
  repo.write('docs/orders.md', '# Orders\n\nNothing here is said elsewhere, and so it may stay.\n')
  expect(await seen()).toEqual([])
  repo.remove('docs/orders.md')
  expect(await seen()).toEqual([])
})
