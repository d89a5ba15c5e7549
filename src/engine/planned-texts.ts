import type { PlannedFile, WritePlan } from '../core/write-plan.ts'
import type { Expected } from '../fs/write-plan.ts'
import { textOfBytes } from '../snapshot/text-of-bytes.ts'

/** The texts of each planned file before and after; null for one that was not there, or is deleted. */
export type PlannedTexts = ReadonlyMap<
  string,
  { readonly before: string | null; readonly after: string | null }
>

/** What a plan changes, for people to look at: `before` gives the bytes that it was made for. */
export function plannedTexts(plan: WritePlan, before: Expected): PlannedTexts {
  return new Map(
    [...plan].map(([path, file]) => {
      const bytes = before.get(path)
      return [path, { before: bytes ? textOfBytes(bytes) : null, after: plannedText(file) }]
    }),
  )
}

/** The new text of a file, or a link's target; null for a deletion. */
export function plannedText(file: PlannedFile): string | null {
  return file.kind === 'text' ? file.text : file.kind === 'link' ? file.target : null
}
