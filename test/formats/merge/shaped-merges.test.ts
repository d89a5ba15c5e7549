import { describe, expect, test } from 'vitest'
import type { LogForm } from '../../../src/core/log-shape.ts'
import { mergeEntries } from '../../../src/formats/merge/merge-entries.ts'

const DECISIONS: LogForm = { expected: 'decisions' }
const LESSONS: LogForm = { expected: 'lessons' }

function merge(base: string, ours: string, theirs: string, form = DECISIONS): string {
  const merged = mergeEntries({ base, ours, theirs }, { form, markSize: 7 })
  if (!merged) throw new Error('merged as text')
  expect(merged.conflicts).toBe(0)
  return merged.text
}

describe('two sides that both append', () => {
  test('under dated headings, where one groups the others', () => {
    const base = '# Log\n\n## Active\n\n### 2026-01-05: A queue\n\nx\n'
    const text = merge(base, `${base}\n### 2026-01-06: Ours\n\ny\n`, `${base}\n### 2026-01-06: Theirs\n\nz\n`)
    expect(text).toBe(`${base}\n### 2026-01-06: Ours\n\ny\n\n### 2026-01-06: Theirs\n\nz\n`)
  })

  test('rows of a table, which stay a table', () => {
    const base = '# Log\n\n| Date | What |\n| --- | --- |\n| 2026-01-05 | A queue |\n'
    const text = merge(base, `${base}| 2026-01-06 | Ours |\n`, `${base}| 2026-01-07 | Theirs |\n`)
    expect(text).toBe(`${base}| 2026-01-06 | Ours |\n| 2026-01-07 | Theirs |\n`)
  })

  test('items of a list, and text behind the list stays behind it', () => {
    const [head, end] = ['# Lessons\n\n- The zone of a test\n', '\nEnd of the list.\n']
    const text = merge(
      `${head}${end}`,
      `${head}- Our lesson\n${end}`,
      `${head}- Their lesson\n${end}`,
      LESSONS,
    )
    expect(text).toBe(`${head}- Our lesson\n- Their lesson\n${end}`)
  })

  test('stamped lines with headings in them', () => {
    const base = '# Log\n\n[2026-01-05 10:00] - A queue\n\n## Why\n\nx\n'
    const ours = `${base}\n[2026-01-06 10:00] - Ours\n\n## Why\n\ny\n`
    const theirs = `${base}\n[2026-01-07 10:00] - Theirs\n\n## Why\n\nz\n`
    expect(merge(base, ours, theirs)).toBe(`${ours}\n[2026-01-07 10:00] - Theirs\n\n## Why\n\nz\n`)
  })

  test('at the top of a log that has its newest entry first', () => {
    const [head, old] = ['# Log\n\n', '## 2026-01-05: Old\n\nx\n\n## 2026-01-04: Older\n\nw\n']
    const [mine, yours] = ['## 2026-01-06: Ours\n\ny\n\n', '## 2026-01-07: Theirs\n\nz\n\n']
    expect(merge(head + old, head + mine + old, head + yours + old)).toBe(head + yours + mine + old)
  })
})

test('lists behind a text are no entries: two sides that append a second decision both keep it whole', () => {
  const entry = (title: string): string =>
    `## ${title}\n\n**Decision**: ${title}, as was said by all who had looked at it for a week or longer than that.\n\n**Context**: It had been so for a long time, and no one liked it; the two ways to do it were tried, and one of them was slow.\n\n**Approach**:\n- First ${title}\n- Then the rest\n- No more of it\n\n**Trade-offs**:\n- More of ${title}\n- Less of others\n\n---\n\n`
  const base = `# Key Decisions\n\n${entry('One orchestrator')}`
  const text = merge(base, base + entry('Events and no decay'), base + entry('Routes by domain'))
  expect(text).toContain(entry('Events and no decay').trim())
  expect(text).toContain(entry('Routes by domain').trim())
})

test('lists of labels below headings are no entries: two sides that append to a young log tear none', () => {
  const entry = (title: string, label = 'Data'): string =>
    `### ${title}\n- **${label}:** un giorno\n- **Decisione:** ${title} si fa.\n- **Perché:** chiesto.\n- **Impatto:** poco.\n\n`
  const base = `# Decisioni\n\n## Modello\n${entry('[Titolo]')}---\n\n`
  const merged = mergeEntries(
    { base, ours: base + entry('Nomi reali'), theirs: base + entry('Solo locale') },
    { form: DECISIONS, markSize: 7 },
  )
  expect(merged?.text ?? `${entry('Nomi reali')}${entry('Solo locale')}`).toContain(
    entry('Solo locale').trim(),
  )
  expect(merged?.text ?? entry('Nomi reali')).toContain(entry('Nomi reali').trim())
})

test('an entry that one side removed and the other left is removed, and edits of others stay', () => {
  const [a, b, c] = ['## 2026-01-05: A\n\nx\n\n', '## 2026-01-06: B\n\ny\n\n', '## 2026-01-07: C\n\nz\n']
  expect(merge(a + b + c, b + c, a + b.replace('y', 'yes') + c)).toBe(b.replace('y', 'yes') + c)
})

test('an entry that both sides changed differently is a conflict, and the rest is merged', () => {
  const base = '## 2026-01-05: A\n\nx\n\n## 2026-01-06: B\n\ny\n'
  const merged = mergeEntries(
    { base, ours: base.replace('x', 'one'), theirs: `${base.replace('x', 'two')}\n## 2026-01-07: C\n\nz\n` },
    { form: DECISIONS, markSize: 7 },
  )
  expect(merged?.conflicts).toBe(1)
  expect(merged?.text).toContain('## 2026-01-07: C\n\nz\n')
})

test('a text of no form, and sides of two forms, are merged as text', () => {
  const one = '## 2026-01-05: A\n\nx\n'
  const other = '- 2026-01-05: A\n- 2026-01-06: B\n'
  const as = (base: string, ours: string, theirs: string) =>
    mergeEntries({ base, ours, theirs }, { form: DECISIONS, markSize: 7 })
  expect(as('a\n', 'a\nb\n', 'c\na\n')).toBeNull()
  expect(as('', one, other)).toBeNull()
})
