import { ansiLines, type Run, type Style } from './ansi-lines.ts'

const CELL = 7.8
const LINE = 19
const SIZE = 13
const PADDING = 18
const BAR = 34

const BACKGROUND = '#0d1117'
const TEXT = '#e6edf3'
const DIM = '#9198a1'
const COLORS: { readonly [name: string]: string } = {
  black: '#6e7681',
  red: '#ff7b72',
  green: '#56d364',
  yellow: '#e3b341',
  blue: '#79c0ff',
  magenta: '#d2a8ff',
  cyan: '#76e3ea',
  white: '#ffffff',
}

/** A terminal with what programs printed in it, as an SVG. Every run has its place, whatever font the reader has. */
export function terminalSvg(output: string, title: string): string {
  const lines = ansiLines(output)
  const cells = Math.max(...lines.map((runs) => widthOf(runs)))
  const width = Math.ceil(cells * CELL + 2 * PADDING)
  const height = BAR + lines.length * LINE + PADDING
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (fill, i) => `<circle cx="${PADDING + 4 + i * 18}" cy="18" r="5" fill="${fill}"/>`,
  )
  return `${[
    '<!-- Made by `npm run pictures` from a run of the command: do not edit. -->',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${SIZE}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    ...dots,
    ...lines.flatMap((runs, i) => lineTexts(runs, BAR + (i + 1) * LINE - 6)),
    '</svg>',
  ].join('\n')}\n`
}

function lineTexts(runs: readonly Run[], y: number): string[] {
  let at = 0
  return runs.flatMap(({ text, style }) => {
    const start = at
    at += [...text].length
    // White space has nothing to show, and some viewers drop it at the start of a text.
    const lead = text.length - text.trimStart().length
    const seen = text.trim()
    if (seen === '') return []
    const x = round(PADDING + (start + lead) * CELL)
    const length = round([...seen].length * CELL)
    return [
      `<text x="${x}" y="${y}" textLength="${length}" xml:space="preserve"${attributes(style)}>${escaped(seen)}</text>`,
    ]
  })
}

function attributes({ bold, dim, underline, color }: Style): string {
  const fill = color === null ? (dim ? DIM : TEXT) : (COLORS[color] ?? TEXT)
  return [
    ` fill="${fill}"`,
    bold ? ' font-weight="bold"' : '',
    underline ? ' text-decoration="underline"' : '',
  ].join('')
}

function widthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { text }) => sum + [...text].length, 0)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
