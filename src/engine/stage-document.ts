import type { Document } from '../core/document.ts'
import type { FileContent } from '../core/snapshot.ts'
import type { ClaimedFile } from './claims.ts'
import type { StageInput } from './document-stage.ts'

/** What a file holds. */
export type ReadContent = Exclude<FileContent, { readonly failure: string }>

/** Loads the document stage ahead of the first file. */
export const loadStage = (): Promise<typeof import('./document-stage.ts')> => import('./document-stage.ts')

/** Takes one claimed file through the document stage, which is loaded when the first file needs it. `rules` are the shared ones. */
export async function stageDocument(
  { file, layout, claim }: ClaimedFile,
  content: ReadContent,
  options: Pick<StageInput, 'rules' | 'settings' | 'parser'>,
): Promise<Document> {
  const { documentStage } = await loadStage()
  const { settings, parser } = options
  const rules = [...options.rules, ...layout.rules]
  return documentStage({ path: file.path, ...content, layout, claim, rules, settings, parser })
}
