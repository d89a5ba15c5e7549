import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { parseUpdate } from '../../src/layouts/working-memory/dsl/parse-update.ts'
import { modelFor } from '../../src/models/models-file.ts'
import { MODELS_SCHEMA } from '../../src/models/models-schema.ts'
import { AGENTS } from '../../src/setup/agents/agents.ts'
import { readModels } from '../helpers/open-test-models.ts'

const PAGE = readFileSync('docs/models.md', 'utf8')
const ROLES = ['progress', 'learnings', 'verbatim']

/** The blocks of code of a language. */
function blocks(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, text = '']) => text,
  )
}

test('every file of models on the page is read, and answers each prompt', () => {
  const files = blocks('yaml')
  expect(files.length).toBeGreaterThanOrEqual(3)
  for (const text of files) {
    const file = readModels(text)
    for (const role of ROLES) expect(modelFor(role, file).name).not.toBe('')
  }
})

test('the recorded answers on the page are answers', () => {
  const [tape = ''] = blocks('json')
  const answers = JSON.parse(tape) as { [role: string]: string[] }
  expect(Object.keys(answers)).toEqual(ROLES)
  for (const text of Object.values(answers).flat()) expect(parseUpdate(text).problems).toEqual([])
})

test('the page describes every key of the file, and every agent', () => {
  const keys = (schema: JsonObject): string[] =>
    Object.entries((schema.properties ?? {}) as { [key: string]: JsonObject }).flatMap(([key, inner]) => [
      key,
      ...keys(inner),
      ...keys((inner.additionalProperties || {}) as JsonObject),
    ])
  const all = keys(MODELS_SCHEMA)
  expect(all).toContain('contextTokens')
  expect(all.filter((key) => !PAGE.includes(`\`${key}\``))).toEqual([])
  for (const { id, name, file, events } of AGENTS) {
    const row = PAGE.split('\n').find((line) => line.includes(`${name} \`${id}\``))
    for (const part of [file, ...Object.values(events)]) expect(row).toContain(`\`${part}\``)
  }
})
