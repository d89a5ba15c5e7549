import type { LogSize, Tally } from '../../core/memory-overview.ts'
import { chart } from './chart.ts'
import type { Element } from './element.ts'
import { grouped } from './grouped.ts'

const LABEL = { color: 'var(--soft)', fontSize: 11 }
const LINE = { lineStyle: { color: 'var(--line)' } }

/** How a log has grown, month by month, and the line that it must not cross; `points` are its sizes at months' ends. */
export function logChart({ path, items, most }: LogSize, points: readonly Tally[]): Element {
  const sizes = points.map(({ count }) => count)
  const mark = {
    silent: true,
    symbol: 'none',
    lineStyle: { color: 'var(--amber)', type: 'dashed', width: 1.5 },
    label: {
      formatter: `threshold ${grouped(most)}`,
      position: 'insideStartTop',
      color: 'var(--warning)',
      fontSize: 11,
    },
    data: [{ yAxis: most }],
  }
  const last = points.length - 1
  const color = items > most ? 'var(--amber)' : 'var(--accent)'
  return chart({
    name: `Entries over time of ${path}: ${grouped(items)} now, threshold ${grouped(most)}`,
    width: 340,
    height: 170,
    option: {
      grid: { left: 44, right: 14, top: 18, bottom: 26 },
      xAxis: {
        type: 'category',
        boundaryGap: sizes.length < 2,
        data: points.map(({ name }) => name),
        axisLine: LINE,
        axisTick: { show: false },
        axisLabel: {
          ...LABEL,
          interval: (index: number) => index === 0 || index === last,
          ...(last > 0 ? { alignMinLabel: 'left', alignMaxLabel: 'right' } : {}),
        },
      },
      yAxis: {
        type: 'value',
        min: 0,
        max: Math.ceil(Math.max(most, ...sizes) * 1.15),
        splitNumber: 3,
        splitLine: LINE,
        axisLabel: { ...LABEL, showMaxLabel: false, formatter: (value: number) => grouped(value) },
      },
      series: [
        {
          type: 'line',
          silent: true,
          clip: false,
          data: sizes,
          symbol: 'circle',
          symbolSize: 6,
          showSymbol: sizes.length < 2,
          itemStyle: { color },
          lineStyle: { color, width: 2 },
          areaStyle: { color, opacity: 0.14 },
          markLine: mark,
        },
      ],
    },
  })
}
