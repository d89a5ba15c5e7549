import type { ForPerson, TextFile, UnreadFile } from '../../core/migration.ts'
import type { Settings } from '../../core/settings.ts'
import type { FileContent, FileMode, Snapshot } from '../../core/snapshot.ts'
import { decodeText, refusalOf } from '../../formats/decode-text.ts'
import { type Claiming, claimFiles } from '../documents/claims.ts'

/** A file that a migration may ask for. */
export type Candidate = { readonly file: UnreadFile; readonly mode: FileMode; readonly isLinkKind: boolean }

/** Every file of a snapshot with its layout and kind, in order of paths; without submodules. */
export function candidates(snapshot: Snapshot, claiming: Claiming): readonly Candidate[] {
  const claimed = new Map(claimFiles(snapshot, claiming).map((one) => [one.file.path, one]))
  return [...snapshot.files.values()].flatMap(({ path, mode }) => {
    if (mode === 'submodule') return []
    const one = claimed.get(path)
    if (!one) return [{ file: { path, layout: '', kind: '', scope: '' }, mode, isLinkKind: false }]
    const { layout, claim } = one
    const isLinkKind = layout.kinds.find(({ id }) => id === claim.kind)?.format === 'link'
    return [{ file: { path, layout: layout.id, ...claim }, mode, isLinkKind }]
  })
}

/** Files with their texts, and those that could not be read. */
export type ReadFiles = { readonly files: readonly TextFile[]; readonly unread: readonly ForPerson[] }

/**
 * Reads what a migration wants, whole and as it is. A symlink is given by its target where the kind consists of
 * symlinks; no other symlink is followed.
 */
export async function readWanted(
  snapshot: Snapshot,
  wanted: readonly Candidate[],
  { limits }: Settings,
): Promise<ReadFiles> {
  const files: TextFile[] = []
  const unread: ForPerson[] = []
  const contents = await snapshot.read(wanted.map(({ file }) => file.path))
  for (const one of wanted) {
    const read = textOf(one, contents.get(one.file.path), limits.fileBytes)
    if (typeof read === 'string') files.push({ ...one.file, text: read })
    else unread.push({ path: one.file.path, ...read })
  }
  return { files, unread }
}

function textOf(
  { mode, isLinkKind }: Candidate,
  content: FileContent | undefined,
  mostBytes: number,
): string | Omit<ForPerson, 'path'> {
  if ((mode === 'link') !== isLinkKind) {
    const what = isLinkKind ? 'it is no symlink' : 'it is a symlink, which is not followed'
    return { line: 1, what: `left: ${what}` }
  }
  if (!content || 'failure' in content)
    return { line: 1, what: `left: ${content?.failure ?? 'it was not read'}` }
  if (content.bytes.length > mostBytes) {
    return { line: 1, what: `left: it is too large to be read (${content.bytes.length} bytes)` }
  }
  const decoded = decodeText(content.bytes)
  if (!('problem' in decoded)) return decoded.text
  const { refused, line } = refusalOf(decoded.problem)
  return { line, what: `left: ${refused}` }
}
