import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ON_CALL } from '../../scripts/bundles.mjs'
import { bundleParts } from '../../scripts/house/bundle-parts.ts'
import { readExecutedFiles } from '../../scripts/house/executed-files.ts'
import { measureSources } from '../../scripts/house/measure-sources.ts'
import { measureSyntax, measureType } from '../../scripts/house/measure-syntax.ts'
import { countTestFiles, readSources } from '../../scripts/house/read-sources.ts'

const of = (texts: { readonly [path: string]: string }) =>
  measureSources(Object.entries(texts).map(([path, text]) => ({ path, text })))

describe('the measures of sources', () => {
  test('count files, lines and imports', () => {
    const measures = of({
      'src/bin.ts': "import { a } from './a/a.ts'\nimport process from 'node:process'\nimport './b.ts'\n",
      'src/a/a.ts':
        "import type { B } from '../b.ts'\nexport const a = async (): Promise<B> =>\n  (await import('../b.ts')).b\n",
      'src/b.ts': 'export type B = 1\nexport const b = 1\n',
    })
    expect(measures).toMatchObject({ files: 3, lines: 8, medianLines: 3, p90Lines: 3, linesPerImport: 2 })
    expect(measures.smallWithOneImporter).toBe(1)
  })

  test('find the fullest folder by its own files, folders of rules left out', () => {
    const paths = ['src/a/1.ts', 'src/a/2.ts', 'src/b/1.ts', 'src/b/deep/2.ts', 'src/b/deep/3.ts']
    const rules = ['src/rules/1.ts', 'src/rules/2.ts', 'src/rules/3.ts']
    expect(of(Object.fromEntries([...paths, ...rules].map((path) => [path, '\n']))).fullestFolder).toEqual({
      folder: 'src/a',
      files: 2,
    })
  })

  test('follow the longest chain through a circle, whatever comes first', () => {
    const texts = {
      'src/end.ts': '\n',
      'src/start.ts': "import './one.ts'\nimport './end.ts'\n",
      'src/one.ts': "import type { Two } from './two.ts'\n",
      'src/two.ts': "export * from './three.ts'\n",
      'src/three.ts': "import { one } from './one.ts'\nimport './end.ts'\n",
      'src/alone.ts': "import './alone.ts'\n",
    }
    for (const entries of [Object.entries(texts), Object.entries(texts).reverse()]) {
      const { circles, longestChain } = of(Object.fromEntries(entries))
      expect(circles.map((circle) => [...circle].sort())).toEqual([
        ['src/one.ts', 'src/three.ts', 'src/two.ts'],
      ])
      expect([longestChain.length, longestChain[0], longestChain.at(-1)]).toEqual([
        5,
        'src/start.ts',
        'src/end.ts',
      ])
    }
  })

  test('count types that are picked from others', () => {
    const text = 'type A = Pick<B, 1>\ntype C = Awaited<ReturnType<typeof d>>\ntype Picked<T> = T\n\n'
    expect(of({ 'src/a.ts': text }).pickedTypes).toBe(500)
  })
})

describe('the measures of syntax', () => {
  const file = (text: string) => [{ path: 'src/a.ts', text }]

  test('count tokens, and comments apart from them', () => {
    const { tokens, commentShare, medianWidth } = measureSyntax(file('// abcd\nconst a = [b, 12]\n'))
    expect(tokens).toBe(8)
    expect(commentShare).toBeCloseTo(6 / 19)
    expect(medianWidth).toBe(17)
  })

  test('find the longest function by its own name, or that of what holds it', () => {
    const text =
      'const one = () => {\n\n\n}\nconst table = { two: (a: number) =>\n a }\nfunction three() {}\n'
    expect(measureSyntax(file(text)).longestFunction).toEqual({ name: 'one', path: 'src/a.ts', lines: 4 })
    expect(
      measureSyntax(file(`${text}const four = { five: function () {\n\n\n\n} }`)).longestFunction,
    ).toEqual({
      name: 'five',
      path: 'src/a.ts',
      lines: 5,
    })
  })

  test('count members of a type, and those of its groups as leaves', () => {
    const text = `export type A = B & { readonly c: string; readonly d?: { readonly e: 1; readonly f: 2 }; readonly g: D }
type B = { readonly a: readonly D[]; b(): D }
type D = { readonly x: 1; readonly y: 2; readonly z: 3 }
`
    expect(measureType('A', file(text))).toEqual({ members: 5, leaves: 8 })
    expect(measureType('E', file(text))).toBeNull()
  })
})

