import jsTokens from 'js-tokens'
import { parseSync } from 'oxc-parser'
import type { SourceFile } from './read-sources.ts'

/** What the code of sources consists of. */
export type SyntaxMeasures = {
  /** Names, literals and punctuation. Comments and white space are none. */
  readonly tokens: number
  /** Characters of comments among all that are not white space, from 0 to 1. */
  readonly commentShare: number
  /** Characters of a line of code, median. */
  readonly medianWidth: number
  readonly longestFunction: { readonly name: string; readonly path: string; readonly lines: number }
}

/** A type of an object: its own members and those of its groups. */
export type TypeSize = { readonly members: number; readonly leaves: number }

/** A node of the syntax tree of a file. */
export type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

export function measureSyntax(files: readonly SourceFile[]): SyntaxMeasures {
  let tokens = 0
  let comments = 0
  let characters = 0
  const widths: number[] = []
  let longest = { name: '', path: '', lines: 0 }
  for (const { path, text } of files) {
    for (const { type, value } of jsTokens(text)) {
      if (type === 'WhiteSpace' || type === 'LineTerminatorSequence') continue
      const length = value.replaceAll(/\s/g, '').length
      characters += length
      if (type === 'SingleLineComment' || type === 'MultiLineComment') comments += length
      else tokens += 1
    }
    for (const line of text.split('\n')) if (line.trim() !== '') widths.push(line.length)
    for (const { name, node } of functionsIn(path, text)) {
      const lines = text.slice(node.start, node.end).split('\n').length
      if (lines > longest.lines) longest = { name, path, lines }
    }
  }
  widths.sort((a, b) => a - b)
  return {
    tokens,
    commentShare: characters === 0 ? 0 : comments / characters,
    medianWidth: widths[Math.floor(widths.length / 2)] ?? 0,
    longestFunction: longest,
  }
}

/**
 * How many members the type has that a file declares under a name, with those of the types that it joins, and how many leaves: a
 * member that is an object type, written in place or declared in one of the files, is a group, and each of its members is a leaf.
 * Null where there is no such type.
 */
export function measureType(name: string, files: readonly SourceFile[]): TypeSize | null {
  const types = declaredTypes(files)
  const type = types.get(name)
  if (!type) return null
  const members = membersOf(type, types)
  const leaves = members.reduce((sum, member) => sum + Math.max(1, groupOf(member, types).length), 0)
  return { members: members.length, leaves }
}

function functionsIn(path: string, text: string): { name: string; node: Node }[] {
  const functions: { name: string; node: Node }[] = []
  const visit = (node: Node, name: string): void => {
    const own = nameOf(node.id) ?? nameOf(node.key) ?? name
    if (FUNCTIONS.has(node.type)) functions.push({ name: own, node })
    for (const child of childrenOf(node)) visit(child, own)
  }
  visit(programOf(path, text), '')
  return functions
}

function declaredTypes(files: readonly SourceFile[]): Map<string, Node> {
  const types = new Map<string, Node>()
  for (const { path, text } of files) {
    for (const statement of childrenOf(programOf(path, text))) {
      const declaration = isNode(statement.declaration) ? statement.declaration : statement
      const name = nameOf(declaration.id)
      if (
        declaration.type === 'TSTypeAliasDeclaration' &&
        name !== undefined &&
        isNode(declaration.typeAnnotation)
      )
        types.set(name, declaration.typeAnnotation)
    }
  }
  return types
}

/** The members of an object type; of an intersection, those of all that it joins. */
function membersOf(type: Node, types: ReadonlyMap<string, Node>): readonly Node[] {
  switch (type.type) {
    case 'TSTypeLiteral':
      return nodesOf(type.members).filter(
        (member) => member.type === 'TSPropertySignature' || member.type === 'TSMethodSignature',
      )
    case 'TSIntersectionType':
      return nodesOf(type.types).flatMap((part) => membersOf(part, types))
    case 'TSParenthesizedType':
      return isNode(type.typeAnnotation) ? membersOf(type.typeAnnotation, types) : []
    case 'TSTypeReference': {
      const declared = types.get(nameOf(type.typeName) ?? '')
      return declared ? membersOf(declared, types) : []
    }
    default:
      return []
  }
}

function groupOf(member: Node, types: ReadonlyMap<string, Node>): readonly Node[] {
  const annotation = member.typeAnnotation
  const type = isNode(annotation) ? annotation.typeAnnotation : null
  return isNode(type) ? membersOf(type, types) : []
}

export function programOf(path: string, text: string): Node {
  const { program, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path}: ${error.message}`)
  const node: unknown = program
  if (!isNode(node)) throw new Error(`Unexpected result of parsing ${path}, expected a program`)
  return node
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (isNode(value) ? [value] : nodesOf(value)))
}

export function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function nameOf(id: unknown): string | undefined {
  return typeof id === 'object' && id !== null && 'name' in id && typeof id.name === 'string'
    ? id.name
    : undefined
}
