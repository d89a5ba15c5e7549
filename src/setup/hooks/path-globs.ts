/** `{scope}`, which may be several directories deep. */
const DEEP = '{scope}'

/**
 * The paths of a kind, as they are written for people, as globs: a name in braces is any name, several names are each of
 * them, what stands in brackets may be left out, and paths are parted by commas.
 */
export function pathGlobs(paths: string): readonly string[] {
  return paths.split(', ').flatMap(alternatives).map(asGlob)
}

/** An optional part in and out, and every one of several names. */
function alternatives(path: string): readonly string[] {
  const optional = /\[([^\]]*)\]/.exec(path)
  if (optional)
    return ['', optional[1] ?? ''].flatMap((part) => alternatives(path.replace(optional[0], part)))
  const names = /\{([^{},]+(?:,[^{},]+)+)\}/.exec(path)
  if (!names) return [path]
  return (names[1] ?? '').split(',').flatMap((name) => alternatives(path.replace(names[0], name)))
}

function asGlob(path: string): string {
  return path.replaceAll(DEEP, '**').replaceAll(/\{[^{}]+\}/g, '*')
}
