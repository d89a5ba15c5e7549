import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
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

test('the package is small, and holds what its doors lead to', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
  })
  const [{ size, unpackedSize, files }] = Object.values<Packed>(JSON.parse(stdout)) as [Packed]
  const paths = files.map(({ path }) => path)
  expect(paths.filter((path) => /\.compiled|compiled-|\baction\b/.test(path))).toEqual([])
  for (const target of TARGETS) expect(paths).toContain(target.replace('./', ''))
  for (const path of ['docs/rules/schema.md', 'schemas/memkeep.schema.json']) expect(paths).toContain(path)
  expect(size).toBeLessThan(1_650_000)
  expect(unpackedSize).toBeLessThan(5_400_000)
  // A rule and an operation have a page each.
  expect(paths.filter((path) => !/^docs\/(?:rules|operations)\//.test(path)).length).toBeLessThan(130)
})

/** A program as users write it, for `import` and for `require`. */
const IMPORTING = `import { type CheckOptions, type SaveArguments, UserError, runCheck, saveMemory } from 'memkeep'
import memkeep, { type MemkeepRemarkOptions } from 'memkeep/remark'

export const options: MemkeepRemarkOptions = {}
export const count = async (request: CheckOptions): Promise<number> => (await runCheck(request)).report.summary.errors
// @ts-expect-error: arguments are an object
export const wrong: SaveArguments = 1
export const all = [new UserError('a', 'b'), saveMemory, memkeep]
`
const REQUIRING = `import { runCheck } from 'memkeep'
import remark = require('memkeep/remark')

export const all = [runCheck, remark.default]
`

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
    const types = { types: ['node'], typeRoots: [resolve('node_modules/@types')] }
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2023',
      strict: true,
      noEmit: true,
      ...types,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const { stdout } = spawnSync(
      process.execPath,
      [resolve('node_modules/typescript/bin/tsc'), '-p', folder],
      {
        encoding: 'utf8',
      },
    )
    expect(stdout).toBe('')
  },
)

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
