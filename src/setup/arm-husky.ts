import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { folderNames } from '../fs/folder-names.ts'
import { isThere } from '../fs/is-there.ts'
import { resolveInside } from '../fs/path-guard.ts'
import { readFiles } from '../fs/read-files.ts'
import { removeEmptyFolders } from '../fs/remove-empty-folders.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { runProgram } from '../git/run-program.ts'
import { HUSKY_FILES } from './managers/husky-files.ts'

const TIME_LIMIT = 30_000

/** True when husky's own files are in a work tree: git ignores them, so every work tree needs its own. */
export function isArmed(top: string, folder: string): boolean {
  return ['h', 'pre-commit'].every((name) => isThere(join(top, folder, '_', name)))
}

/**
 * Lets husky write its files in a work tree, and set `core.hooksPath` for all of them. Gives null, or why it could not.
 */
export async function armHusky(top: string, folder: string): Promise<string | null> {
  // Husky writes through links.
  for (const path of HUSKY_FILES.map((name) => `${folder}/_/${name}`)) {
    const guarded = resolveInside(top, path)
    if ('refused' in guarded) return `${path}: ${guarded.refused}`
  }
  const husky = join(dirname(createRequire(import.meta.url).resolve('husky')), 'bin.js')
  // Whoever asks for hooks wants them set up, even where HUSKY=0 keeps them from running.
  const { code, output } = await runProgram(process.execPath, [husky, folder], {
    cwd: top,
    env: { HUSKY: undefined, NODE_OPTIONS: undefined },
    milliseconds: TIME_LIMIT,
  })
  if (code === 0 && output.trim() === '' && isArmed(top, folder)) return null
  return output.trim() || 'husky did not write its files'
}

/** Removes husky's own files from a work tree; null, or why not. Where anything else is among them, all stay. */
export async function disarmHusky(top: string, folder: string): Promise<string | null> {
  const own = `${folder}/_`
  const names = folderNames(join(top, own))
  if (names.some((name) => !HUSKY_FILES.includes(name))) return `${own} has files in it that are not husky's`
  const paths = names.map((name) => `${own}/${name}`)
  const contents = await readFiles(top, paths)
  const expected = new Map([...contents].map(([path, read]) => [path, 'bytes' in read ? read.bytes : null]))
  const plan = new Map(paths.map((path) => [path, { kind: 'delete' } as const]))
  const { refused } = applyWritePlan(top, plan, expected)
  removeEmptyFolders(top, own)
  return refused[0] ? `${refused[0].path}: ${refused[0].reason}` : null
}
