import { describe, expect, test } from 'vitest'
import type { ArchiveChoice } from '../../../src/core/layout.ts'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { readSource } from '../../../src/engine/documents/document-stage.ts'
import { layouts } from '../../../src/layouts/index.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'

const log = layouts.find(({ id }) => id === 'log')
if (!log) throw new Error('no such layout')

/** The texts after archiving, or why it was refused. */
async function archive(files: { readonly [path: string]: string }, path: string, choice: ArchiveChoice) {
  const { memories } = await checkLiteral(files)
  const memory = [...memories.values()].find(({ layout }) => layout === 'log')
  const sources = await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const claim = log?.claim(name, 'file', DEFAULT_SETTINGS)
      if (!claim || !log) throw new Error(`${name} is not claimed`)
      const bytes = new TextEncoder().encode(text)
      const settings = DEFAULT_SETTINGS
      return [
        name,
        await readSource({ path: name, bytes, id: text, layout: log, claim, rules: [], settings }),
      ] as const
    }),
  )
  const others = new Map(sources)
  const source = others.get(path)
  others.delete(path)
  if (!memory || !source || !log?.log?.archive) throw new Error(`no ${path}`)
  const answer = log.log.archive({ memory, source, others, choice })
  if ('refusal' in answer) return answer.refusal
  const after: { [path: string]: string } = { ...files }
  for (const [name, file] of answer.plan) after[name] = file.kind === 'text' ? file.text : ''
  return after
}

describe('the oldest entries go to the archive next to the log', () => {
  test('by date, whichever end is the newest', async () => {
    const [a, b, c] = ['## 2026-01-05: A\n\nx\n', '## 2026-01-06: B\n\ny\n', '## 2026-01-07: C\n\nz\n']
    expect(
      await archive({ 'DECISIONS.md': `# Log\n\n${c}\n${b}\n${a}` }, 'DECISIONS.md', { keep: 1 }),
    ).toEqual({
      'DECISIONS.md': `# Log\n\n${c}`,
      'DECISIONS-archive.md': `# DECISIONS archive\n\n${a}\n${b}`,
    })
  })

  test.each([
    ['a month before its day', '8/30/2025', '8/7/2025', '7/11/2025'],
    ['a day before its month', '27/02/2025', '02/02/2025', '11/1/2025'],
    ['a number that names it', 'D-014', 'D-013', 'D-2'],
  ])('by %s, newest first', async (_, newest, middle, oldest) => {
    const [a, b, c] = [newest, middle, oldest].map((head) => `## ${head} - Decision\n\nText of ${head}.\n`)
    expect(
      await archive({ 'DECISIONS.md': `# Log\n\n${a}\n${b}\n${c}` }, 'DECISIONS.md', { keep: 2 }),
    ).toEqual({
      'DECISIONS.md': `# Log\n\n${a}\n${b}`,
      'DECISIONS-archive.md': `# DECISIONS archive\n\n${c}`,
    })
  })

  test('not where its dates can be read in two ways', async () => {
    const [a, b] = ['## 02/03/2026: A\n\nx\n', '## 04/03/2026: B\n\ny\n']
    const files = { 'DECISIONS.md': `# Log\n\n${a}\n${b}` }
    expect(await archive(files, 'DECISIONS.md', { keep: 1 })).toBe(
      'its dates can be read in two ways ("02/03/2026"), so nothing says which entries are the oldest',
    )
    expect(await archive(files, 'DECISIONS.md', { entry: 'A', reason: null })).toMatchObject({
      'DECISIONS.md': `# Log\n\n${b}`,
    })
  })

  test('without dates from the top, and lists stay lists', async () => {
    const files = {
      'tasks/lessons.md': '# Lessons\n\n- One\n- Two\n- Three\n',
      'tasks/lessons-archive.md': '# Old\n\n- Zero\n',
    }
    expect(await archive(files, 'tasks/lessons.md', { keep: 2 })).toEqual({
      'tasks/lessons.md': '# Lessons\n\n- Two\n- Three\n',
      'tasks/lessons-archive.md': '# Old\n\n- Zero\n- One\n',
    })
  })

  test('to the archive that is there, in a folder next to the log', async () => {
    const [a, b, c] = ['## 2026-01-05: A\n\nx\n', '## 2026-01-06: B\n\ny\n', '## 2026-01-07: C\n\nz\n']
    const files = { 'docs/decisions.md': `# Log\n\n${b}\n${c}`, 'docs/archive/decisions.md': `# Old\n\n${a}` }
    expect(await archive(files, 'docs/decisions.md', { keep: 1 })).toEqual({
      'docs/decisions.md': `# Log\n\n${c}`,
      'docs/archive/decisions.md': `# Old\n\n${a}\n${b}`,
    })
  })

  test('one by its title, with a reason', async () => {
    const files = { 'tasks/lessons.md': '# Lessons\n\n## One\n\nx\n\n## Two\n\ny\n\n## Three\n\nz\n' }
    expect(await archive(files, 'tasks/lessons.md', { entry: 'Two', reason: 'it is fixed' })).toEqual({
      'tasks/lessons.md': '# Lessons\n\n## One\n\nx\n\n## Three\n\nz\n',
      'tasks/lessons-archive.md': '# Lessons archive\n\n<!-- archived: it is fixed -->\n## Two\n\ny\n',
    })
  })
})