test('the contract of a layout and an open memory stay small enough to remember', () => {
  const sources = readSources('.')
  const layout = measureType('Layout', sources)
  expect(layout?.members).toBeLessThanOrEqual(14)
  expect(layout?.leaves).toBeLessThanOrEqual(24)
  expect(measureType('OpenMemory', sources)?.members).toBeLessThanOrEqual(15)
})

describe('a project on disk', () => {
  let root = ''
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-house-test-')))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }

  test('has sources that people write, and tests', () => {
    write('src/deep/a.ts', 'export const a = 1\n')
    write(
      'src/index.ts',
      '// Generated from the listing of this folder by `npm run generate`: do not edit.\n',
    )
    write('migrations/0001-a.ts', '\n')
    write('test/a.test.ts', '\n')
    write('test/helper.ts', '\n')
    expect(readSources(root).map(({ path }) => path)).toEqual(['src/deep/a.ts', 'migrations/0001-a.ts'])
    expect(countTestFiles(root)).toBe(1)
  })

  test('is seen to load files and to call their functions', async () => {
    write('src/bin.ts', "import { used, TABLE } from './used.ts'\nvoid used(TABLE.length)\n")
    write(
      'src/used.ts',
      `import { data } from './data.ts'
import { unused } from './unused.ts'
export const TABLE = data
export const idle = () => unused()
export async function used(n: number) {
  if (n === 2) console.log((await import('./room/later.ts')).later())
  if (n === 3) console.log((await import('./room/never.ts')).never())
}
`,
    )
    write('src/data.ts', 'export const data = [1, 2].concat([])\nexport const first = () => data[0]\n')
    write('src/unused.ts', 'export const unused = () => 1\n')
    write('src/room/later.ts', "import { help } from '../help.ts'\nexport const later = () => help()\n")
    write('src/room/never.ts', 'export const never = () => 1\n')
    write('src/help.ts', "export const help = () => 'helped'\n")
    const [bundles, coverage] = [join(root, 'bundles'), join(root, 'coverage')]
    const bin = await bundleParts(root, 'src/bin.ts', bundles)
    const { stdout } = spawnSync(process.execPath, [bin], {
      encoding: 'utf8',
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
    })
    expect(stdout).toBe('helped\n')
    const { loaded, called } = readExecutedFiles(coverage, bundles)
    expect(loaded).toEqual(['src/bin.ts', 'src/data.ts', 'src/help.ts', 'src/room/later.ts', 'src/used.ts'])
    expect(called).toEqual(['src/help.ts', 'src/room/later.ts', 'src/used.ts'])
  })

  test('loads a file of functions that few runs call with the first call', async () => {
    const [seldom = '', other = ''] = Object.values(ON_CALL).flat()
    write(seldom, 'export type Word = string\nexport function said(word: Word): Word {\n  return word\n}\n')
    write(other, "export function never(): string {\n  return 'never'\n}\n")
    const names = [seldom, other].map((path) => JSON.stringify(`./${path.replace('src/', '')}`))
    write(
      'src/bin.ts',
      `import { said } from ${names[0]}
import { never } from ${names[1]}
export const table = { said, never }
console.log(table.said('once'))
`,
    )
    const [bundles, coverage] = [join(root, 'bundles'), join(root, 'coverage')]
    const bin = await bundleParts(root, 'src/bin.ts', bundles)
    const { stdout } = spawnSync(process.execPath, [bin], {
      encoding: 'utf8',
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
    })
    expect(stdout).toBe('once\n')
    expect(readExecutedFiles(coverage, bundles).loaded).toEqual(['src/bin.ts', seldom])
    write(seldom, 'export const WORDS = []\nexport function said() {}\n')
    await expect(bundleParts(root, 'src/bin.ts', bundles)).rejects.toThrow('is no function')
  })
})
