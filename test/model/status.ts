import { type Picture, stagedEntry } from './picture.ts'
import type { Sandbox } from './sandbox.ts'

/** Compares what git says about the state with what the picture says: git's own caches must be right too. */
export async function statusFaults(sandbox: Sandbox, picture: Picture): Promise<string[]> {
  // A file that is committed, and only intended to be added: its two letters are git's secret.
  if ([...picture.intended].some((path) => picture.head.has(path))) return []
  const args = ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames']
  const said = (await sandbox.git(args)).toString('utf8').split('\0').slice(0, -1).sort()
  const expected = expectedStatus(sandbox, picture)
  if (JSON.stringify(said) === JSON.stringify(expected)) return []
  return [`git status says ${JSON.stringify(said)}, expected ${JSON.stringify(expected)}`]
}

function expectedStatus(sandbox: Sandbox, { head, index, intended, work }: Picture): string[] {
  const paths = new Set([...head.keys(), ...index.keys(), ...intended, ...work.keys()])
  return [...paths]
    .flatMap((path) => {
      const bytes = work.get(path)
      const here = bytes && stagedEntry(bytes, sandbox)
      const [committed, staged] = [head.get(path), index.get(path)]
      const left = letter(committed, staged)
      if (intended.has(path)) return [`${left}${here ? 'A' : 'D'} ${path}`]
      const untracked = here && !staged ? [`?? ${path}`] : []
      const right = staged ? letter(staged, here) : ' '
      return [...(left + right === '  ' ? [] : [`${left}${right} ${path}`]), ...untracked]
    })
    .sort()
}

function letter(before: string | undefined, after: string | undefined): string {
  if (before === after) return ' '
  return before === undefined ? 'A' : after === undefined ? 'D' : 'M'
}
