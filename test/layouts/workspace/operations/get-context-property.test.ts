import { Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { JsonObject } from '../../../../src/core/json.ts'
import type { OperationAnswer } from '../../../../src/core/operation.ts'
import { estimateTokens } from '../../../../src/formats/tokens.ts'
import type { ContextArguments } from '../../../../src/layouts/workspace/operations/get-context/schemas.ts'
import { getContext } from '../../../../src/layouts/workspace/operations/get-context.ts'
import { operationInput } from '../../../helpers/ask-operation.ts'
import type { Files } from '../../../helpers/check-literal.ts'
import { runs } from '../../../helpers/runs.ts'

const MEMORY = 'user/memory/workspaces'
const HOME = 'resources/workspaces'

const hostile = fc.constantFrom(
  '\u202eevil',
  'a\u200bb',
  'x\u0085y',
  '\ufeffz',
  '\u2028',
  '\u001b[31m',
  '\u{e0041}',
  'a: b',
  '- c',
  '---',
  '  led',
  '\tled',
  '# no heading',
  '| > & * ! %',
  '"quoted"',
  "it's",
  'yes',
  '1:30',
)
const line = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), hostile, fc.lorem({ maxCount: 8 }))
const oneLine = line.map((text) => text.replaceAll(/[\r\n\u0085\u2028\u2029]/g, ' ').trim() || 'x')
const tag = fc.constantFrom('a', 'b', 'c#', 'node.js')
const day = fc.integer({ min: 1, max: 28 }).map((one) => `2026-02-${String(one).padStart(2, '0')}`)

const entry = fc
  .record({
    day,
    title: oneLine,
    category: fc.option(fc.constantFrom('tooling', 'debugging')),
    tags: fc.uniqueArray(tag, { maxLength: 3 }),
    body: fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n')),
  })
  .map((one) =>
    [
      `### [${one.day}] ${one.title}`,
      ...(one.category ? [`**Category:** ${one.category}`] : []),
      ...(one.tags.length > 0 ? [`**Tags:** ${one.tags.join(', ')}`] : []),
      '',
      one.body,
      '',
      '---',
      '',
    ].join('\n'),
  )
const log = fc
  .record({ entries: fc.array(entry, { maxLength: 6 }), crlf: fc.boolean(), bom: fc.boolean() })
  .map(({ entries, crlf, bom }) => {
    const text = entries.join('\n')
    return (bom ? '\ufeff' : '') + (crlf ? text.replaceAll(/\r?\n/g, '\r\n') : text)
  })
const plan = fc
  .record({
    name: oneLine,
    description: line,
    status: fc.constantFrom('new', 'done', 'no status'),
    tags: fc.array(tag),
  })
  .map((fields) =>
    ['---', ...Object.entries(fields).map(([key, one]) => `${key}: ${JSON.stringify(one)}`), '---', ''].join(
      '\n',
    ),
  )

const memory: fc.Arbitrary<Files> = fc
  .dictionary(
    fc.constantFrom('w', 'w/d', 'w/e'),
    fc.record({ decisions: log, lessons: log, plans: fc.array(plan, { maxLength: 3 }) }),
    { minKeys: 1 },
  )
  .map((scopes) =>
    Object.fromEntries([
      [`${HOME}/w/d/r/OVERVIEW.md`, '---\nname: R\ndescription: x\n---\n'],
      ...Object.entries(scopes).flatMap(([scope, { decisions, lessons, plans }]) => [
        [`${MEMORY}/${scope}/decisions.md`, decisions],
        [`${MEMORY}/${scope}/lessons.md`, lessons],
        ...plans.map((text, i) => [`${HOME}/${scope}/_plans/26010${i + 1}-x.md`, text]),
      ]),
    ]),
  )

const scope = fc.constantFrom<ContextArguments['scope']>(
  { workspace: 'w' },
  { workspace: 'w', domain: 'd' },
  { workspace: 'w', domain: 'd', repository: 'r' },
)
const filters = fc.record(
  {
    status: fc.uniqueArray(fc.constantFrom('new', 'done')),
    tags: fc.uniqueArray(tag, { maxLength: 2 }),
    category: fc.constantFrom('tooling', 'debugging'),
  },
  { requiredKeys: [] },
)
const TOPICS = ['plans', 'decisions', 'lessons'] as const

