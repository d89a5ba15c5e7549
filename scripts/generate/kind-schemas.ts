import { readdirSync } from 'node:fs'
import type { Layout } from '../../src/core/layout.ts'
import { type Kind, schemaPath } from '../../src/core/source.ts'
import type { Output } from './output.ts'

/** A JSON Schema for every kind that has one; those of kinds that are gone are to go. */
export function kindSchemas(layouts: readonly Layout[]): readonly Output[] {
  const schemas = layouts.flatMap(({ id, kinds }) =>
    kinds.filter(({ schema }) => schema !== undefined).map((kind) => schemaOf(id, kind)),
  )
  const kept = new Set(schemas.map(({ path }) => path))
  const gone = presentSchemas().filter((path) => !kept.has(path))
  return [...schemas, ...gone.map((path) => ({ path, text: null }))]
}

function schemaOf(layout: string, { id, summary, paths, format, schema }: Kind): Output {
  const what = format === 'markdown' ? `${id}, front matter` : id
  const text = schemaText({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `${what} (${layout})`,
    description: `${summary} ${paths}`,
    ...schema,
  })
  return { path: schemaPath(layout, id), text }
}

/** A schema as people read it: a list of texts is on one line, as the values that each of 150 rules takes are. */
export function schemaText(schema: object): string {
  const text = JSON.stringify(schema, null, 2)
  return `${text.replaceAll(TEXTS, (list) => list.replaceAll(/\n\s*/g, ' '))}\n`
}

/** In JSON no line ends inside a text. */
const TEXTS = /\[(?:\n\s*"(?:[^"\\]|\\.)*",?)+\n\s*\]/g

function presentSchemas(): string[] {
  return readdirSync('schemas', { recursive: true, encoding: 'utf8' })
    .map((path) => `schemas/${path.replaceAll('\\', '/')}`)
    .filter((path) => /^schemas\/[^/]+\/.+\.json$/.test(path))
}
