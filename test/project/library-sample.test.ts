import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'

/** The program that docs/library.md shows. */
const SAMPLE = /^```ts\n([\s\S]*?)```/m.exec(readFileSync('docs/library.md', 'utf8'))?.[1] ?? ''

function run(file: string, ...args: readonly string[]): { status: number | null; out: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' })
  return { status, out: stdout + stderr }
}

// It starts the compiler.
variant('the sample is strictly typed', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'sample.mts'), SAMPLE)
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
  expect(run('node_modules/typescript/bin/tsc', '-p', folder)).toEqual({ status: 0, out: '' })
})

test('the sample reads and saves', () => {
  const { dir, write } = tempRepo()
  write('resources/workspaces/devtools/OVERVIEW.md', '---\nname: DevTools\ndescription: One.\n---\n')
  const log = 'user/memory/workspaces/devtools/lessons.md'
  write(log, '# Lessons\n\n### [2026-01-02] Old\n\n**Category:** general\n\nIt was so.\n\n---\n')
  const program = SAMPLE.replaceAll("cwd: '.'", `cwd: ${JSON.stringify(dir)}`).replace(
    "'memkeep'",
    JSON.stringify(pathToFileURL(resolve('dist/index.js')).href),
  )
  const file = join(tempFolder(), 'sample.mjs')
  writeFileSync(file, program)
  expect(run(file)).toEqual({ status: 0, out: `2026-01-02 Old ${log}\n${log}:11\n` })
  expect(run(file).out).toContain('nothing needs to be saved')
})