describe('rows of a table', () => {
  const HEAD = '| Date | What |\n| --- | --- |\n'
  const [a, b, c] = ['| 2026-01-05 | A |\n', '| 2026-01-06 | B |\n', '| 2026-01-07 | C |\n']

  test('go to a table with the same head', async () => {
    const files = { 'DECISIONS.md': `# Log\n\n${HEAD}${a}${b}${c}\nThe end.\n` }
    const once = await archive(files, 'DECISIONS.md', { keep: 2 })
    const moved = {
      'DECISIONS.md': `# Log\n\n${HEAD}${b}${c}\nThe end.\n`,
      'DECISIONS-archive.md': `# DECISIONS archive\n\n${HEAD}${a}`,
    }
    expect(once).toEqual(moved)
    expect(await archive(moved, 'DECISIONS.md', { keep: 0 })).toEqual({
      'DECISIONS.md': `# Log\n\n${HEAD}\nThe end.\n`,
      'DECISIONS-archive.md': `# DECISIONS archive\n\n${HEAD}${a}${b}${c}`,
    })
  })

  test('keep the line ends of the log', async () => {
    const crlf = `# Log\n\n${HEAD}${a}${b}`.replaceAll('\n', '\r\n')
    expect(await archive({ 'DECISIONS.md': crlf }, 'DECISIONS.md', { keep: 1 })).toEqual({
      'DECISIONS.md': `# Log\n\n${HEAD}${b}`.replaceAll('\n', '\r\n'),
      'DECISIONS-archive.md': `# DECISIONS archive\n\n${HEAD}${a}`.replaceAll('\n', '\r\n'),
    })
  })

  test('are left to people where a table would not hold them', async () => {
    const two = `${HEAD}${a}${b}\n| Day | Who | What |\n| --- | --- | --- |\n| 2026-01-07 | x | C |\n`
    expect(await archive({ 'DECISIONS.md': two }, 'DECISIONS.md', { keep: 1 })).toBe(
      'its rows are in several tables',
    )
    const other = { 'DECISIONS.md': HEAD + a + b, 'DECISIONS-archive.md': `${HEAD}${c}\nThe end.\n` }
    expect(await archive(other, 'DECISIONS.md', { keep: 1 })).toBe(
      'its archive DECISIONS-archive.md does not end in a table with the same head',
    )
    expect(
      await archive({ 'DECISIONS.md': HEAD + a + b }, 'DECISIONS.md', { entry: 'B', reason: 'it is old' }),
    ).toBe('a row of a table can carry no reason')
  })
})

test('an archive itself is left to people', async () => {
  const old = { 'DECISIONS.md': '## 2026-01-07: C\n', 'DECISIONS-archive.md': '## 2026-01-05: A\n' }
  expect(await archive(old, 'DECISIONS-archive.md', { keep: 0 })).toBe('it is an archive')
})
