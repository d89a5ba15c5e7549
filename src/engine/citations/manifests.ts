import type { Citation } from '../../core/citation.ts'
import type { Document, Memory } from '../../core/document.ts'
import type { FileListing } from '../../core/snapshot.ts'
import { manifestKind } from '../../formats/citations/manifest-scripts.ts'

/** A citation of a script, and the document that it is in. */
export type CitedScript = { readonly document: Document; readonly citation: Citation }

/** The paths of the manifests that have scripts, in order. */
export function manifestsIn(files: FileListing): readonly string[] {
  return files.manifests?.() ?? [...files.keys()].filter((path) => manifestKind(path) !== null)
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
