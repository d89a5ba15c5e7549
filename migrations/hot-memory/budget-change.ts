import { applyEdits, type Edit } from '../../src/core/edit.ts'
import type { FileChange, TextFile } from '../../src/core/migration.ts'
import { lineStarts } from '../../src/core/place.ts'
import type { Settings } from '../../src/core/settings.ts'
import { budgetComment, budgetInsertion } from '../../src/formats/budget-comment.ts'
import { frontMatterForm, loadsAlways } from '../../src/formats/rule-file.ts'
import { readDocument } from '../reading/read-document.ts'
import { hotLimits } from './hot-limits.ts'

/** A change, a reason why a person has to look, or nothing to do. */
type Budgeted =
  | { readonly edit: Edit; readonly change: FileChange }
  | { readonly what: string; readonly line: number }
  | null

/**
 * Declares the budget of a rule that has none. One that is longer than its budget is left: a declaration would turn
 * what is worth a look into an error that stops every commit.
 */
export function budgetChange({ path, text, kind }: TextFile, settings: Settings): Budgeted {
  const document = readDocument(text, settings, frontMatterForm(path))
  if ('refused' in document) return { what: document.refused, line: document.line }
  if (kind === 'agent-file' && !loadsAlways(document.frontMatter?.fields ?? null)) return null
  if (budgetComment(document)) return null
  const budget = hotLimits(settings).budgetOf(path)
  const edit = budgetInsertion(document, budget)
  const lines = lineCount(applyEdits(text, [edit]))
  if (lines > budget) {
    return {
      line: 1,
      what: `With a budget it would have ${lines} lines, and a file of this name may have ${budget}. Move what few conversations need into workspace memory, then declare \`<!-- budget: ${budget} lines -->\` at its top.`,
    }
  }
  const evidence = { kind: 'path', path } as const
  return {
    edit,
    change: {
      path,
      kind: 'edit',
      edits: [edit],
      values: [{ field: 'budget', value: `${budget} lines`, evidence }],
    },
  }
}

/** Lines as an editor counts them. */
export function lineCount(text: string): number {
  const starts = lineStarts(text)
  return starts.at(-1) === text.length ? starts.length - 1 : starts.length
}
