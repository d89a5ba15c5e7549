import type { World } from './world.ts'

/** Stages chosen hunks of a file, as `git add -p` does; null when it has none. */
export async function stageSomeHunks({ sandbox, git, random }: World, path: string): Promise<string | null> {
  const args = ['diff', '--no-color', '--no-ext-diff', '--unified=0', '--no-renames', '--', path]
  const { head, hunks } = splitDiff((await sandbox.git(args)).toString())
  if (hunks.length === 0 || /^(deleted|new) file/m.test(head)) return null
  const chosen = random.some(hunks)
  await git(['apply', '--cached', '--unidiff-zero', '-'], { input: head + chosen.join('') })
  return `${path}, ${chosen.length} of ${hunks.length} hunks`
}

function splitDiff(diff: string): { head: string; hunks: string[] } {
  const [head = '', ...hunks] = diff.split(/^(?=@@ )/m)
  return { head, hunks }
}
