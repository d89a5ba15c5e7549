import type { Found } from '../core/rule.ts'
import type { Source } from '../core/source.ts'
import { lineEnd, placeOf } from '../core/text.ts'
import { nearest } from './names.ts'

/** A shorter word is near to too many others. */
const SHORTEST = 6

/** Lines of a front matter that its agent does not read as they are meant: misspelt keys, and no space behind the colon. */
export function oddLines(source: Source, keys: readonly string[]): readonly Found[] {
  return [...misspelt(source, keys), ...unspaced(source, keys)]
}

function misspelt({ frontMatter, starts }: Source, keys: readonly string[]): readonly Found[] {
  if (!frontMatter) return []
  return Object.keys(frontMatter.fields).flatMap((key): Found[] => {
    const node = frontMatter.nodes.get(`/${key}`)?.key
    if (keys.includes(key) || key.length < SHORTEST || !node) return []
    const meant = nearest(key, keys, 1)
    if (meant === undefined || Object.hasOwn(frontMatter.fields, meant)) return []
    return [
      {
        place: placeOf(starts, node.start, node.end),
        message: `No agent knows the key \`${key}\`, which was probably meant as \`${meant}\``,
        help: `Write \`${meant}\`.`,
      },
    ]
  })
}

function unspaced({ text, frontMatter, starts }: Source, keys: readonly string[]): readonly Found[] {
  if (frontMatter?.broken === undefined) return []
  const { yaml } = frontMatter
  const found: Found[] = []
  for (let at = yaml.start; at < yaml.end; at = lineEnd(text, at).next) {
    const [line, key = '', value = ''] =
      /^([A-Za-z][\w-]*):(?=[^\s])(.*)/.exec(text.slice(at, lineEnd(text, at).end)) ?? []
    if (line === undefined || !keys.includes(key)) continue
    found.push({
      place: placeOf(starts, at, at + line.length),
      message: `The line \`${line.slice(0, 60).trim()}\` has no space behind the colon, so it is no YAML`,
      help: `Write \`${key}: ${quoted(value.trim())}\`.`,
    })
  }
  return found
}

/** A star at the start is an alias to YAML. */
function quoted(value: string): string {
  return /^[*&!%@`{[]/.test(value) ? `"${value}"` : value
}
