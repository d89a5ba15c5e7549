import { type Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml'
import type { Json } from '../../core/json.ts'

/** Settings of other tools are small. */
const MOST = 256 * 1024

/** Where one more line of a block map or a block list goes, and how far it is indented. */
type YamlSpot = { readonly offset: number; readonly indent: string }

/** A text that is one YAML document without errors, for finding places in it; anchors and the like may be in it. */
export type LooseYaml = {
  readonly value: Json
  /** The end of the map or list at a path of keys; null when it is not there, or is not written as a block. */
  spot(path: readonly string[], kind: 'map' | 'list'): YamlSpot | null
}

/** Reads the settings of another tool; null when they cannot be read safely. */
export function looseYaml(text: string): LooseYaml | null {
  if (text.length > MOST) return null
  const parsed = parseDocument(text, {
    version: '1.2',
    prettyErrors: false,
    logLevel: 'error',
    stringKeys: true,
    merge: true,
  })
  const { errors, warnings, contents } = parsed
  if (errors.length > 0 || warnings.length > 0) return null
  const value = plainValue(parsed)
  if (value === undefined) return null
  return {
    value,
    spot: (path, kind) => {
      if (path.length === 0 && contents === null) return { offset: text.length, indent: '' }
      const node = path.length === 0 ? contents : parsed.getIn(path, true)
      const isWanted = kind === 'map' ? isMap(node) : isSeq(node)
      return isWanted ? endOf(text, node as YAMLMap | YAMLSeq) : null
    },
  }
}

function plainValue(parsed: Document): Json | undefined {
  try {
    return parsed.toJS({ maxAliasCount: 50 }) ?? null
  } catch {
    return undefined
  }
}

/** Behind the last line of a block collection, with the column of its first item. */
function endOf(text: string, node: YAMLMap | YAMLSeq): YamlSpot | null {
  if (node.flow || node.anchor || node.tag || !node.range || node.items.length === 0) return null
  const [start, end] = node.range
  const line = text.lastIndexOf('\n', start - 1) + 1
  const indent = text.slice(line, start).replace(/^\ufeff/, '')
  if (!/^ *$/.test(indent)) return null
  const next = end === 0 || text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1 || text.length
  return { offset: next, indent }
}
