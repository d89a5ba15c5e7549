import { readFileSync } from 'node:fs'
import type { OperationFace } from '../../src/core/operation.ts'
import { estimateTokens } from '../../src/formats/tokens.ts'
import { modelSchema, writtenOutput } from '../../src/operations/shown-schemas.ts'
import { markdownTable } from './markdown-table.ts'
import { replaceSection } from './marked-section.ts'
import type { NamedOperation } from './named-operations.ts'
import type { Output } from './output.ts'

const PATH = 'docs/agents.md'

/** Estimated tokens of a tool in the request of an agent: its name, its description and its input. */
export function toolTokens({ name, description, input }: OperationFace): number {
  return estimateTokens(JSON.stringify({ name, description, input_schema: modelSchema(input) }))
}

/** What the list of tools costs every conversation, by layout: a table in the page for agents. */
export function toolTokensTable(operations: readonly NamedOperation[]): Output {
  const offered = operations.filter(({ operation }) => operation.forPrograms !== true)
  const rows = [...new Set(offered.map(({ layout }) => layout))].map((layout) => {
    const own = offered.filter((one) => one.layout === layout).map(({ operation }) => operation)
    const listed = own.filter(({ everyday }) => everyday)
    const others = own.filter(({ everyday }) => !everyday)
    const cell = (some: readonly OperationFace[]): string =>
      some.length === 0 ? '' : `${some.map(({ name }) => `\`${name}\``).join(', ')} (${sum(some)})`
    return [layout, cell(listed), cell(others), `${outputTokens(listed)} and ${outputTokens(others)}`]
  })
  const heads = [
    'layout',
    'always listed (tokens)',
    'listed by `--tools` (tokens)',
    'their `outputSchema`, apart',
  ]
  const table = markdownTable(heads, rows)
  return { path: PATH, text: replaceSection(readFileSync(PATH, 'utf8'), 'tool-tokens', table, PATH) }
}

function sum(operations: readonly OperationFace[]): number {
  return operations.reduce((total, one) => total + toolTokens(one), 0)
}

/** Of what the list shows of answers, which a client checks and few show to their model. */
function outputTokens(operations: readonly OperationFace[]): number {
  return operations.reduce((total, one) => total + estimateTokens(JSON.stringify(writtenOutput(one))), 0)
}
