import { isJsonObject, type JsonObject } from '../core/json.ts'
import type { DocumentRule, Found } from '../core/rule.ts'
import type { Data, DataNode, Source } from '../core/source.ts'
import { type Place, placeOf, WHOLE_FILE } from '../core/text.ts'
import { checkSchema } from '../formats/schema.ts'

/** Fields have the shape that their kind declares. */
export const schema: DocumentRule = {
  id: 'schema',
  summary: 'Fields of front matter, YAML and JSON have the shape that their kind declares.',
  why: 'Agents filter memory by its fields: an item whose status is misspelt, or whose description is missing, is not found.',
  howToFix:
    'Write the field as the message says. Fields that the kind does not know are kept and not reported.',
  severity: 'error',
  fixable: false,
  example: {
    bad: '---\nname: Workflow Engine\ndescription: Run task graphs.\nstatus: in-progress\ncreated: 2026-02-08\n---\n',
    good: '---\nname: Workflow Engine\ndescription: Run task graphs.\nstatus: in_progress\ncreated: 2026-02-08\n---\n',
  },
  subject: 'document',
  check: (source, report) => {
    const { kind, frontMatter, data } = source
    if (!kind.schema) return
    if (frontMatter) reportFaults(frontMatter.fields, frontMatter, source, report)
    else if (data) reportFaults(data.value, data, source, report)
    else if (isFrontMatterMissing(source)) report(withoutFrontMatter(kind.schema))
  },
}

function reportFaults(
  value: Data['value'],
  data: Data,
  source: Source,
  report: (found: Found) => void,
): void {
  for (const { pointer, missing, message, help } of checkSchema(value, source.kind.schema ?? {})) {
    const place =
      missing === undefined ? valuePlace(pointer, data, source) : parentPlace(pointer, data, source)
    report({ place, message: `${message}${whereOf(pointer)}`, help })
  }
}

/** A problem that parsing found has said more already. */
function isFrontMatterMissing({ kind, problems }: Source): boolean {
  return kind.format === 'markdown' && kind.frontMatter === 'required' && problems.length === 0
}

function withoutFrontMatter(declared: JsonObject): Found {
  const names = Array.isArray(declared.required) ? declared.required.map(String) : []
  const properties = isJsonObject(declared.properties) ? declared.properties : {}
  const meanings = names.map((name) => {
    const property = properties[name]
    const meaning = isJsonObject(property) ? property.description : undefined
    return typeof meaning === 'string' ? `${name} (${meaning.replace(/\.$/, '')})` : name
  })
  return {
    place: WHOLE_FILE,
    message: `The file has no front matter with ${names.join(', ')}`,
    help: `Start the file with a block between two lines of \`---\` that gives ${meanings.join(', ')}.`,
  }
}

function valuePlace(pointer: string, data: Data, { starts }: Source): Place {
  const node = nearestNode(pointer, data)
  return node ? placeOf(starts, node.value.start, node.value.end) : WHOLE_FILE
}

/** What is missing has no place: this is the key or the start of what lacks it, for front matter its first line. */
function parentPlace(pointer: string, data: Data, { starts, frontMatter }: Source): Place {
  const parent = nearestNode(pointer, data)
  if (parent && parent.pointer !== '') {
    const { start, end } = parent.key ?? { ...parent.value, end: parent.value.start }
    return placeOf(starts, start, end)
  }
  return frontMatter
    ? placeOf(starts, frontMatter.block.start, frontMatter.block.start + '---'.length)
    : WHOLE_FILE
}

/** Names a field by its keys: `/tags/0` is ` (tags.0)`. */
function whereOf(pointer: string): string {
  const keys = pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  return keys === '' ? '' : ` (${keys})`
}

function nearestNode(pointer: string, { nodes }: Data): DataNode | undefined {
  for (let path = pointer; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const node = nodes.get(path)
    if (node || path === '') return node
  }
}
