import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import { expect, test } from 'vitest'
import * as library from '../../src/index.ts'
import { nodesIn, readPage } from '../helpers/pages.ts'
import { tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'

const TEXT = readFileSync('docs/library.md', 'utf8')
const PROGRAMS = nodesIn(readPage('docs/library.md', TEXT).tree).flatMap((node) =>
  node.type === 'code' && (node.lang === 'js' || node.lang === 'ts')
    ? [{ line: node.position?.start.line ?? 0, text: node.value }]
    : [],
)

/** The function that later programs use. */
const DONE = PROGRAMS.find(({ text }) => text.startsWith('async function done('))?.text ?? ''

test('the page names every value that the library exports, and shows it in use', () => {
  const programs = TEXT.match(/^```(?:js|ts)\n[\s\S]*?^```$/gm)?.join('\n') ?? ''
  const names = Object.keys(library)
  expect(names.length).toBeGreaterThan(55)
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b[^\n]*`).test(programs))).toEqual([])
  const headings = [...TEXT.matchAll(/^## (.*)$/gm)].flatMap(([, title = '']) => title.split(', '))
  const listed = [...TEXT.matchAll(/^\| `(\w+)` \| [^|]+ \| (?:reads|adds|changes) \|/gm)].map(
    ([, name]) => name,
  )
  expect(names.filter((name) => ![...headings, ...listed, 'UserError'].includes(name))).toEqual([])
})

test('every member that a table of the page lists has a meaning', () => {
  expect(TEXT.match(/^\|.*\| +\|$/gm) ?? []).toEqual([])
})

const RUN = PROGRAMS.filter(({ text }) => text !== DONE)

test.each(RUN)('the program in line $line prints in an empty repository what it says', ({ text }) => {
  const { dir } = tempRepo()
  const file = join(tempFolder(), 'program.mjs')
  mkdirSync(join(file, '..'), { recursive: true })
  const door = pathToFileURL(resolve('dist/index.js')).href
  const { code } = transformSync(text, { loader: 'ts' })
  writeFileSync(file, `${code.replace('"memkeep"', JSON.stringify(door))}\n${DONE}\n`)
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: dir, encoding: 'utf8' })
  const said = [...text.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm)].map(([, line = '']) => line)
  expect({ status, stderr, lines: stdout.trimEnd().split('\n') }).toEqual({
    status: 0,
    stderr: '',
    lines: said,
  })
})

// It starts the compiler.
variant('the program in TypeScript is strictly typed', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'sample.mts'), /^```ts\n([\s\S]*?)```/m.exec(TEXT)?.[1] ?? '')
  const settings = {
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      paths: { memkeep: [resolve('src/index.ts')] },
      typeRoots: [resolve('node_modules/@types')],
    },
    files: ['sample.mts'],
    include: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], {
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
})
