import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { s } from 'hastscript'
import type { Element } from './element.ts'

use([BarChart, LineChart, GridComponent, MarkLineComponent, SVGRenderer])

/** A chart to draw: what it is called by who cannot see it, its size in CSS pixels, and echarts' options. */
type Chart = {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Untrusted texts of the drawing, which the options have only `placeholder`s for. */
  readonly texts?: readonly string[]
  readonly option: Parameters<ReturnType<typeof init>['setOption']>[0]
}

/** What echarts' SVG renderer draws, before it becomes text. */
type Drawn = {
  readonly tag: string
  readonly attrs: { readonly [name: string]: string | number | boolean | undefined }
  readonly children?: readonly Drawn[]
  readonly text?: string
}

/** What of a drawing goes into the page: no styles, which the page's policy forbids, and no names that count up. */
const KEPT =
  /^(d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|width|height|points|transform|opacity|(fill|stroke)(-[a-z]+)?|text-anchor|dominant-baseline)$/

/**
 * A chart as SVG. The drawing is taken as a tree, since echarts' own text leaves attributes unescaped; colours are
 * custom properties of the page, so that it fits both themes.
 */
export function chart({ name, width, height, texts = [], option }: Chart): Element {
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width, height })
  drawing.setOption({ animation: false, ...option })
  const { painter } = drawing.getZr()
  if (!canDraw(painter)) throw new TypeError('Unexpected painter of echarts, expected its SVG renderer')
  const { children = [] } = painter.renderToVNode({ compress: true })
  drawing.dispose()
  return s(
    'svg',
    { className: 'chart', role: 'img', ariaLabel: name, viewBox: `0 0 ${width} ${height}`, width, height },
    children.filter(({ tag }) => tag !== 'defs').map((child) => toElement(child, texts)),
  )
}

/**
 * Stands for the text of this number in a chart's options. What echarts measures, it keeps in plain objects, where a text
 * such as `__proto__` changes every object there is: it gets no text that it was not written for.
 */
export function placeholder(number: number): string {
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
