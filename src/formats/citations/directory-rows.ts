import { pathToken } from './path-token.ts'

/** A row of a drawn tree: the path that it means, and where its last name is. */
type Row = { readonly start: number; readonly target: string; readonly name: string }

const ROW = /^([│| \t\u00a0]*)(?:[├└]─*|[|`+\\]--+)[ \t\u00a0]+([^\s#←(]+)/

/** A tree of the user's folder, or of a machine. */
const ELSEWHERE = /^\s*(?:[~/$]|[A-Za-z]:[\\/])/

/**
 * The files and folders of a tree that is drawn with lines (`├── src/`), each with its path from the row at the top, or from the
 * root of the tree where that row is no folder.
 */
export function directoryRows(text: string): readonly Row[] {
  const rows: Row[] = []
  const open: { depth: number; name: string }[] = []
  let top = ''
  let isElsewhere = false
  let at = 0
  for (const line of text.split('\n')) {
    const [whole = '', indent = '', written = ''] = ROW.exec(line) ?? []
    if (whole === '') {
      const [, folder = ''] = /^([\w.@-]+(?:\/[\w.@-]+)*)\/\s*(?:#.*)?$/.exec(line.trimEnd()) ?? []
      if (folder !== '') top = folder
      if (line.trim() !== '') isElsewhere = ELSEWHERE.test(line)
      open.length = 0
    } else {
      const depth = indent.length
      while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) open.pop()
      const name = written.replace(/\/$/, '')
      const path = [top, ...open.map((one) => one.name), name]
        .filter((one) => one !== '' && one !== '.')
        .join('/')
      const target = written.endsWith('/') ? `${path}/` : path
      if (!isElsewhere && pathToken(target))
        rows.push({ start: at + whole.length - written.length, target, name: written })
      open.push({ depth, name })
    }
    at += line.length + 1
  }
  return rows
}
