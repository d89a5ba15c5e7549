import { dirname } from 'node:path'
import type { CommitForm } from './commit-form.ts'
import type { Picture } from './picture.ts'
import type { Random } from './random.ts'

/** Chooses a way to commit that git accepts in this state. */
export function chooseForm(random: Random, { head, index, intended, work }: Picture): CommitForm {
  const kind = random.pick(['plain', 'plain', 'all', 'include', 'only', 'only'] as const)
  const tracked = [...index.keys(), ...intended, ...(kind === 'only' ? head.keys() : [])]
  const candidates = [...new Set(tracked)].sort()
  const takesPaths = kind === 'include' || kind === 'only'
  const base = {
    amend: head.size > 0 && random.chance(0.12),
    allowEmpty: random.chance(0.85),
    abort: random.pick(['message', 'editor', ...Array.from({ length: 14 }, () => null)] as const),
    cwd: random.chance(0.25) ? random.pick(foldersOf([...work.keys(), 'file'])) : '',
  }
  if (takesPaths && candidates.length === 0) return { ...base, kind: 'plain', paths: [] }
  return { ...base, kind, paths: takesPaths ? choosePaths(random, candidates) : [] }
}

/** Some files, or one folder. */
function choosePaths(random: Random, candidates: readonly string[]): string[] {
  if (random.chance(0.8)) return random.some(candidates)
  const folders = foldersOf(candidates).filter((folder) => folder !== '')
  return folders.length > 0 ? [random.pick(folders)] : random.some(candidates)
}

function foldersOf(paths: readonly string[]): string[] {
  const all = paths.flatMap((path) => {
    const folder = dirname(path)
    return folder === '.' ? [''] : folder.split('/').map((_, end, parts) => parts.slice(0, end + 1).join('/'))
  })
  return [...new Set(all)].sort()
}
