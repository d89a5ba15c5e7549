import type { Json } from '../../core/json.ts'

/** Far deeper than anybody writes, and far from where recursion ends. */
const MAX_DEPTH = 200

/** Parses JSON, with a byte order mark before it; undefined when it is not JSON, or nested over 200 levels deep. */
export function readJson(text: string): Json | undefined {
  if (depthOf(text) > MAX_DEPTH) return undefined
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function depthOf(text: string): number {
  let [depth, deepest, isString] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at]
    if (isString && one === '\\') at += 1
    else if (one === '"') isString = !isString
    else if (isString) continue
    else if (one === '[' || one === '{') depth += 1
    else if (one === ']' || one === '}') depth -= 1
    if (depth > deepest) deepest = depth
  }
  return deepest
}
