import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent } from 'echarts/components'
import { type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { s } from 'hastscript'
import type { LogSize, Tally } from '../../core/memory-overview.ts'
import { type Element, grouped } from './elements.ts'

use([BarChart, LineChart, GridComponent, MarkLineComponent, SVGRenderer])

/** A chart to draw: its name for screen readers, its size in CSS pixels, and echarts' options. */
type Chart = {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Untrusted texts of the drawing; the options have only a `placeholder` for each. */
  readonly texts?: readonly string[]
  readonly option: EChartsCoreOption
}

/** What echarts' SVG renderer draws, before it becomes text. */
type Drawn = {
  readonly tag: string
  readonly attrs: { readonly [name: string]: string | number | boolean | undefined }
  readonly children?: readonly Drawn[]
  readonly text?: string
}

/** Attributes that go into the page: no styles, which its policy forbids, and no generated ids. */
const KEPT =
  /^(d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|width|height|points|transform|opacity|(fill|stroke)(-[a-z]+)?|text-anchor|dominant-baseline)$/

/**
 * A chart as SVG. The drawing is taken as a tree, since echarts' own text leaves attributes unescaped; colours are
 * custom properties of the page, so that it fits both themes.
 */
function chart({ name, width, height, texts = [], option }: Chart): Element {
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height })
  drawing.setOption({ animation: false, ...option })
  const { painter } = drawing.getZr()
  if (!canDraw(painter)) throw new TypeError('echarts did not choose its SVG renderer')
  const { children = [] } = painter.renderToVNode({ compress: true })
  drawing.dispose()
  return s(
    'svg',
    { className: 'chart', role: 'img', ariaLabel: name, viewBox: `0 0 ${width} ${height}`, width, height },
    children.filter(({ tag }) => tag !== 'defs').map((child) => toElement(child, texts)),
  )
}

/**
 * The placeholder of text `number` in a chart's options. echarts caches texts as keys of plain objects, where an untrusted
 * text such as `__proto__` would change every object.
 */
function placeholder(number: number): string {
  return `#${number}`
}

function canDraw(painter: object): painter is { renderToVNode: (options: object) => Drawn } {
  return 'renderToVNode' in painter
}

function toElement({ tag, attrs, children = [], text = '' }: Drawn, texts: readonly string[]): Element {
  const kept = Object.entries(attrs).filter(([name]) => KEPT.test(name))
  const size = /(?:^|;)font-size:(\d+)px/.exec(String(attrs.style))?.[1]
  const font = size === undefined ? {} : { fontSize: size }
  return s(tag, { ...Object.fromEntries(kept), ...font }, [
    texts[Number(/^#(\d+)$/.exec(text)?.[1])] ?? text,
    ...children.map((child) => toElement(child, texts)),
  ])
}

/** A bar: its label and its counts, one for each colour, end to end. */
type Bar = { readonly label: string; readonly counts: readonly number[] }

/** Bars under each other. */
type Bars = {
  readonly name: string
  readonly bars: readonly Bar[]
  /** Custom properties of the page, one for each count. */
  readonly colors: readonly string[]
}

const ROW_HEIGHT = 24
/** Characters of a label at its bar; the table below the chart has the whole label. */
const LABEL_LENGTH = 18

/** Horizontal bars with their labels on the left and their sums at their ends. */
export function barsChart({ name, bars, colors }: Bars): Element {
  const sums = bars.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))
  const text = { color: 'var(--ink)', fontSize: 12 }
  return chart({
    name,
    width: 340,
    height: bars.length * ROW_HEIGHT + 8,
    texts: bars.map(({ label }) => shortLabel(label)),
    option: {
      grid: { left: 150, right: 44, top: 4, bottom: 4 },
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

function shortLabel(label: string): string {
  const characters = [...label]
  return characters.length > LABEL_LENGTH ? `${characters.slice(0, LABEL_LENGTH - 1).join('')}…` : label
}

const AXIS_LABEL = { color: 'var(--soft)', fontSize: 11 }
const AXIS_LINE = { lineStyle: { color: 'var(--line)' } }

/** How a log has grown, month by month, and its threshold; `points` are its sizes at months' ends. */
export function logChart({ path, items, most }: LogSize, points: readonly Tally[]): Element {
  return lineChart({
    name: `Entries over time of ${path}: ${grouped(items)} now, threshold ${grouped(most)}`,
    points,
    threshold: most,
    color: items > most ? 'var(--amber)' : 'var(--accent)',
  })
}

/** A line over counts that follow each other, which are named below the first and the last. */
type Line = {
  readonly name: string
  readonly points: readonly Tally[]
  readonly color: string
  readonly threshold?: number
}

export function lineChart({ name, points, color, threshold }: Line): Element {
  const sizes = points.map(({ count }) => count)
  const last = points.length - 1
  return chart({
    name,
    width: 340,
    height: 170,
    texts: points.map((point) => point.name),
    option: {
      grid: { left: 44, right: 14, top: 18, bottom: 26 },
      xAxis: {
        type: 'category',
        boundaryGap: sizes.length < 2,
        data: points.map((_, index) => placeholder(index)),
        axisLine: AXIS_LINE,
        axisTick: { show: false },
        axisLabel: {
          ...AXIS_LABEL,
          interval: (index: number) => index === 0 || index === last,
          ...(last > 0 ? { alignMinLabel: 'left', alignMaxLabel: 'right' } : {}),
        },
      },
      yAxis: {
        type: 'value',
        min: 0,
        max: Math.ceil(Math.max(1, threshold ?? 0, ...sizes) * 1.15),
        splitNumber: 3,
        splitLine: AXIS_LINE,
        axisLabel: { ...AXIS_LABEL, showMaxLabel: false, formatter: (value: number) => grouped(value) },
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
          ...(threshold !== undefined && { markLine: thresholdLine(threshold) }),
        },
      ],
    },
  })
}

function thresholdLine(most: number) {
  return {
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
}

/** The most months in a chart; where a log spans more, empty months are left out. */
const MOST_MONTHS = 600

/** The number of items in a log at the end of each month. Items without a date count from the start. */
export function logPoints({ items, months }: LogSize): Tally[] {
  const dated = months.filter(({ name }) => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(name))
  const counts = new Map<string, number>()
  for (const { name, count } of dated) counts.set(name, (counts.get(name) ?? 0) + count)
  let size = Math.max(0, items - dated.reduce((sum, { count }) => sum + count, 0))
  return monthsBetween([...counts.keys()].sort()).map((name) => {
    size += counts.get(name) ?? 0
    return { name, count: size }
  })
}

function monthsBetween(names: readonly string[]): readonly string[] {
  const [first, last] = [names[0], names.at(-1)].map((name) => (name === undefined ? 0 : monthNumber(name)))
  if (first === undefined || last === undefined || names.length === 0) return []
  if (last - first >= MOST_MONTHS) return names
  return Array.from({ length: last - first + 1 }, (_, i) => monthName(first + i))
}

function monthNumber(name: string): number {
  return Number(name.slice(0, 4)) * 12 + Number(name.slice(5)) - 1
}

function monthName(number: number): string {
  const year = String(Math.floor(number / 12)).padStart(4, '0')
  return `${year}-${String((number % 12) + 1).padStart(2, '0')}`
}
