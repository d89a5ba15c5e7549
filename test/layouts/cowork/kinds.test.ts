import { describe, expect, test } from 'vitest'
import type { Document } from '../../../src/core/document.ts'
import { cowork } from '../../../src/layouts/cowork/layout.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'
import { cleanCowork, FIRST, firstDecision, firstPattern, ITERATION, json, MEMORY } from './clean-memory.ts'

async function documentOf(path: string, text: string): Promise<Document> {
  const { documents } = await checkLiteral({ [path]: text })
  const found = documents.find((one) => one.path === path)
  if (!found) throw new Error(`no layout claims ${path}`)
  return found
}

describe('project memory', () => {
  test('a decision and a pattern without their text are an error', async () => {
    const rows = {
      decisions: [{ ...firstDecision, decision: ' ' }],
      patterns: [{ ...firstPattern, description: '' }],
    }
    const { findings } = await documentOf(MEMORY, json(rows))
    expect(findings.map(({ rule, severity, message }) => `${severity} ${rule} ${message}`)).toEqual([
      expect.stringMatching(
        /^error schema The value is " ", it should be some text \(decisions\.0\.decision\)$/,
      ),
      expect.stringMatching(
        /^error schema The value is empty text, it should be some text \(patterns\.0\.description\)$/,
      ),
    ])
  })

  test('decisions and patterns are items with their ids', async () => {
    const { items, dates } = await documentOf(MEMORY, String(cleanCowork[MEMORY]))
    expect(items.map(({ kind, id, key, title, place }) => [kind, id === key, title, place.line])).toEqual([
      ['decision', true, 'SQLite keeps the local store', 4],
      ['decision', true, 'Migrations are numbered files', 16],
      ['pattern', true, 'Repository per table', 29],
    ])
    expect(dates.map(({ date }) => date)).toEqual(['2026-02-08', '2026-03-01', '2026-02-08'])
  })

  test('line ends, order of keys and indentation are no change, unknown keys and their values are', async () => {
    const essence = async (text: string): Promise<unknown> =>
      (await documentOf(MEMORY, text)).items.map(({ place: _, says, ...item }) => ({
        ...item,
        says: says?.text,
      }))
    const row = { ...firstDecision, extra: { a: 1, b: [2] } }
    const plain = await essence(json({ decisions: [row] }))
    const turned = Object.fromEntries(Object.entries({ ...row, extra: { b: [2], a: 1 } }).reverse())
    expect(await essence(`\ufeff${json({ decisions: [turned] }).replaceAll('\n', '\r\n')}`)).toEqual(plain)
    expect(await essence(JSON.stringify({ decisions: [row], patterns: [] }))).toEqual(plain)
    expect(await essence(json({ decisions: [{ ...row, extra: { a: 1, b: [3] } }] }))).not.toEqual(plain)
    expect(await essence(json({ decisions: [firstDecision] }))).not.toEqual(plain)
  })

  test('a history setting may name every field that an item has, and no other', async () => {
    const { items } = await documentOf(MEMORY, String(cleanCowork[MEMORY]))
    const fields = cowork.kinds.find(({ id }) => id === 'project-memory')?.fields
    const own = items.flatMap((item) => Object.keys(item.fields))
    expect([...(fields ?? [])].sort()).toEqual([...new Set([...own, 'title', 'body'])].sort())
  })

  test('absent fields take the defaults of the model, those of a decision have none', async () => {
    const faults = async (value: unknown): Promise<string[]> => {
      const { findings } = await documentOf(MEMORY, json(value))
      return findings.map(({ rule, message }) => `${rule}: ${message}`)
    }
    expect(await faults({})).toEqual([])
    expect(await faults({ context: {}, notes: 'kept' })).toEqual([])
    const { consequences: _, ...lacking } = firstDecision
    expect(await faults({ decisions: [lacking] })).toEqual([
      expect.stringMatching(/^schema: Missing field "consequences".*\(decisions\.0\)$/),
    ])
    expect(await faults({ decisions: null })).toEqual([expect.stringMatching(/^schema: /)])
    expect(await faults([])).toEqual([expect.stringMatching(/^schema: /)])
    expect(await faults({ context: { key_dependencies: [{ name: 'x' }] } })).toHaveLength(2)
  })
})

