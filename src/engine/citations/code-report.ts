import { missingCitations, pathsIn } from '../../core/cited-paths.ts'
import type { Memory } from '../../core/document.ts'
import type { MemoryOverview } from '../../core/memory-overview.ts'
import type { CitationCounts, CodeReport } from '../../core/report.ts'
import { compareText } from '../../core/text.ts'
import type { OpenSnapshot } from '../../snapshot/project.ts'
import type { Questions } from '../context.ts'
import { commitsOf, compareWithCode } from './changed-since.ts'

type Asked = {
  readonly snapshot: OpenSnapshot
  readonly history: NonNullable<Questions['history']>
  readonly overviews: readonly MemoryOverview[]
}

/** So many statements are listed. */
const MOST = 10

/** What a memory says of the code around it, in numbers. Throws `UserError` when git fails. */
export async function codeReport(
  memories: readonly Memory[],
  { snapshot, history, overviews }: Asked,
): Promise<CodeReport> {
  const files = memories.flatMap(countsIn).sort(worstFirst)
  const { statements, unknown } = await compareWithCode(memories, { snapshot, history })
  return {
    files,
    agents: byAgent(files, overviews),
    changed: statements.slice(0, MOST).map((one) => ({
      path: one.path,
      line: one.line,
      text: one.words,
      written: one.written.date,
      commits: commitsOf(one),
      gone: one.gone.map(({ name }) => name),
    })),
    total: statements.length,
    ...(unknown !== undefined && { unknown }),
  }
}

function countsIn(memory: Memory): readonly CitationCounts[] {
  const missing = missingCitations(memory)
  return memory.documents.flatMap((document) => {
    const citations = pathsIn(document).length
    if (citations === 0) return []
    const dead = (memory.dead?.get(document.path) ?? []).filter(({ citation }) => citation.kind === 'path')
    const away = missing.filter((one) => one.document === document).length
    const moved = dead.filter(({ now }) => now !== undefined).length
    const gone = dead.length - moved
    return [
      { name: document.path, citations, held: citations - away, moved, gone, unproven: away - dead.length },
    ]
  })
}

function worstFirst(a: CitationCounts, b: CitationCounts): number {
  return b.moved + b.gone - a.moved - a.gone || b.citations - a.citations || compareText(a.name, b.name)
}

/** The sums over all files that an agent loads by itself. */
function byAgent(
  files: readonly CitationCounts[],
  overviews: readonly MemoryOverview[],
): readonly CitationCounts[] {
  const loaded = new Map<string, Set<string>>()
  for (const { agent, files: some } of overviews.flatMap(({ loads = [] }) => loads)) {
    const paths = loaded.get(agent) ?? new Set()
    for (const { path } of some) paths.add(path)
    loaded.set(agent, paths)
  }
  return [...loaded].flatMap(([name, paths]) => {
    const own = files.filter((one) => paths.has(one.name))
    if (own.length === 0) return []
    const sum = (count: (one: CitationCounts) => number): number =>
      own.reduce((all, one) => all + count(one), 0)
    return [
      {
        name,
        citations: sum((one) => one.citations),
        held: sum((one) => one.held),
        moved: sum((one) => one.moved),
        gone: sum((one) => one.gone),
        unproven: sum((one) => one.unproven),
      },
    ]
  })
}
