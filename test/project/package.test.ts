import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { once } from '../../src/core/text.ts'
import { nodesIn, readPage } from '../helpers/pages.ts'
import { rowsOf } from '../helpers/runs.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const TARGETS = ['import', 'require'].flatMap((way) =>
  ['.', './remark'].flatMap((door) => Object.values<string>(readPackage().exports[door][way])),
)

function readPackage() {
  return JSON.parse(readFileSync('package.json', 'utf8'))
}

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/roll-up-types.mjs'], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

const packed = once((): Packed => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
  })
  const [found] = Object.values<Packed>(JSON.parse(stdout)) as [Packed]
  return found
})

test('the package is small, and holds what its doors lead to', () => {
  const { size, unpackedSize, files } = packed()
  const paths = files.map(({ path }) => path)
  expect(paths.filter((path) => /\.compiled|compiled-|\baction\b/.test(path))).toEqual([])
  for (const target of TARGETS) expect(paths).toContain(target.replace('./', ''))
  for (const path of ['docs/rules/schema.md', 'schemas/memkeep.schema.json']) expect(paths).toContain(path)
  expect(size).toBeLessThan(2_000_000)
  expect(unpackedSize).toBeLessThan(6_400_000)
  // A rule and an operation have a page each, a layout has two bundles, and two more where it has operations.
  // Each bundle that is loaded on demand is a file.
  const many = /^(?:docs\/(?:decisions|operations|rules)\/|dist\/(?:layout|commit|tools|files)-)/
  expect(paths.filter((path) => !many.test(path)).length).toBeLessThan(150)
})

test('every link of a page of the package leads to a file of the package', () => {
  const paths = new Set(packed().files.map(({ path }) => path))
  const folders = new Set([...paths].map((path) => posix.dirname(path)))
  const pages = [...paths].filter((path) => path.endsWith('.md'))
  const dead = pages.flatMap((path) =>
    nodesIn(readPage(path, readFileSync(path, 'utf8')).tree).flatMap((node) => {
      if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return []
      const [file = ''] = node.url.split('#')
      if (file === '' || /^[a-z]+:/i.test(file)) return []
      const target = posix.join(posix.dirname(path), decodeURI(file)).replace(/\/$/, '')
      return paths.has(target) || folders.has(target) ? [] : [`${path}: ${node.url}`]
    }),
  )
  expect(pages.length).toBeGreaterThan(100)
  expect(dead).toEqual([])
})

/** Calls of an operation of each store: as they are right, and with one argument that must not compile. */
const CALLS = `
export const right = (): unknown[] => [
  searchEverything({ query: 'a', limit: 3 }),
  addRecord({ kind: 'fact', summary: 'a', content: 'b', tags: undefined }),
  writeTask({ title: 'a', content: 'b', status: 'done', tags: null }),
  startSession({ session: 'a' }),
  startTask({ task: 'a' }),
  saveMemory({ scope: { workspace: 'a' }, type: 'lesson', title: 'b', content: 'c' }),
  // What is optional may be undefined.
  getContext({ scope: { workspace: 'a', domain: undefined }, topics: undefined }),
]
// @ts-expect-error: a number, and not a text
export const wrongLimit = () => searchEverything({ query: 'a', limit: '3' })
// @ts-expect-error: no kind of that name
export const wrongKind = () => addRecord({ kind: 'facts', summary: 'a', content: 'b' })
// @ts-expect-error: no status of that name
export const wrongStatus = () => writeTask({ title: 'a', content: 'b', status: 'finished' })
// @ts-expect-error: no argument of that name
export const wrongName = () => startSession({ sesion: 'a' })
// @ts-expect-error: the task is missing
export const wrongTask = () => startTask({ description: 'a' })
// @ts-expect-error: the workspace is missing
export const wrongScope = () => saveMemory({ scope: {}, type: 'lesson', title: 'b', content: 'c' })
// @ts-expect-error: a scope without its workspace
export const wrongContext: ContextArguments = { scope: {} }
// @ts-expect-error: no topic of that name
export const wrongTopic: ContextArguments = { scope: { workspace: 's' }, topics: ['plan'] }
// @ts-expect-error: an answer may be a refusal
export const wrongAnswer = async () => (await startTask({ task: 'a' })).data
export const answer = async (): Promise<readonly string[]> => {
  const result = await findRecords({ query: 'a' })
  if ('refusal' in result) return [result.refusal]
  // @ts-expect-error: no field of that name
  result.data.recods
  return result.notes
}
`
const CALLED =
  'type ContextArguments, addRecord, findRecords, getContext, saveMemory, searchEverything, startSession, startTask, writeTask'

/** A program as users write it, for `import` and for `require`. */
const IMPORTING = `import { type CheckOptions, type SaveArguments, UserError, runCheck, ${CALLED} } from 'memkeep'
import memkeep, { type MemkeepRemarkOptions } from 'memkeep/remark'

export const options: MemkeepRemarkOptions = {}
export const count = async (request: CheckOptions): Promise<number> => (await runCheck(request)).report.summary.errors
// @ts-expect-error: arguments are an object
export const wrong: SaveArguments = 1
export const all = [new UserError('a', 'b'), saveMemory, memkeep]
${CALLS}`
const REQUIRING = `import { runCheck, ${CALLED} } from 'memkeep'
import remark = require('memkeep/remark')

export const all = [runCheck, remark.default]
${CALLS}`

