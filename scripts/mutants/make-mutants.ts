import { childrenOf, isNode, type Node, nodesOf, programOf } from '../house/measure-syntax.ts'
import type { SourceFile } from '../house/read-sources.ts'

/** One small change of a source: the text from `start` to `end`, an expression or a statement, becomes `to`. */
export type Mutant = {
  readonly id: number
  readonly path: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly from: string
  readonly to: string
  readonly isStatement: boolean
  /** A statement begins with it, and no semicolon may be before that. */
  readonly isFirst: boolean
  /** It is outside functions: what it changes is decided when the file is loaded. */
  readonly isAtLoad: boolean
}

type Change = readonly [node: Node, to: string]

/** What a comparison becomes: first at its boundary, then to its opposite. */
const COMPARISONS: { readonly [operator: string]: readonly string[] } = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '-': ['+'],
}

/** Methods whose opposite is another method. */
const OPPOSITES: { readonly [method: string]: string } = {
  some: 'every',
  every: 'some',
  max: 'min',
  min: 'max',
}

/** Calls that give what they are called on, less or in another order. */
const NARROWING = /^(?:filter|sort|toSorted|reverse|toReversed|slice|trim|trimEnd|trimStart|toLowerCase)$/

const FUNCTIONS = /Function/

/** Every mutant of a file, in order of places, with ids from `first` on. */
export function makeMutants({ path, text }: SourceFile, first: number): Mutant[] {
  const mutants: Mutant[] = []
  const visit = (node: Node, around: readonly Node[]): void => {
    // Types are erased; what they are asserted of is not.
    if (/^TS(?!As|Satisfies|NonNull)/.test(node.type)) return
    for (const [changed, to] of changesOf(node, around, text)) {
      const { start, end } = changed
      const from = text.slice(start, end)
      const line = text.slice(0, start).split('\n').length
      const isAtLoad = !around.some(({ type }) => FUNCTIONS.test(type))
      const isStatement = changed.type === 'ExpressionStatement'
      const isFirst = around.some((one) => one.type === 'ExpressionStatement' && one.start === start)
      const id = first + mutants.length
      mutants.push({ id, path, line, start, end, from, to, isStatement, isFirst, isAtLoad })
    }
    for (const child of childrenOf(node)) visit(child, [node, ...around])
  }
  visit(programOf(path, text), [])
  return mutants
}

function changesOf(node: Node, around: readonly Node[], text: string): Change[] {
  const { type, operator, left, right, argument, test } = node
  const textOf = (part: unknown): string => (isNode(part) ? text.slice(part.start, part.end) : '')
  const [parent] = around
  switch (type) {
    case 'BinaryExpression':
      return (COMPARISONS[String(operator)] ?? []).map((other) => [
        node,
        `(${textOf(left)}) ${other} (${textOf(right)})`,
      ])
    case 'LogicalExpression': {
      if (operator === '??') return [[node, textOf(left)]]
      const other = operator === '&&' ? '||' : '&&'
      return [[node, `(${textOf(left)}) ${other} (${textOf(right)})`]]
    }
    case 'UnaryExpression':
      return operator === '!' ? [[node, textOf(argument)]] : []
    case 'IfStatement':
    case 'ConditionalExpression':
      return isNode(test) && !/^(?:Binary|Unary)/.test(test.type) ? [[test, `!(${textOf(test)})`]] : []
    case 'ReturnStatement':
      return isNode(argument) ? changesOfResult(argument, around, text) : []
    case 'ArrowFunctionExpression':
      return isNode(node.body) && node.expression === true
        ? changesOfResult(node.body, [node, ...around], text)
        : []
    case 'ExpressionStatement':
      return /(?:Call|Await|Chain)Expression/.test(isNode(node.expression) ? node.expression.type : '')
        ? [[node, ';']]
        : []
    case 'Literal':
      return changesOfLiteral(node, parent)
    case 'CallExpression':
      return changesOfCall(node, around, text)
    case 'ArrayExpression': {
      const elements = nodesOf(node.elements)
      return elements.flatMap((dropped): Change[] => {
        if (dropped.type !== 'SpreadElement') return []
        return [[node, `[${elements.filter((one) => one !== dropped).map(textOf)}]`]]
      })
    }
    default:
      return []
  }
}

