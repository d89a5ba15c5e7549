import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { markdownTable } from './markdown-table.ts'
import type { NamedOperation } from './named-operations.ts'
import { byLayout } from './operation-pages.ts'

/** A node of the syntax tree of a file. */
type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A declaration, in the text of its file. */
type Declared = { readonly node: Node; readonly text: string; readonly comment: string }

/** Files whose types and functions the page of the library shows. */
const FOLDERS = [
  'src/core',
  'src/core/changes',
  'src/engine',
  'src/maintain',
  'src/operations',
  'src/layouts/working-memory/dsl',
]

/** How the comment of a member begins that is for no user of the library. */
const INTERNAL = /^For memkeep itself: /

/** The tables of `docs/library.md`, by the names of their marks: `type:NAME` and `call:NAME`. */
export function libraryTables(
  page: string,
  operations: readonly NamedOperation[],
): (readonly [string, string])[] {
  const declared = declarations()
  const marks = [...page.matchAll(/<!-- generated:(\S+) -->/g)].map(([, name = '']) => name)
  return marks.map((mark) => {
    const [what, name = ''] = mark.split(':')
    if (what === 'type') return [mark, typeTable(name, declared)]
    if (what === 'call') return [mark, callText(name, declared)]
    return [mark, functionTable(operations)]
  })
}

/** The functions of operations: what each does, and the page with its arguments and its answer. */
function functionTable(operations: readonly NamedOperation[]): string {
  return byLayout(
    operations,
    ['function', 'what', 'effect', 'arguments and answer'],
    ({ name, operation }) => [
      `\`${name}\``,
      operation.title,
      operation.readOnly ? 'reads' : operation.destructive ? 'changes' : 'adds',
      `[\`${operation.name}\`](operations/${operation.name}.md)`,
    ],
  )
}

/** The exported types and functions of the folders, by name, and by path and name. */
function declarations(): ReadonlyMap<string, Declared> {
  const found = new Map<string, Declared>()
  for (const folder of FOLDERS) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
      const path = `${folder}/${file}`
      const text = readFileSync(path, 'utf8')
      const { program, comments } = parseSync(path, text)
      for (const one of program.body as unknown as readonly Node[]) {
        const node = (one.type === 'ExportNamedDeclaration' ? one.declaration : one) as Node | null
        const name = (node?.id as { readonly name?: string } | undefined)?.name
        if (!node || name === undefined) continue
        // Of two of a name the exported one is meant.
        if (found.has(name) && one.type !== 'ExportNamedDeclaration') continue
        const declared = { node, text, comment: commentAbove(comments, text, one.start) }
        found.set(name, declared)
        found.set(`${path}#${name}`, declared)
      }
    }
  }
  return found
}

function declaredAs(name: string, declared: ReadonlyMap<string, Declared>): Declared {
  const one = declared.get(name)
  if (!one)
    throw new Error(`docs/library.md names ${name}, which scripts/generate/library-page.ts does not find`)
  return one
}

/** How a function is called, and what it says of itself. */
function callText(name: string, declared: ReadonlyMap<string, Declared>): string {
  const { node, text, comment } = declaredAs(name, declared)
  const body = node.body as Node
  const head = text
    .slice(node.start, body.start)
    .replace(/^async /, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\( | \)|, \)/g, (edge) => (edge.startsWith('(') ? '(' : ')'))
    .replaceAll(/given: (\w+<\w+>) = \{\}/g, 'options?: $1')
    .replaceAll(/\{[^{}]*\}: /g, 'options: ')
    .trim()
  return ['```text', head.replace(/^function /, ''), '```', '', comment].join('\n')
}

/** The members of a type in rows, with those of the types that it is joined from. */
function typeTable(name: string, declared: ReadonlyMap<string, Declared>): string {
  const rows = membersOf(name, declared).flatMap(({ key, type, comment }) =>
    INTERNAL.test(comment) ? [] : [[`\`${key}\``, `\`${type}\``, comment]],
  )
  return markdownTable(['name', 'type', 'means'], rows)
}

type Member = { readonly key: string; readonly type: string; readonly comment: string }

function membersOf(name: string, declared: ReadonlyMap<string, Declared>): Member[] {
  const { node, text } = declaredAs(name, declared)
  return membersIn(node.typeAnnotation as Node, text, declared)
}

function membersIn(node: Node, text: string, declared: ReadonlyMap<string, Declared>): Member[] {
  if (node.type === 'TSIntersectionType')
    return (node.types as readonly Node[]).flatMap((one) => membersIn(one, text, declared))
  if (node.type === 'TSTypeReference')
    return membersOf((node.typeName as { readonly name: string }).name, declared)
  if (node.type === 'TSUnionType') {
    // The first of them has the members; the others are said in words.
    const [first] = node.types as readonly Node[]
    return first ? membersIn(first, text, declared) : []
  }
  const members = (node.members ?? []) as readonly Node[]
  const { comments } = parseSync('x.ts', text)
  return members.map((member) => {
    const key = member.key as { readonly name?: string; readonly value?: string }
    const annotation = (member.typeAnnotation as { readonly typeAnnotation: Node } | undefined)
      ?.typeAnnotation
    // A method is all that follows its name.
    const type = annotation
      ? text.slice(annotation.start, annotation.end)
      : text.slice((member.key as Node).end, member.end)
    return {
      key: `${key.name ?? key.value}${member.optional ? '?' : ''}`,
      type: plainType(type),
      comment: commentAbove(comments, text, member.start),
    }
  })
}

/** A type on one line, without what only the compiler needs. */
function plainType(type: string): string {
  return type
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\breadonly /g, '')
    .replaceAll(' | undefined', '')
    .replaceAll(/^\| /g, '')
    .trim()
}

type Comment = { readonly value: string; readonly start: number; readonly end: number }

/** The comment right above an offset, on one line; empty where there is none. */
function commentAbove(comments: readonly Comment[], text: string, offset: number): string {
  const above = comments.findLast(({ end }) => end <= offset)
  if (!above || text.slice(above.end, offset).trim() !== '' || !above.value.startsWith('*')) return ''
  return above.value
    .slice(1)
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
