/** A run of text in one style, as a terminal shows it. */
export type Run = { readonly text: string; readonly style: Style }

/** What the escapes of the 16 colours say; `color` is a name of `COLORS`. */
export type Style = {
  readonly bold: boolean
  readonly dim: boolean
  readonly underline: boolean
  readonly color: string | null
}

const PLAIN: Style = { bold: false, dim: false, underline: false, color: null }

const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']

// biome-ignore lint/suspicious/noControlCharactersInRegex: escapes begin with a control character
const ESCAPE = /\u001b\[([0-9;]*)m/

/** The lines of what a program printed, each as runs of one style. Throws for an escape that is no style. */
export function ansiLines(output: string): Run[][] {
  let style = PLAIN
  return output.split('\n').map((line) => {
    const runs: Run[] = []
    // At odd places `split` gives the codes between the texts.
    line.split(ESCAPE).forEach((part, i) => {
      if (i % 2 === 1)
        style = part.split(';').reduce((before, code) => styleAfter(before, Number(code)), style)
      else if (part !== '') runs.push({ text: shown(part), style })
    })
    return runs
  })
}

function styleAfter(style: Style, code: number): Style {
  if (code === 0) return PLAIN
  if (code === 1) return { ...style, bold: true }
  if (code === 2) return { ...style, dim: true }
  if (code === 22) return { ...style, bold: false, dim: false }
  if (code === 4 || code === 24) return { ...style, underline: code === 4 }
  if (code === 39) return { ...style, color: null }
  const color = COLORS[code >= 90 ? code - 90 : code - 30]
  if (color === undefined) throw new Error(`The escape code ${code} is no style that the picture knows`)
  return { ...style, color }
}

function shown(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new Error(`A control character is in ${JSON.stringify(text)}`)
  return text
}
