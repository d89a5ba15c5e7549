import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { plainEnvironment } from './setup.ts'

/** What of the project is copied: everything that its sources and scripts are compiled, generated and built from. */
const PARTS = [
  'src',
  'migrations',
  'scripts',
  'test/model', // scripts import it
  'schemas',
  'docs',
  'hooks',
  'examples',
  '.github/actions/check/action.yml',
  '.github/workflows/memory.yml',
  'README.md',
  'memkeep.yaml',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

/** The page of the report, which is compiled for browsers, and scripts that measure with the bench: its memories are of the workspace layout. */
const ELSEWHERE = ['src/reporters/html-report/page', 'scripts/house.ts', 'scripts/house']

const TSCONFIG = 'tsconfig.sources.json'

/** Copies the project without its tests into a new folder; its packages are linked. */
export function copyProject(to: string): void {
  mkdirSync(to, { recursive: true })
  const isOurs = (path: string): boolean => !path.endsWith(`hooks${sep}_`)
  for (const part of PARTS)
    cpSync(part, join(to, part), { recursive: true, verbatimSymlinks: true, filter: isOurs })
  symlinkSync(resolve('node_modules'), join(to, 'node_modules'))
  writeFileSync(
    join(to, TSCONFIG),
    JSON.stringify({ extends: './tsconfig.json', include: ['src', 'scripts'], exclude: ELSEWHERE }),
  )
}

/** What a process printed and how it ended, in a form to be compared with `{ code: 0, … }`. */
export type Ended = { readonly code: number; readonly out: string; readonly err: string }

/** Runs Node in a folder, while the test waits for it. */
export function node(cwd: string, ...args: readonly string[]): Promise<Ended> {
  return new Promise((done) => {
    const options = { cwd, env: plainEnvironment(), maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, args, options, (error, out, err) =>
      done({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    )
  })
}

/** `npm run generate` in a copy. */
export function generate(copy: string, ...args: readonly string[]): Promise<Ended> {
  return node(copy, 'scripts/run.mjs', 'scripts/generate.ts', ...args)
}

/** Compiles sources and scripts of a copy without writing anything. */
export function compile(copy: string): Promise<Ended> {
  return node(copy, 'node_modules/typescript/bin/tsc', '--noEmit', '-p', TSCONFIG)
}

/** Builds the bundles of a copy. */
export function build(copy: string): Promise<Ended> {
  return node(copy, 'scripts/build.mjs', '--quiet', '--uncompiled')
}
