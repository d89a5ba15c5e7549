import { chart, placeholder } from './chart.ts'
import type { Element } from './element.ts'
import { grouped } from './grouped.ts'

/** A bar: its label and its counts, one for each colour, end to end. */
type Bar = { readonly label: string; readonly counts: readonly number[] }

/** Bars under each other. */
type Bars = {
  readonly name: string
  readonly bars: readonly Bar[]
  /** Custom properties of the page, one for each count. */
  readonly colors: readonly string[]
}

const ROW = 24
/** Characters of a label beside its bar; the table beside the chart has all of it. */
const LABEL = 18

/** Horizontal bars with their labels on the left and their sums at their ends. */
export function barsChart({ name, bars, colors }: Bars): Element {
  const sums = bars.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))
  const text = { color: 'var(--ink)', fontSize: 12 }
  return chart({
    name,
    width: 340,
    height: bars.length * ROW + 8,
    texts: bars.map(({ label }) => short(label)),
    option: {
      grid: { left: 122, right: 44, top: 4, bottom: 4 },
      xAxis: { type: 'value', show: false, max: Math.max(1, ...sums) },
      yAxis: {
        type: 'category',
        inverse: true,
        data: bars.map((_, index) => placeholder(index)),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { ...text, interval: 0 },
      },
      series: colors.map((color, part) => ({
        type: 'bar',
        silent: true,
        stack: 'all',
        barWidth: 12,
        itemStyle: { color, borderRadius: 2 },
        data: bars.map(({ counts }) => counts[part] ?? 0),
        label: {
          show: part === colors.length - 1,
          position: 'right',
          ...text,
          formatter: ({ dataIndex }: { dataIndex: number }) => grouped(sums[dataIndex] ?? 0),
        },
      })),
    },
  })
}

function short(label: string): string {
  const characters = [...label]
  return characters.length > LABEL ? `${characters.slice(0, LABEL - 1).join('')}…` : label
}