const RESOLUTIONS: readonly [string, string, string[]][] = [
  ['node16', 'node16', ['a.mts', 'b.cts']],
  ['nodenext', 'nodenext', ['a.mts', 'b.cts']],
  ['esnext', 'bundler', ['a.mts']],
]

test.each(rowsOf(RESOLUTIONS, 3))(
  'the types are right with module %s and moduleResolution %s',
  (module, moduleResolution, files) => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(resolve('.'), join(folder, 'node_modules/memkeep'))
    writeFileSync(join(folder, 'a.mts'), IMPORTING)
    writeFileSync(join(folder, 'b.cts'), REQUIRING)
    expect(compiled(folder, { module, moduleResolution }, files)).toBe('')
  },
)

/** What the compiler says of files in a folder. */
function compiled(folder: string, options: object, files: readonly string[]): string {
  const types = { types: ['node'], typeRoots: [resolve('node_modules/@types')] }
  const compilerOptions = { target: 'es2023', strict: true, noEmit: true, ...types, ...options }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const tsc = resolve('node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout
}

/**
 * Names the functions whose published types have another field, or another type of one, than those that the compiler infers
 * from the schemas. Inferred types may say less of a value: any JSON, or a text where the schema has choices.
 */
const COMPARING = `import type * as own from '${resolve('src/operations/library.ts')}'
import type * as published from '${resolve('dist/library.cjs')}'

/** Optional fields are marked, so that each is compared; JSON of any form agrees with everything. */
type Whole<T> = [published.JsonObject] extends [T] ? any
  : T extends readonly (infer Item)[] ? readonly Whole<Item>[]
  : T extends object ? { [Key in keyof T]-?: undefined extends T[Key] ? { optional: Whole<Exclude<T[Key], undefined>> } : Whole<T[Key]> }
  : T
type Plain<T> = T extends string ? string : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T
type Agrees<Own, Published> = [Published, Plain<Own>] extends [Own, Plain<Published>] ? true : false
type Taken<F> = F extends (args: infer Args, ...rest: never[]) => unknown ? Whole<Args> : never
type Given<F> = F extends (...args: never[]) => Promise<infer Result> ? Result extends { data: infer Data } ? Whole<Data> : never : never
type Compared = {
  [Name in keyof typeof own]: [
    Agrees<Taken<(typeof own)[Name]>, Taken<(typeof published)[Name]>>,
    Agrees<Given<(typeof own)[Name]>, Given<(typeof published)[Name]>>,
  ] extends [true, true] ? never : Name
}
export const differing: Compared[keyof Compared] = 'none'

export const controls: [
  Agrees<Whole<{ a: string; b?: number }>, Whole<{ a: string }>>,
  Agrees<Whole<{ a: string; b?: number }>, Whole<{ a: string; b: number }>>,
  Agrees<Whole<{ a: readonly { c: number }[] }>, Whole<{ a: readonly { c: string }[] }>>,
  Agrees<Whole<{ a: 'x' }>, Whole<{ a: string }>>,
  Agrees<Whole<{ a: string; b: published.Json }>, Whole<{ a: 'x'; b: { c: number } }>>,
] = [false, false, false, false, true]
`

test('the types of operations are what the compiler infers from their schemas', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'a.mts'), COMPARING)
  const options = {
    module: 'nodenext',
    lib: ['es2023', 'es2024.string'],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noErrorTruncation: true,
  }
  expect(compiled(folder, options, ['a.mts'])).toMatch(
    /^[^\n]* Type '"none"' is not assignable to type 'never'\.\n$/,
  )
})

type Packed = {
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

test.each(TARGETS.filter((target) => /\.c?js$/.test(target)))(
  '%s loads, and gives what its types say',
  async (target) => {
    const all = await import(resolve(target))
    if (target.includes('remark')) expect(typeof (all.default.default ?? all.default)).toBe('function')
    else
      expect(Object.keys(all)).toEqual(
        expect.arrayContaining(['UserError', 'runCheck', 'saveMemory', 'literalSnapshot']),
      )
  },
)

/** npm shows the `prepare` of a package that is installed from a file as a script that runs; its file is not in there. */
test('a package has no script for its installation, and package.json is as it was after packing', () => {
  const folder = tempFolder()
  const file = join(folder, 'package.json')
  copyFileSync('package.json', file)
  const before = readFileSync(file, 'utf8')
  const { prepack, postpack } = JSON.parse(before).scripts
  const [, ...rest] = String(prepack).split(' && ')
  for (const [script, prepare] of [
    [rest.join(' && '), undefined],
    [postpack, 'node scripts/prepare.mjs'],
  ]) {
    const { status, stderr } = spawnSync(script, { cwd: folder, encoding: 'utf8', shell: true })
    expect(status, stderr).toBe(0)
    const { scripts } = JSON.parse(readFileSync(file, 'utf8'))
    expect(scripts.prepare).toBe(prepare)
    for (const name of ['preinstall', 'install', 'postinstall']) expect(scripts).not.toHaveProperty(name)
  }
  expect(readFileSync(file, 'utf8')).toBe(before)
})
