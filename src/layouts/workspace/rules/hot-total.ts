import type { Document } from '../../../core/document.ts'
import { compareText } from '../../../core/edit.ts'
import { WHOLE_FILE } from '../../../core/place.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { hotFiles, isNearly } from '../hot-memory.ts'
import { workspaceSettings } from '../settings.ts'

/** All hot files together keep within the total; each rule counts once, however many agents link to it. */
export const hotTotal: MemoryRule = {
  id: 'hot-total',
  summary: 'All hot memory together keeps within 300 lines and 3,000 tokens.',
  why: 'Hot memory is loaded whole into every conversation. Past its total it crowds out the task, and what comes last is read with the least attention.',
  mend: 'Move the least universal items into workspace memory, starting with the costliest file. `hot.lines` and `hot.tokens` in memkeep.yaml move the limits.',
  severity: 'error',
  fixable: false,
  example: { bad: 'hot memory of 340 lines in 6 files\n', good: 'hot memory of 240 lines in 5 files\n' },
  kinds: ['hot-rule', 'agent-file'],
  subject: 'memory',
  check: (memory, report) => {
    const { hot } = workspaceSettings(memory.settings)
    const files = hotFiles(memory)
    const lines = measure(files, 'lines', hot.lines)
    const tokens = measure(files, 'tokens', hot.tokens)
    const measures = [lines, tokens].filter(({ sum, most }) => isNearly(sum, most))
    if (measures.length === 0) return
    const isOver = measures.some(({ sum, most }) => sum > most)
    const fallen = isOver ? `. What falls off: ${fallenOff(files, [lines, tokens])}` : ''
    report('.', {
      place: WHOLE_FILE,
      severity: isOver ? 'error' : 'warning',
      message: `${isOver ? 'Unexpected hot memory of' : 'Hot memory is nearly full:'} ${shown(lines)} and about ${shown(tokens)}. By cost: ${byCost(files)}${fallen}`,
      help: 'Move the least universal items into workspace memory, starting with the costliest file.',
    })
  },
}

/** How many files a list names. */
const NAMED = 10

type Unit = 'lines' | 'tokens'

type Measure = { readonly unit: Unit; readonly sum: number; readonly most: number }

function measure(files: readonly Document[], unit: Unit, most: number): Measure {
  return { unit, most, sum: files.reduce((sum, file) => sum + file[unit], 0) }
}

function shown({ unit, sum, most }: Measure): string {
  return `${sum} ${unit} (at most ${most})`
}

function byCost(files: readonly Document[]): string {
  const sorted = [...files].sort(
    (a, b) => b.tokens - a.tokens || b.lines - a.lines || compareText(a.path, b.path),
  )
  return cut(sorted.map(({ path, lines, tokens }) => `${path} (${lines} lines, ${tokens} tokens)`))
}

/** Files from the one on at which a limit is passed, in the order in which they are loaded: that of their paths. */
function fallenOff(files: readonly Document[], measures: readonly Measure[]): string {
  const used = { lines: 0, tokens: 0 }
  const names: string[] = []
  for (const file of files) {
    const before = { ...used }
    used.lines += file.lines
    used.tokens += file.tokens
    if (measures.every(({ unit, most }) => used[unit] <= most)) continue
    const isInPart = measures.every(({ unit, most }) => before[unit] < most)
    names.push(isInPart ? `${file.path} in part` : file.path)
  }
  return cut(names)
}

function cut(names: readonly string[]): string {
  const more = names.length > NAMED ? [`${names.length - NAMED} more`] : []
  return [...names.slice(0, NAMED), ...more].join(', ')
}