const output = new Validator(structuredClone(getContext.output), '2020-12', false)

type Row = JsonObject & {
  _meta: { document_id: string; document_path: string }
  title?: string
  name?: string
}
type LeftOut = { section: string; document_path: string; titles: string[]; more?: number }

function dataOf(answer: OperationAnswer): JsonObject {
  if ('refusal' in answer) throw new Error(answer.refusal)
  return answer.data
}

function rowsOf(data: JsonObject): Row[] {
  return TOPICS.flatMap((topic) => (data[topic] ?? []) as unknown as Row[])
}

const idsOf = (data: JsonObject): string[] => rowsOf(data).map(({ _meta }) => _meta.document_id)

/** So many of each topic's documents, by path. */
function countsOf(rows: readonly { path: string; count: number }[]): { [path: string]: number } {
  const counts: { [path: string]: number } = {}
  for (const { path, count } of rows) counts[path] = (counts[path] ?? 0) + count
  return counts
}

test('every entry of a scope is in the answer or left out by name, and filters only remove', async () => {
  await fc.assert(
    fc.asyncProperty(
      memory,
      fc.record({ scope, filters, token_budget: fc.integer({ min: 1, max: 3000 }) }),
      async (files, { scope, filters, token_budget }) => {
        const args = { scope, topics: TOPICS, include_defaults: false }
        const input = await operationInput(getContext, { files, args })
        const ask = (more: Partial<ContextArguments>): OperationAnswer =>
          getContext.plan({ ...input, args: { ...args, ...more } })
        const all = ask({})
        const whole = dataOf(all)

        const inScope = input.memory.documents
          .filter((one) => ['decisions', 'lessons', 'plan'].includes(one.kind))
          .filter((one) => {
            const asked = Object.values(scope).join('/')
            const isBelow = `${one.scope}/`.startsWith(`${asked}/`)
            return (
              isBelow || (asked === 'w/d/r' && one.kind !== 'plan' && `${asked}/`.startsWith(`${one.scope}/`))
            )
          })
        const expected = inScope.map((one) => ({
          path: one.path,
          count: one.kind === 'plan' ? 1 : one.items.length,
        }))
        const found = rowsOf(whole).map(({ _meta }) => ({ path: _meta.document_path, count: 1 }))
        expect(countsOf(found)).toEqual(countsOf(expected.filter(({ count }) => count > 0)))
        expect(new Set(idsOf(whole)).size).toBe(idsOf(whole).length)

        const ids = new Set(idsOf(whole))
        const filtered = idsOf(dataOf(ask({ filters })))
        expect(filtered.filter((id) => !ids.has(id))).toEqual([])

        const packed = ask({ token_budget })
        const leftOut = (dataOf(packed).left_out ?? []) as unknown as LeftOut[]
        const named = leftOut.map(({ document_path, titles, more = 0 }) => ({
          path: document_path,
          count: titles.length + more,
        }))
        const kept = rowsOf(dataOf(packed)).map(({ _meta }) => ({ path: _meta.document_path, count: 1 }))
        const unnamed = Number(
          /not named: (\d+)/.exec(((dataOf(packed).notes ?? []) as readonly string[]).join(' '))?.[1] ?? 0,
        )
        const shown = countsOf([...kept, ...named])
        const missing = Object.entries(countsOf(found)).filter(([path, count]) => shown[path] !== count)
        expect(missing).toHaveLength(unnamed)
        if (kept.length > 0) expect(unnamed).toBe(0)
        if ('text' in packed && kept.length > 0) {
          expect(estimateTokens(packed.text)).toBeLessThanOrEqual(token_budget)
        }

        for (const answer of [all, packed]) {
          if ('refusal' in answer) continue
          expect(output.validate(answer.data).errors).toEqual([])
          expect(parse(answer.text, { version: '1.2' })).toEqual(answer.data)
          expect(parse(answer.text, { version: '1.1' })).toEqual(answer.data)
          expect(answer.text.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        }
        expect(ask({})).toEqual(all)
      },
    ),
    { numRuns: runs(300) },
  )
})
