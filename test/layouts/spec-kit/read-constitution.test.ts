import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { versionLineOf } from '../../../src/layouts/spec-kit/constitution.ts'
import { specKit } from '../../../src/layouts/spec-kit/layout.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'
import { constitution, PATH, PRINCIPLES } from './constitutions.ts'

async function read(text: string) {
  const { documents } = await checkLiteral({ [PATH]: text })
  const [document] = documents
  if (!document) throw new Error('no document')
  const line = versionLineOf(document)
  return {
    titles: document.items.map(({ title }) => title),
    keys: document.items.map(({ key }) => key),
    line: line && [line.version.text, line.ratified?.text, line.amended?.text],
  }
}

describe('a path', () => {
  test.each([
    [PATH, 'constitution'],
    [`apps/shop/${PATH}`, 'constitution'],
    ['memory/constitution.md', undefined],
    ['.specify/templates/constitution-template.md', undefined],
    ['.specify/memory/notes.md', undefined],
  ])('%s: %s', (path, kind) => {
    expect(specKit.claim(path, 'file', DEFAULT_SETTINGS)?.kind).toBe(kind)
  })
})

describe('principles', () => {
  test('are known by name, not by number', async () => {
    expect(await read(constitution(PRINCIPLES))).toEqual({
      titles: ['Tests First', 'One Database', 'Plain Words'],
      keys: ['tests first', 'one database', 'plain words'],
      line: ['1.1.0', '2026-01-05', '2026-02-08'],
    })
  })

  test('are under any heading of principles, or have a Roman number; other sections hold none', async () => {
    const text = `\ufeff# A\r\n\r\n## 基本原則\r\n\r\n### 1. 一\r\n\r\nx\r\n\r\n## Articles\r\n\r\n### Article II: Two\r\n\r\ny\r\n\r\n## III. Three\r\n\r\n### Why\r\n\r\nz\r\n\r\n## Workflow\r\n\r\n### Before a merge\r\n`
    expect((await read(text)).titles).toEqual(['一', 'Two', 'Three'])
  })

  test('are numbered where no section is of principles', async () => {
    const text = '# A\n\n## Values\n\n### 1. One\n\nx\n\n### 2) Two\n\ny\n\n## Rest\n\n### More\n'
    expect((await read(text)).titles).toEqual(['One', 'Two'])
  })

  test('of a template are none', async () => {
    expect(
      (await read('# [PROJECT_NAME]\n\n## Core Principles\n\n### [PRINCIPLE_1_NAME]\n\n[X]\n')).titles,
    ).toEqual([])
  })
})

describe('the version line', () => {
  test.each([
    [
      '**Version:** 2.1.1 | **Ratified:** 2025-06-13 | **Last Amended:** 2025-07-16',
      ['2.1.1', '2025-06-13', '2025-07-16'],
    ],
    [
      'Version: 1.0\nRatified: 2025-06-13\n\nLast amended: 2025-07-16 (a remark)',
      ['1.0', '2025-06-13', '2025-07-16 (a remark)'],
    ],
    [
      '**Constitution Version:** 1.0\n**Last Updated:** December 4, 2025\n**Status:** Active',
      ['1.0', undefined, 'December 4, 2025'],
    ],
    [
      '**バージョン**: 1.1.0 | **制定日**: 2025-01-27 | **最終改訂日**: 2025-01-28',
      ['1.1.0', '2025-01-27', '2025-01-28'],
    ],
    [
      '**版本**：1.0.0 | **批准日期**：2026-03-29 | **最后修订**：2026-03-30',
      ['1.0.0', '2026-03-29', '2026-03-30'],
    ],
    ['- Postgres: 16.2 | Node: 22', null],
    ['<!-- Version: 1.0.0 -->\n\n`Version: 1.0.0`', null],
  ])('%s', async (written, line) => {
    expect((await read(`# A\n\nVersioning: numbers.\n\n${written}\n`)).line).toEqual(line)
  })

  test('is the last one of a file', async () => {
    const text = constitution(PRINCIPLES).replace('## Core', 'Version: 0.1.0\n\n## Core')
    expect((await read(text)).line?.[0]).toBe('1.1.0')
  })
})

describe('a constitution that the template replaces', () => {
  test('has lost its principles', async () => {
    const template =
      '# [PROJECT_NAME] Constitution\n\n## Core Principles\n\n### [PRINCIPLE_1_NAME]\n\n[PRINCIPLE_1_DESCRIPTION]\n\n**Version**: [CONSTITUTION_VERSION] | **Ratified**: [RATIFICATION_DATE] | **Last Amended**: [LAST_AMENDED_DATE]\n'
    const before = { [PATH]: constitution(PRINCIPLES) }
    const { diagnostics } = await checkLiteral({ [PATH]: template }, { before })
    expect(diagnostics.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      expect.stringMatching(/^placeholder-left 6 placeholders/),
      expect.stringMatching(/^item-lost .*principle "Tests First"/),
      expect.stringMatching(/^item-lost .*principle "One Database"/),
      expect.stringMatching(/^item-lost .*principle "Plain Words"/),
    ])
  })

  test('is a warning where its file is deleted, and no loss of its principles', async () => {
    const { diagnostics } = await checkLiteral({}, { before: { [PATH]: constitution(PRINCIPLES) } })
    expect(diagnostics).toMatchObject([{ path: PATH, rule: 'file-lost', severity: 'warning' }])
  })

  test('a principle that is taken out on purpose leaves a comment, as the help says', async () => {
    const before = { [PATH]: constitution(PRINCIPLES) }
    const { 'II. One Database': _, ...rest } = PRINCIPLES
    const gone = constitution(rest, '**Version**: 2.0.0')
    const { diagnostics } = await checkLiteral({ [PATH]: gone }, { before })
    const [lost, ...more] = diagnostics
    expect(more).toEqual([])
    const [comment = ''] = /<!-- .* -->/.exec(lost?.help ?? '') ?? []
    expect(lost?.help).toContain(`write in its place \`${comment}\``)
    expect(lost?.help).not.toContain('memkeep archive')
    const kept = {
      [PATH]: gone.replace(
        '### III',
        `${comment.replace('reason', 'two databases since the split')}\n\n### III`,
      ),
    }
    expect((await checkLiteral(kept, { before })).diagnostics).toEqual([])
  })
})
