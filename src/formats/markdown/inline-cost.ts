/** Measured on inputs that make remark quadratic, in milliseconds. */
const PER_CHARACTER = 6e-4
const PER_BRACKET_SQUARED = 6e-6
const PER_IMAGE_SQUARED = 1.2e-3
const PER_EMPHASIS_SQUARED = 2e-6
const PER_STRAY_EMPHASIS_SQUARED = 6e-5
const PER_STRAY_CODE_AND_CHARACTER = 2e-5
const PER_OPEN_HTML_AND_CHARACTER = 1e-4

const PIECE = /(\[|\])|(!(?=\[))|([*_])\3*|(`+)|(<[!?])/g

/** Estimates how long remark needs for the inline content of one block, in milliseconds. */
export function inlineCost(block: string): number {
  const emphasis = { '*': { open: 0, deepest: 0, stray: 0 }, _: { open: 0, deepest: 0, stray: 0 } }
  const codeLengths = new Set<number>()
  let brackets = 0
  let images = 0
  let runs = 0
  let html = 0
  PIECE.lastIndex = 0
  for (let match = PIECE.exec(block); match; match = PIECE.exec(block)) {
    if (match[1]) brackets++
    else if (match[2]) images++
    else if (match[4]) codeLengths.add(match[4].length)
    else if (match[5]) html++
    else {
      runs++
      follow(emphasis[match[3] === '*' ? '*' : '_'], block, match.index, PIECE.lastIndex)
    }
  }
  const stray = [emphasis['*'], emphasis._].reduce((sum, one) => sum + one.stray + one.deepest, 0)
  return (
    block.length * (PER_CHARACTER + codeLengths.size * PER_STRAY_CODE_AND_CHARACTER) +
    block.length * html * PER_OPEN_HTML_AND_CHARACTER +
    brackets ** 2 * PER_BRACKET_SQUARED +
    images ** 2 * PER_IMAGE_SQUARED +
    runs ** 2 * PER_EMPHASIS_SQUARED +
    stray ** 2 * PER_STRAY_EMPHASIS_SQUARED
  )
}

/** Emphasis that finds its partner at once is cheap; what has none, or far away, is looked for again and again. */
function follow(
  emphasis: { open: number; deepest: number; stray: number },
  block: string,
  start: number,
  end: number,
): void {
  const canClose = start > 0 && /\S/.test(block.charAt(start - 1))
  const canOpen = /\S/.test(block.charAt(end))
  if (canClose && emphasis.open > 0) emphasis.open--
  else if (canOpen) emphasis.open++
  else emphasis.stray++
  emphasis.deepest = Math.max(emphasis.deepest, emphasis.open)
}
