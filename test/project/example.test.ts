import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkLiteral, type Files, fixLiteral } from '../helpers/check-literal.ts'

const README = 'examples/README.md'
const example = filesBelow('examples/workspace')

test('the example holds exactly the mistakes that its README lists', async () => {
  const { diagnostics } = await checkLiteral(example)
  expect(diagnostics.map(({ path, line, rule }) => `${path}:${line} ${rule}`).sort()).toEqual(
    planted().sort(),
  )
})

test('a fix leaves six of them', async () => {
  const { diagnostics } = await checkLiteral(await fixLiteral(example))
  expect(diagnostics.map(({ rule }) => rule).sort()).toEqual([
    'entry-category',
    'hot-budget',
    'link-resolves',
    'plan-dates',
    'schema',
    'tag-near-duplicate',
  ])
})

function planted(): string[] {
  const rows = readFileSync(README, 'utf8').matchAll(/^\| `([^`]+:\d+)` \| `([^`]+)` \|/gm)
  return [...rows].map(([, place, rule]) => `${place} ${rule}`)
}

function filesBelow(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = paths.flatMap((path) => {
    const full = join(folder, path)
    const stat = lstatSync(full)
    if (stat.isDirectory()) return []
    const file = stat.isSymbolicLink() ? { link: readlinkSync(full) } : readFileSync(full, 'utf8')
    return [[path.replaceAll('\\', '/'), file] as const]
  })
  return Object.fromEntries(files)
}