/** What a function gives, replaced by nothing of its type. */
function changesOfResult(result: Node, around: readonly Node[], text: string): Change[] {
  const type = around.find((one) => FUNCTIONS.test(one.type))?.returnType
  const written = isNode(type) ? text.slice(type.start, type.end).replace(/^:\s*/, '') : ''
  const empty = emptyOf(written)
  return empty !== null && text.slice(result.start, result.end) !== empty ? [[result, empty]] : []
}

function emptyOf(type: string): string | null {
  if (/\| null$/.test(type)) return 'null'
  if (/\| undefined$/.test(type)) return 'undefined'
  if (/\[\]$|^(?:readonly )?\[|^(?:Readonly)?Array</.test(type)) return '[]'
  if (/^(?:Readonly)?(Map|Set)</.test(type)) return `new ${/Map/.test(type) ? 'Map' : 'Set'}()`
  return type === 'string' ? "''" : null
}

function changesOfLiteral(node: Node, parent: Node | undefined): Change[] {
  const { value } = node
  // A name of a member, and the type of a statement.
  if (parent?.type === 'Property' && parent.key === node) return []
  if (typeof value === 'boolean') return [[node, String(!value)]]
  if (typeof value !== 'number') return []
  return [[node, String(value + 1)], ...(value > 1 ? [[node, String(2 * value)] as const] : [])]
}

function changesOfCall(node: Node, around: readonly Node[], text: string): Change[] {
  const { callee } = node
  const isInChain =
    around[0]?.type === 'MemberExpression' && around.some(({ type }) => type === 'ChainExpression')
  if (!isNode(callee) || callee.type !== 'MemberExpression' || isInChain) return []
  const { object, property } = callee
  if (!isNode(object) || !isNode(property) || callee.optional === true) return []
  const name = text.slice(property.start, property.end)
  const other = Object.hasOwn(OPPOSITES, name) ? OPPOSITES[name] : undefined
  if (other)
    return [[node, text.slice(node.start, property.start) + other + text.slice(property.end, node.end)]]
  return NARROWING.test(name) ? [[node, text.slice(object.start, object.end)]] : []
}

/**
 * A source with all its mutants in it. `isMutant(ID)` says which of them counts, so one bundle serves every run. A mutant that
 * is asked for without end is an error.
 */
export function withMutants(text: string, mutants: readonly Mutant[]): string {
  const places = new Map<string, Mutant[]>()
  for (const one of mutants) {
    const key = `${one.start} ${-one.end}`
    places.set(key, [...(places.get(key) ?? []), one])
  }
  // An outer place comes before those in it.
  const sorted = [...places.values()].sort(([a], [b]) => (a && b ? a.start - b.start || b.end - a.end : 0))
  let next = 0
  const render = (from: number, to: number): string => {
    let out = ''
    let at = from
    for (;;) {
      const group = sorted[next]
      const [first] = group ?? []
      if (!group || !first || first.start >= to) return out + text.slice(at, to)
      next += 1
      out += text.slice(at, first.start) + choice(group, render(first.start, first.end))
      at = first.end
    }
  }
  return `${ASKED}${render(0, text.length)}`
}

function choice(group: readonly Mutant[], original: string): string {
  const [first, ...others] = group
  if (first?.isStatement)
    return `{ if (!isMutant(${first.id})) ${others.length > 0 ? choice(others, original) : original} }`
  // A line that begins with a bracket would go on with the statement before it.
  const start = first?.isFirst ? 'void ' : ''
  return `${start}(${group.map(({ id, to }) => `isMutant(${id}) ? (${to}) : `).join('')}(${original}))`
}

const ASKED = 'const isMutant = (id: number): boolean => (globalThis as any).isMutant?.(id) === true;'
