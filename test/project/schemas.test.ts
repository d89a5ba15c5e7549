import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Schema, Validator } from '@cfworker/json-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { schemaPath } from '../../src/core/source.ts'
import { layouts } from '../../src/layouts/index.ts'

const CASES = layouts.flatMap((layout) => {
  const folder = join('examples', layout.id)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  )
  return paths.flatMap((path) => {
    const claim = layout.claim(path, 'file', DEFAULT_SETTINGS)
    const kind = layout.kinds.find(({ id }) => id === claim?.kind)
    const isData = kind?.format === 'json' || kind?.format === 'yaml'
    return kind?.schema && isData ? [[join(folder, path), schemaPath(layout.id, kind.id)] as const] : []
  })
})

test('there are files to hold against a schema', () => {
  expect(new Set(CASES.map(([, schema]) => schema)).size).toBeGreaterThanOrEqual(6)
})

test.each(CASES)('%s fits the schema that the package ships', (path, schemaFile) => {
  const schema: Schema = JSON.parse(readFileSync(schemaFile, 'utf8'))
  const { valid, errors } = new Validator(schema, '2020-12').validate(parse(readFileSync(path, 'utf8')))
  expect(errors).toEqual([])
  expect(valid).toBe(true)
})