describe('iteration memory', () => {
  const learning = (content: string, id?: string) => ({
    ...(id !== undefined && { id }),
    content,
    created_at: '2026-03-01T10:00:00Z',
  })

  test('an item is known by its id, where it has one', async () => {
    const items = async (...learnings: readonly unknown[]) =>
      (await documentOf(ITERATION, json({ learnings }))).items
    const [named, other] = await items(learning('One.', 'lrn-iter-3-1'), learning('Two.'))
    expect(named).toMatchObject({ id: 'lrn-iter-3-1', key: 'lrn-iter-3-1', fields: { other: null } })
    expect(other).toMatchObject({ key: '2026-03-01T10:00:00Z two' })
    expect(other?.id).toBeUndefined()
    const [edited] = await items(learning('Something else.', 'lrn-iter-3-1'))
    expect(edited?.key).toBe(named?.key)
  })

  test('two items of one id are an error, also in two files', async () => {
    const second = ITERATION.replace('iter-3', 'iter-4')
    const { diagnostics } = await checkLiteral({
      [ITERATION]: json({ learnings: [learning('One.', 'a'), learning('Two.', 'b')], issues: [] }),
      [second]: json({ learnings: [learning('Three.', 'a'), learning('Four.'), learning('Five.')] }),
    })
    expect(diagnostics.map(({ path, line, rule, severity }) => [path, line, rule, severity])).toEqual([
      [second, 4, 'id-unique', 'error'],
    ])
  })

  test('what says nothing is an error', async () => {
    for (const content of ['', ' \n\t']) {
      const rows = {
        insights: [{ stage: 'design', importance: 'normal', ...learning(content) }],
        issues: [{ stage: 'design', resolved: false, ...learning(content) }],
        learnings: [learning(content)],
      }
      const { findings } = await documentOf(ITERATION, json(rows))
      expect(findings.map(({ rule, severity, message }) => `${severity} ${rule} ${message}`)).toEqual(
        ['insights', 'issues', 'learnings'].map((list) =>
          expect.stringMatching(
            new RegExp(`^error schema The value is .*, it should be some text \\(${list}\\.0\\.content\\)$`),
          ),
        ),
      )
    }
  })
  test('insights, issues and learnings are items by time and first line', async () => {
    const { items } = await documentOf(ITERATION, String(cleanCowork[ITERATION]))
    expect(items.map(({ kind, key, id, place }) => [kind, key, id, place.line])).toEqual([
      ['insight', '2026-03-01T09:00:00Z reads outnumber writes by far', undefined, 4],
      ['issue', '2026-03-01T09:30:00Z the test database is locked now and then', undefined, 12],
      ['learning', '2026-03-01T10:00:00Z close statements before the file', undefined, 21],
    ])
  })

  test('an unknown importance says what was meant', async () => {
    const insight = { stage: 'prd', content: 'A.', created_at: '2026-03-01T10:00:00Z' }
    const helps = async (importance: string): Promise<string[]> => {
      const { findings } = await documentOf(ITERATION, json({ insights: [{ ...insight, importance }] }))
      return findings.map(({ rule, help, place }) => `${place.line} ${rule} ${help}`)
    }
    expect(await helps('critcal')).toEqual(['7 schema Did you mean "critical"?'])
    expect(await helps('HIGH')).toEqual(['7 schema Did you mean "important"?'])
    expect(await helps('purple')).toEqual(['7 schema Write one of the allowed values.'])
    expect(await helps('normal')).toEqual([])
  })
})

describe('a detail file', () => {
  test('has the words below its mark as an item', async () => {
    const mark = `<!-- Above: derived from memory.json (${'0'.repeat(24)}). Below: yours, and kept. -->`
    const text = `# SQLite\n\n${mark}\n\n## Notes\n\nIt held up.\n`
    const { items } = await documentOf(FIRST, text.replaceAll('\n', '\r\n'))
    expect(items.map(({ kind, key, place }) => [kind, key, place.line])).toEqual([
      ['notes', 'dec-iter-1-1770544800', 5],
    ])
    expect((await documentOf(FIRST, `# SQLite\n\n${mark}\n`)).items).toEqual([])
  })
})

test('rules name kinds that exist', () => {
  const ids = new Set(cowork.kinds.map(({ id }) => id))
  expect(cowork.rules.flatMap(({ kinds = [] }) => kinds).filter((kind) => !ids.has(kind))).toEqual([])
})
