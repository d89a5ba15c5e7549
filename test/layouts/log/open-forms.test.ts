import { expect, test } from 'vitest'
import type { Document, FoundForm } from '../../../src/core/document.ts'
import type { Json } from '../../../src/core/json.ts'
import { readSettings } from '../../../src/engine/settings/settings-file.ts'
import { layouts } from '../../../src/layouts/index.ts'
import { log } from '../../../src/layouts/log/layout.ts'
import { rules } from '../../../src/rules/index.ts'
import { documentOf, itemOf, memoryOf } from '../../core/literal-parts.ts'
import { judgeLiteral } from '../../helpers/check-literal.ts'

const headings = { unit: 'heading', depth: 2, pattern: null, mark: null }
const bullets = { unit: 'bullet', depth: 0, pattern: null, mark: 'label' }

const logOf = (path: string, uncertain: FoundForm['uncertain'], facts: Json, kind = 'log'): Document =>
  documentOf({
    path,
    kind,
    items: [itemOf({ key: 'a' }), itemOf({ key: 'b' })],
    facts,
    form: {
      form: '`## {title}`',
      explained: 0.7,
      other: { form: 'list items', items: 29, explained: 0.7 },
      ...(uncertain && { uncertain }),
    },
  })

const facts = { entries: '## {title}', shape: headings }
const other = { entries: '- {title}', shape: bullets }

const memory = memoryOf([
  logOf('certain.md', undefined, facts),
  logOf('more.md', 'more', facts),
  logOf('other.md', 'other', { ...facts, other }),
  logOf('odd.md', 'other', { entries: null, shape: headings }),
  logOf('unsaid.md', undefined, { entries: null, shape: headings }),
  logOf('x-archive.md', 'other', facts, 'log-archive'),
  documentOf({ path: 'bad.md', kind: 'log', facts: null }),
])

test('settings hold the forms that are certain, and of the others what was chosen', () => {
  const certain = [
    { path: 'certain.md', entries: '## {title}' },
    { path: 'more.md', entries: '## {title}' },
  ]
  expect(log.log?.forms?.(memory).settings).toEqual({ logs: certain })
  const chosen = [{ path: 'odd.md', ignore: true }]
  expect(log.log?.forms?.(memory, chosen).settings).toEqual({ logs: [...certain, ...chosen] })
  expect(log.log?.forms?.(memoryOf([])).settings).toEqual({})
})

test('a form is open where the entries may be others, with the setting for each reading', () => {
  expect(log.log?.forms?.(memory).open).toEqual([
    {
      path: 'other.md',
      readings: [
        { items: 2, form: 'headings `##`', setting: { path: 'other.md', entries: '## {title}' } },
        {
          items: 29,
          form: 'list items with a label below',
          setting: { path: 'other.md', entries: '- {title}' },
        },
      ],
      none: { path: 'other.md', ignore: true },
    },
    {
      path: 'odd.md',
      readings: [{ items: 2, form: 'headings `##`', setting: null }],
      none: { path: 'odd.md', ignore: true },
    },
  ])
})

test('a setting for a log that was not certain is no note of what held before', async () => {
  const prose = 'Words that belong to nothing in particular, and go on and on for a while. '.repeat(9)
  const labelled = ['A', 'B', 'C'].map((title) => `### ${title}\n**By:** x\n\nShort.\n\n`).join('')
  const files = {
    'docs/decisions.md': `## Rules\n\n${labelled}# Decision: D\n\n## Work\n\n${prose}\n\n## Rest\n\n${prose}\n`,
    'tasks/lessons.md': '# Lessons\n\n## 2026-01-01: A\n\nx\n\n## 2026-01-02: B\n\nx\n',
  }
  const loosened = async (setting: string): Promise<readonly string[]> => {
    const found = await judgeLiteral(files, { ...files, 'memkeep.yaml': `logs:\n  - { ${setting} }\n` })
    return found
      .filter(({ rule }) => rule === 'loosened')
      .map(({ severity, message }) => `${severity}: ${message}`)
  }
  expect(await loosened('path: tasks/lessons.md, entries: "## {date}: {title}"')).toEqual([])
  // No form that a person names loses a guard, because nothing was guarded.
  for (const setting of ['entries: "# {title}"', 'entries: "## {title}"', 'ignore: true'])
    expect(await loosened(`path: docs/decisions.md, ${setting}`)).toEqual([
      'warning: This change may allow itself more than before: logs',
    ])
})

test('a heading that all entries have is a form that settings may hold', () => {
  const read = (entries: string) =>
    readSettings(`logs: [{ path: a.md, entries: ${JSON.stringify(entries)} }]\n`, 'memkeep.yaml', {
      layouts,
      rules,
    })
  for (const one of ['## Решение', '### Decision', '- {title}', '[{date}] - {title}'])
    expect(() => read(one)).not.toThrow()
  for (const one of ['Decision', '## {tilte}', '- Decision', '##']) expect(() => read(one)).toThrow()
})
