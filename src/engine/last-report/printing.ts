import type { PartSum } from '../../cache/last-report.ts'
import type { PrintedBlock, PrintedText } from '../../cache/printed-text.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Earlier } from '../context.ts'
import type { JudgedParts } from '../parts/outcome.ts'

/** The findings as they are printed for people, kept for the next run. */
export type Printing = {
  /** Null unless exactly this was printed last; `form` names how. */
  readonly get: (form: string) => string | null
  /** What of the last listing is printed again as it was, where all other findings were made now; else null. */
  readonly copyable: (form: string) => Copyable | null
  /** Keeps what is printed: blocks that were copied, and new ones. */
  readonly put: (form: string, blocks: readonly PrintedBlock[]) => void
}

type Copyable = { readonly blocks: readonly PrintedBlock[]; readonly others: readonly Diagnostic[] }

/** What was reported, and what of it was judged now. */
type Reported = {
  /** At least the parts that were judged. */
  readonly parts: () => readonly PartSum[]
  /** Findings of no part; null where not all findings of the parts are reported. */
  readonly besides: readonly Diagnostic[] | null
  readonly now?: JudgedParts | undefined
  /** The parts that were not judged now. */
  readonly others?: readonly PartSum[]
  readonly since?: Earlier | null
}

/** Opens what is kept of a printed report. */
export function openPrinting(text: PrintedText, reported: Reported): Printing {
  const { parts, besides, now, others = [], since } = reported
  return {
    get: text.get,
    copyable: (form) => {
      if (!now || !since) return null
      const isOther = new Set(others.map(([name]) => name))
      const isKept = (part: string): boolean => isOther.has(part)
      const blocks = text.before(form).filter(({ parts: of = [] }) => of.length === 0 || of.some(isKept))
      const taken = new Set([...since.changed, ...now.diagnostics.map(({ path }) => path)])
      const areWhole = blocks.every(
        ({ path, parts: of = [] }) => of.length > 0 && of.every(isKept) && !taken.has(path),
      )
      return areWhole && blocks.length > 0 ? { blocks, others: now.diagnostics } : null
    },
    put: (form, blocks) => {
      const isCopy = blocks.some(({ parts: of }) => of)
      const names = besides && partNames(isCopy ? (now?.parts ?? []) : parts(), besides)
      text.put(
        form,
        blocks.map((block) => ({ parts: [...(names?.get(block.path) ?? [])], ...block })),
      )
    },
  }
}

/** The name of no part. */
const NO_PART = ''

/** The parts that have findings of a file, by its path. */
function partNames(
  parts: readonly PartSum[],
  besides: readonly Diagnostic[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  const add = (path: string, name: string): void => {
    names.set(path, (names.get(path) ?? new Set()).add(name))
  }
  for (const [name, , , , found] of parts) for (const { path } of found?.diagnostics() ?? []) add(path, name)
  for (const { path } of besides) add(path, NO_PART)
  return names
}
