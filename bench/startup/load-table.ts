import { markdownTable } from '../table.ts'
import type { Cost, LoadCosts } from './loads.ts'

/** Below this many milliseconds a module of Node is one of many that are not worth a line. */
const LITTLE_MS = 0.2

/** The costs of one scenario: with what V8 compiled before, and without. `bytes` gives the size of a file. */
export function loadTable(
  compiled: LoadCosts,
  plain: LoadCosts,
  bytes: (name: string) => number | null,
): string {
  const kb = (name: string): string => {
    const size = bytes(name)
    return size === null ? '' : String(Math.round(size / 1000))
  }
  const without = new Map(plain.costs.map((cost) => [cost.name, cost]))
  const files = compiled.costs.filter(({ isNode }) => !isNode)
  const modules = compiled.costs.filter(({ isNode }) => isNode).sort((a, b) => b.evaluateMs - a.evaluateMs)
  const [worth, little] = [modules.filter((one) => !isLittle(one)), modules.filter(isLittle)]
  const row = (cost: Cost): string[] => {
    const other = without.get(cost.name)
    const cached = cost.isCached ? kb(`${cost.name}.compiled`) : ''
    return [cost.name, kb(cost.name), cached, ms(cost.compileMs), ms(cost.evaluateMs), both(other)]
  }
  const littleMs = little.reduce((total, { evaluateMs }) => total + evaluateMs, 0)
  return markdownTable(
    ['loaded', 'KB', 'compiled KB', 'compile ms', 'evaluate ms', 'both without code cache ms'],
    [
      ...files.map(row),
      ...worth.map(row),
      [`${little.length} more modules of Node`, '', '', '', ms(littleMs), ''],
      ['**all of loading**', '', '', '', ms(compiled.loadMs), ms(plain.loadMs)],
      ["Node's own start, before", '', '', '', ms(compiled.startMs), ms(plain.startMs)],
      ['the work itself', '', '', '', ms(compiled.workMs), ms(plain.workMs)],
    ],
  )
}

function isLittle({ evaluateMs }: Cost): boolean {
  return evaluateMs < LITTLE_MS
}

function both(cost: Cost | undefined): string {
  return cost ? ms(cost.compileMs + cost.evaluateMs) : ''
}

function ms(value: number): string {
  return value.toFixed(1)
}
