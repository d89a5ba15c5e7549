import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A source file: its path from the root of its project, with slashes, and its text. */
export type SourceFile = { readonly path: string; readonly text: string }

const FOLDERS = ['src', 'migrations']
const GENERATED = /^\/\/ Generated .*do not edit/

/** The TypeScript sources of a project that people write: without generated files. */
export function readSources(root: string): SourceFile[] {
  return FOLDERS.flatMap((folder) => typeScriptIn(root, folder))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !GENERATED.test(text))
}

/** How many files with tests a project has. */
export function countTestFiles(root: string): number {
  return typeScriptIn(root, 'test').filter((path) => path.endsWith('.test.ts')).length
}

function typeScriptIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort()
}
