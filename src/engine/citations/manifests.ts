import type { Citation } from '../../core/citation.ts'
import type { Document, Memory } from '../../core/document.ts'
import type { FileListing } from '../../core/snapshot.ts'
import { manifestKind } from '../../formats/citations/manifest-scripts.ts'

/** A citation of a script, and the document that it is in. */
export type CitedScript = { readonly document: Document; readonly citation: Citation }

const known = new WeakMap<FileListing, readonly string[]>()

/** The paths of the manifests that have scripts, in order. Every part that cites a script asks: a listing is walked once. */
export function manifestsIn(files: FileListing): readonly string[] {
  if (files.manifests) return files.manifests()
  const found = known.get(files) ?? [...files.keys()].filter((path) => manifestKind(path) !== null)
  known.set(files, found)
  return found
}

/** The scripts that the documents of a memory cite. Its outcome depends on the manifests then, and its listing notes that. */
export function citedScripts({ documents, files }: Memory): readonly CitedScript[] {
  const cited = documents.flatMap((document) =>
    (document.citations ?? []).flatMap((citation) =>
      citation.kind === 'script' ? [{ document, citation }] : [],
    ),
  )
  if (cited.length > 0) manifestsIn(files)
  return cited
}
