import type { Refusal, TriedPlan } from '../../../../core/operation.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import type { Source } from '../../../../core/source.ts'
import { lineAt } from '../../../../core/text.ts'
import { differenceFault } from './difference-fault.ts'
import { entryText } from './entry.ts'
import { findingFault } from './finding-fault.ts'
import type { Saved } from './read-back.ts'
import { structureFault } from './structure-fault.ts'

/**
 * Reads a saved log back: it must hold the entries that it held, and exactly the one that was saved, and the check must have
 * nothing new to say of that. Else says what stands in the way, and how to say it instead.
 */
export function reviewSave(saved: Saved, tried: TriedPlan): Refusal | null {
  const source = tried.sources.get(saved.path)
  if (!source?.markdown) return unread(saved, source)
  const { start } = saved
  const lines = entryText(saved.entry).split('\n').length
  const first = lineAt(source.starts, start)
  const end = source.starts[first - 1 + lines] ?? source.text.length
  const back = { ...saved, tried, source, range: { start, end }, first, last: first + lines - 1 }
  const { markdown } = source
  return structureFault(back, markdown) ?? findingFault(back) ?? differenceFault(back)
}

function unread({ path }: Saved, source: Source | undefined): Refusal {
  const [problem] = source?.problems ?? []
  return {
    refusal: `With this entry ${safePath(path)} could not be read${problem ? `: ${safeText(problem.message)}` : ''}`,
    help: problem ? safeText(problem.help) : 'Write a shorter, simpler text.',
  }
}
