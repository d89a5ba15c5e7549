import type { Document } from '../../../core/document.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { compareText, WHOLE_FILE } from '../../../core/text.ts'
import { hotFiles, isNearBudget } from '../hot-memory.ts'
import { workspaceSettings } from '../settings.ts'

/** All hot files together keep within the total; each rule counts once, however many agents link to it. */
export const hotTotal: MemoryRule = {
  id: 'hot-total',
  summary: 'All hot memory together keeps within 300 lines and 3,000 tokens.',
  why: 'Hot memory is loaded whole into every conversation. Past its total it crowds out the task, and what comes last is read with the least attention. Files of an agent with `alwaysApply: false`, or with `globs` alone, do not count: few conversations load them.',
  howToFix:
    'Move the least universal items into workspace memory, starting with the costliest file. `hot.lines` and `hot.tokens` in memkeep.yaml move the limits.',
  severity: 'error',
  severities: ['error', 'warning'],
  fixable: false,
  example: { bad: 'hot memory of 340 lines in 6 files\n', good: 'hot memory of 240 lines in 5 files\n' },
  kinds: ['hot-rule', 'agent-file'],
  subject: 'memory',
  check: (memory, report) => {
    const { hot } = workspaceSettings(memory.settings)
    const files = hotFiles(memory)
    const measures = [measure(files, 'lines', hot.lines), measure(files, 'tokens', hot.tokens)]
    const over = measures.filter(({ sum, most }) => sum > most)
    const named = over.length > 0 ? over : measures.filter(({ sum, most }) => isNearBudget(sum, most))
    if (named.length === 0) return
    report('.', {
      place: WHOLE_FILE,
      severity: over.length > 0 ? 'error' : 'warning',
      message: message(files, named, over),
      help: 'Move the least universal items into workspace memory, starting with the costliest file.',
    })
  },
}

/** How many files a list names. */
const NAMED = 3

type Unit = 'lines' | 'tokens'

type Measure = { readonly unit: Unit; readonly sum: number; readonly most: number }

function measure(files: readonly Document[], unit: Unit, most: number): Measure {
  return { unit, most, sum: files.reduce((sum, file) => sum + file[unit], 0) }
}

function message(files: readonly Document[], named: readonly Measure[], over: readonly Measure[]): string {
  const what = `${named.map(shown).join(' and ')}, most of all ${costliest(files, named.at(-1)?.unit ?? 'tokens')}`
  if (over.length === 0) return `Hot memory is nearly full: ${what}`
  return `Hot memory is over its limit: ${what}; loaded last and so read least: ${fallenOff(files, over)}`
}

function shown({ unit, sum, most }: Measure): string {
  return `${unit === 'tokens' ? 'about ' : ''}${sum} ${unit} (at most ${most})`
}

function costliest(files: readonly Document[], unit: Unit): string {
  const sorted = [...files].sort((a, b) => b[unit] - a[unit] || compareText(a.path, b.path))
  return cut(sorted.map((file) => `${file.path} (${file[unit]} ${unit})`))
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
