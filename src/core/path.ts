/** The folder part of a path with `/`; '' at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Steps that name no file or folder, and backslashes. */
const STEPS = /(?:^|\/)\.{0,2}(?:\/|$)|\\/

/** The path that a link's target names, relative to the repository root; null when it leaves the repository. */
export function resolveTarget(linkPath: string, target: string): string | null {
  if (target.startsWith('/') || /^[A-Za-z]:/.test(target)) return null
  const folder = folderOf(linkPath)
  if (!STEPS.test(target)) return folder === '' ? target : `${folder}/${target}`
  const steps = folder === '' ? [] : folder.split('/')
  for (const step of target.split(/[/\\]/)) {
    if (step === '' || step === '.') continue
    if (step !== '..') steps.push(step)
    else if (steps.pop() === undefined) return null
  }
  return steps.join('/')
}

/** So many folders above a file are looked at one by one, and the root. */
const MOST_FOLDERS = 64

/** A path, and one of the same name in every folder above its own, the root first: a link may count from any of them. */
export function pathsUpward(path: string): string[] {
  const own = folderOf(path)
  if (own === '') return [path]
  const name = path.slice(own.length + 1)
  const above: string[] = []
  for (let at = folderOf(own); at !== '' && above.length < MOST_FOLDERS; at = folderOf(at))
    above.push(`${at}/${name}`)
  return [path, name, ...above.reverse()]
}

/** The target of a link at `linkPath` that shall lead to `path`: relative, with `/`. */
export function relativeTarget(linkPath: string, path: string): string {
  const from = linkPath.split('/').slice(0, -1)
  const to = path.split('/')
  let shared = 0
  while (shared < from.length && from[shared] === to[shared]) shared += 1
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}

/** A path as the start of a pattern of `.gitattributes` that fits nothing else: wildcards, `!` and `[attr]` are only themselves. */
export function literalPattern(path: string): string {
  return path.replace(/[\\*?[]|^!/g, '\\$&')
}

/** A path as file systems compare it that do not count case and the form of accents: Windows and macOS do so by default. */
export function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
