import { Validator } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { safeText } from '../../../../src/core/messages.ts'
import type { Refusal } from '../../../../src/core/operation.ts'
import { lineStarts } from '../../../../src/core/text.ts'
import { type Entry, entryLog } from '../../../../src/formats/entry-log.ts'
import { parseMarkdown } from '../../../../src/formats/markdown/parse-markdown.ts'
import { layoutOperations } from '../../../../src/layouts/operations.ts'
import { workspace } from '../../../../src/layouts/workspace/layout.ts'
import { saveMemory } from '../../../../src/layouts/workspace/operations/save-memory.ts'
import { checkLiteral } from '../../../helpers/check-literal.ts'
import { cleanWorkspace } from '../../../helpers/clean-workspace.ts'
import { runs } from '../../../helpers/runs.ts'
import { GOOD, type Save, type SaveOptions, saveLiteral, type Texts } from './save-literal.ts'
import { asking, LOG, LOGS, logged } from './save-logs.ts'

const OLD =
  '### [2026-01-12] One lockfile\n\n**Category:** tooling\n\nOne lockfile serves all packages of the repository and nothing is installed twice any more.\n\n---\n'
const CLEAN = Object.fromEntries(
  Object.entries(cleanWorkspace).filter((one): one is [string, string] => typeof one[1] === 'string'),
)

async function saved(files: Texts, changes: object = {}, options: SaveOptions = {}): Promise<Save> {
  const result = await saveLiteral(files, asking(changes), options)
  if ('refusal' in result) throw new Error(`${result.refusal} ${result.help}`)
  return result
}

async function refused(files: Texts, changes: object, options: SaveOptions = {}): Promise<Refusal> {
  const result = await saveLiteral(files, asking(changes), options)
  if (!('refusal' in result)) throw new Error(`saved: ${result.text}`)
  expect(safeText(result.refusal)).toBe(result.refusal)
  expect(result.help).not.toBe('')
  return result
}

function entriesOf(text: string): readonly Entry[] {
  const start = text.startsWith('\ufeff') ? 1 : 0
  return entryLog(text, parseMarkdown(text, start), lineStarts(text)).entries
}

describe('a save', () => {
  test('writes an entry in the form of the format, and says where and what', async () => {
    const { data, text, after } = await saved({}, {}, { today: '2026-05-30' })
    const entry =
      '### [2026-05-30] Run the type checker before the tests\n\n**Category:** tooling\n**Tags:** typescript\n\nA type error is found in seconds; the tests need minutes.\n\n---\n'
    expect(after[LOG]).toBe(`# Decisions\n\n${entry}`)
    expect(data).toEqual({
      saved: true,
      path: LOG,
      line: 3,
      entry,
      index: {
        path: 'user/memory/workspaces/devtools/_index.yaml',
        last_updated: '2026-05-30',
        total_decisions: 1,
        total_lessons: 0,
        category: { name: 'tooling', count: 1 },
        tags: [{ name: 'typescript', count: 1 }],
      },
      notes: ['This is the first workspace memory of the repository: it starts the scope devtools.'],
    })
    expect(parse(text)).toEqual(data)
    expect(after['user/memory/workspaces/devtools/_index.yaml']).toContain('total_decisions: 1')
  })

  test('goes to the log of its type and scope', async () => {
    const { after, data } = await saved(CLEAN, {
      scope: { workspace: 'devtools', domain: 'web' },
      type: 'lesson',
      category: undefined,
      tags: undefined,
    })
    const path = 'user/memory/workspaces/devtools/web/lessons.md'
    expect(data.path).toBe(path)
    expect(after[path]).toBe(`${CLEAN[path] ?? '# Lessons\n\n'}${CLEAN[path] ? '\n' : ''}${data.entry}`)
    expect(data.entry).toContain('tests\n\n**Category:** general\n\nA type error')
  })

  test.each(Object.keys(LOGS))('changes no byte of a log that is: %s', async (form) => {
    const text = LOGS[form] ?? null
    const { after, data, findings } = await saved(logged(text))
    const now = after[LOG] ?? ''
    const start = lineStarts(now)[Number(data.line) - 1] ?? -1
    const lineEnd = text?.includes('\r\n') ? '\r\n' : '\n'
    const entry = String(data.entry).trimEnd().replaceAll('\n', lineEnd)
    expect(now.startsWith(entry, start)).toBe(true)
    const rest = now.slice(0, start) + now.slice(start + entry.length)
    expect(rest.replaceAll(/\s/g, '').replace('#Decisions', '')).toBe(
      (text ?? '').replaceAll(/\s/g, '').replace('#Decisions', ''),
    )
    if (form.startsWith('the newest first')) expect(entriesOf(now)[0]?.title.text).toBe(GOOD.title)
    else {
      expect(now.startsWith(text ?? '')).toBe(true)
      const isOpen = text !== null && /[^\s\ufeff]/.test(text) && !/[\r\n]$/.test(text)
      expect(now.endsWith(`---${isOpen ? '' : lineEnd}`)).toBe(true)
    }
    if (lineEnd === '\r\n') expect(now).not.toMatch(/(?<!\r)\n/)
    expect(entriesOf(now)).toHaveLength(entriesOf(text ?? '').length + 1)
    expect(findings.filter(({ rule }) => rule !== 'entry-order')).toEqual([])
  })

  test('keeps what an archive next to the log holds', async () => {
    const archive = 'user/memory/workspaces/devtools/_archive/decisions-2025.md'
    const { after } = await saved({
      [LOG]: OLD,
      [archive]: OLD.replace('2026-01-12', '2025-03-01').replace('One', 'No'),
    })
    expect(after[archive]).toContain('[2025-03-01]')
  })

  test('a dry run has the same answer and asks for nothing to be written', async () => {
    const { dryRun, data } = await saved(CLEAN, { dry_run: true })
    expect(dryRun).toBe(true)
    expect(data.saved).toBe(false)
    await expect(refused(CLEAN, { dry_run: true, content: '```' })).resolves.toHaveProperty('help')
  })

  test('says when a log grows past its threshold', async () => {
    const { data, findings } = await saved({ [LOG]: OLD }, {}, { settings: 'growth: { threshold: 1 }\n' })
    expect(data.notes).toEqual([
      `${LOG} holds 2 entries now, the limit is 1: \`memkeep archive\` moves the oldest.`,
    ])
    expect(findings.map(({ rule }) => rule)).toEqual(['growth'])
  })

  test('fits its schemas', async () => {
    const { data } = await saved(CLEAN)
    const output = new Validator(structuredClone(saveMemory.output), '2020-12', false)
    const input = new Validator(structuredClone(saveMemory.input), '2020-12', false)
    expect(output.validate(structuredClone(data)).errors).toEqual([])
    expect(input.validate(structuredClone(GOOD)).valid).toBe(true)
    for (const bad of [
      { scope: {} },
      { scope: { workspace: 'a', repository: 'b' } },
      { type: 'plan' },
      { tags: 'a' },
    ]) {
      expect(input.validate(asking(bad)).valid).toBe(false)
    }
  })

  test('is declared with the operations of the layout', () => {
    expect(layoutOperations.find(({ layout }) => layout.id === workspace.id)?.operations).toContain(
      saveMemory,
    )
    expect(saveMemory).toMatchObject({ readOnly: false, destructive: false, idempotent: true })
  })
})

describe('the scope of a save', () => {
  test.each([
    [{ workspace: 'devtols' }, 'did you mean devtools?'],
    [{ workspace: 'devtools', domain: 'comon' }, 'did you mean devtools/common?'],
    [{ workspace: 'DevTools' }, 'did you mean devtools?'],
    [{ workspace: 'devtools/common' }, 'did you mean devtools/common?'],
    [{ workspace: '../devtools' }, 'does not exist'],
    [{ workspace: 'devtools', domain: '_archive' }, 'does not exist'],
  ])('is not made by a slip of the pen: %j', async (scope, meant) => {
    const { refusal, help } = await refused(CLEAN, { scope })
    expect(refusal).toContain(meant)
    expect(help).toContain('devtools, ')
    expect(help).toMatch(/\S\.$/)
  })

  test('may be one that only has an overview; a new one says how to start', async () => {
    const overview = 'resources/workspaces/new/OVERVIEW.md'
    const { help } = await refused(CLEAN, { scope: { workspace: 'new' } })
    expect(help).toContain(`If new is really new, write ${overview}`)
    const files = { ...CLEAN, [overview]: '---\nname: New\ndescription: New.\n---\n' }
    expect((await saved(files, { scope: { workspace: 'new' } })).data.path).toContain('/new/decisions.md')
  })

  test.each(['..', 'a/b', '.git', '_plans', 'con', 'nul.txt', 'a.', 'a b', 'a\0b', 'a:b', '\u202ea', '-a'])(
    'of a first memory has a name that is safe everywhere: %j',
    async (name) => {
      await refused({}, { scope: { workspace: name } })
      await refused({}, { scope: { workspace: 'devtools', domain: name } })
    },
  )

  test('is no link and no file', async () => {
    const files = { 'user/memory/workspaces/devtools': 'x', 'resources/workspaces/devtools/OVERVIEW.md': 'x' }
    expect((await refused(files, {})).refusal).toContain('is not a folder')
  })
})

describe('a log that cannot be read in full is not written to', () => {
  test.each([
    ['a conflict', `${OLD}\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n`],
    ['nesting that no parser takes', `${'- '.repeat(40)}x`],
    ['an open fence', `${OLD}\n\`\`\`\nx`, 'opens there and is never closed'],
    ['an open comment', `${OLD}\n<!-- x\n`, 'opens there and is never closed'],
    ['another format', '# Decisions\n\n## 2026-01-02 - One\n\nx\n\n## 2026-01-03 - Two\n\ny\n'],
  ])('%s', async (_, text, what = '') => {
    const { refusal } = await refused({ [LOG]: text }, {})
    expect(refusal).toContain(LOG)
    expect(refusal).toContain(what)
  })
})

describe('a title', () => {
  test.each([
    ['  One \t two\nthree ', 'One two three'],
    ['Use C#', 'Use C#'],
    ['`a` *b* [c] <d> \\', '`a` *b* [c] <d> \\'],
    ['[draft] x', '[draft] x'],
  ])('%j is written %j', async (title, written) => {
    const { after } = await saved({}, { title })
    expect(entriesOf(after[LOG] ?? '').map((one) => one.title.text)).toEqual([written])
  })

  test.each([
    '',
    ' \u2028 ',
    '---',
    '### x',
    '[2026-01-02] x',
    '### [2026-01-02] x',
    '# ',
    'x #',
    'x ##',
    'a\u202eb',
    'a\ud800',
    'x <!-- memkeep-disable no-secret -- x -->',
    'see [x](gone.md)',
  ])('%j is refused', async (title) => {
    await refused({}, { title })
  })
})

describe('tags', () => {
  test.each([
    [['NestJS', ' nest js ', 'nestjs'], 'nestjs'],
    [['#c#', 'a,b', ''], 'c#, a, b'],
    [['nodejs'], 'node.js'],
    [['biomes'], 'biome'],
    [['worker', 'workers'], 'worker'],
  ])('%j are written %s', async (tags, written) => {
    const { data, findings } = await saved(logged(LOGS['an ordinary log']), { tags })
    expect(data.entry).toContain(`**Tags:** ${written}\n`)
    expect(data.notes).toHaveLength(
      tags.filter((tag) => !written.split(', ').includes(tag) && !/^$|,/.test(tag)).length,
    )
    expect(findings).toEqual([])
  })

  test.each(['ünïcode', 'a b # c', '-', '`', '**', 'a"b'])('%j is refused', async (tag) => {
    expect((await refused({}, { tags: [tag] })).refusal).toContain('lower-case kebab')
  })
})

describe('a category', () => {
  test.each([
    [undefined, 'general'],
    [' ', 'general'],
    ['Architecture', 'architecture'],
    ['Release Notes', 'release-notes'],
  ])('%j is written %s', async (category, written) => {
    const { data } = await saved({}, { category })
    expect(data.entry).toContain(`**Category:** ${written}\n`)
  })

  test.each(['toolng', '**bold**', 'a\\', '<b>', 'a: b', 'x\u200by'])('%j is refused', async (category) => {
    await refused({}, { category })
  })

  test('that the settings name, or that is in use, is known', async () => {
    const settings = 'categories: { decision: [toolin] }\n'
    expect((await saved({}, { category: 'toolin' }, { settings })).findings).toEqual([])
    const used = OLD.replace('tooling', 'Release: notes')
    expect((await saved({ [LOG]: used }, { category: 'release: Notes' })).data.entry).toContain(
      ' Release: notes\n',
    )
  })
})

describe('content', () => {
  test.each([
    'one\n\n---\n\ntwo',
    '- one\n- two\n\n  three',
    '    code',
    '```md\n### [2026-01-01] An example\n\n---\n```',
    '> ### [2026-01-01] quoted',
    '#### A heading\n\ntext',
    '> ## quoted\n\ntext',
    '```\n## Why\n```',
    '[a]: https://example.org\n"title"',
    '<details>\n\ntext',
    '| a | b |\n| - | - |',
    '- ```\n  code',
    'a\tb  \nc',
    'text `<!-- memkeep-disable x -->`',
  ])('%j is saved and read back', async (content) => {
    const { after, findings } = await saved(logged(LOGS['an ordinary log']), { content })
    const text = after[LOG] ?? ''
    const body = entriesOf(text).at(-1)?.body
    expect(text.slice(body?.start, body?.end)).toBe(content)
    expect(findings).toEqual([])
  })

  test('loses its own separator, blank lines around it, and other line ends', async () => {
    const { data } = await saved({}, { content: '\ufeff\r\n \r\n  a\r\rb \r\n\r\n---\r\n\r\n---\n' })
    expect(data.entry).toMatch(/typescript\n\n {2}a\n\nb\n\n---\n$/)
    expect(data.notes).toContain('The --- at the end of content was left out: every entry gets one.')
  })

  test.each([
    [' \n\t', 'says nothing'],
    ['---', 'says nothing'],
    ['<!-- a comment -->', 'entry-body'],
    ['a\n\n### [2026-01-01] b', 'The heading in line 3 of content would start another entry'],
    ['###[2026-01-01] b', 'entry-heading'],
    ['### b', 'The heading in line 1 of content has depth 3'],
    ['a\n\n## Why\n\nb', 'The heading in line 3 of content has depth 2'],
    ['# Why\n\nb', 'The heading in line 1 of content has depth 1'],
    ['Title\n===\n\ntext', 'The heading in line 1 of content has depth 1'],
    ['## [2026-01-01] b', 'would start another entry'],
    ['a\n---\nb', 'The --- is straight under the text of line 1 of content'],
    ['a\n---', 'The --- is straight under'],
    ['---\nname: x\n---', 'The --- is straight under the text of line 2'],
    ['a\n\n```sh\nb', 'The fence in line 3 of content is never closed'],
    ['a\n\n<!-- b', 'The HTML block or comment in line 3 of content is never closed'],
    ['<script>\nb', 'The HTML block or comment in line 1 of content is never closed'],
    ['**Category:** x\n\na', 'category line'],
    ['Tags: a, b\n\nc', 'tags line'],
    ['a <!-- memkeep-disable no-secret -- so --> b', 'A memkeep comment is in line 1'],
    ['<!-- memkeep-disable-next-line no-secret -- so -->\nb', 'memkeep comment'],
    ['a\n\n<!-- memkeep-removed [2026-01-12] b -- so -->', 'A memkeep comment is in line 3 of content'],
    ['<!-- memkeep-removed [2026-01-12] b -- so -->\n\na', 'A memkeep comment is in line 1'],
    ['a <!-- memkeep-removed -->', 'A memkeep comment is in line 1'],
    ['a\n<<<<<<< HEAD\nb', 'no-conflict-marker'],
    [`https://user:${'hunter'}2x9k@git.acme.dev/pkg`, 'A secret is in line 1 of content'],
    ['[a](gone.md)', 'link-resolves'],
    ['[a]\n\n[a]: gone.md', 'link-resolves'],
    ['a\0b', 'U+0000'],
    ['a\u{e0041}b', 'which reads "A"'],
    ['a\u2028b', 'line 1, column 2'],
    ['a\ud800', 'Half of a character'],
    [`${'- '.repeat(40)}x`, 'could not be read'],
  ])('%j is refused', async (content, why) => {
    const { refusal } = await refused(logged(LOGS['an ordinary log']), { content })
    expect(refusal).toContain(why)
  })

  test.each([' ', '`', '\n', '\t\n', '-', '- ', '#', '*', '[', '<', '@.', 'a.'])(
    'of nothing but %j, at length, is answered',
    async (unit) => {
      const content = `x${unit.repeat(runs(60_000, 20_000) / unit.length)}x`
      const first = await saveLiteral({ [LOG]: OLD }, asking({ content }))
      const files = 'refusal' in first ? { [LOG]: OLD } : first.after
      expect(await saveLiteral(files, asking({ title: 'Again', content }))).toHaveProperty('refusal')
    },
  )

  test('with a heading at the depth of entries is refused where the rule is off, and says what to write', async () => {
    const settings = 'rules: { entry-heading: off }\n'
    const { refusal, help } = await refused(
      logged(LOGS['an ordinary log']),
      { content: '## Why\n\na' },
      { settings },
    )
    expect(refusal).not.toContain('\n')
    expect(refusal).toContain('has depth 2')
    expect(help).toContain('`#### Why`')
  })

  test('that makes the log too large is refused', async () => {
    const settings = 'limits: { fileBytes: 300 }\n'
    expect((await refused({ [LOG]: OLD }, {}, { settings })).refusal).toContain(
      'has 315 bytes, the limit is 300',
    )
  })

  test('with a secret is refused where a comment silences the rule for the whole log', async () => {
    const silenced = `<!-- memkeep-disable no-secret -- examples -->\n\n${OLD}`
    const content = `https://user:${'hunter'}2x9k@git.acme.dev/pkg`
    expect((await refused({ [LOG]: silenced }, { content })).refusal).toContain('secret')
  })
})

describe('a duplicate', () => {
  const BODY = 'One lockfile serves all packages of the repository and nothing is installed twice any more.'
  const FILES = { [LOG]: OLD }
  const WHERE = `[2026-01-12] One lockfile (${LOG}:1)`

  test('is refused with the entry that it repeats', async () => {
    for (const changes of [
      { title: 'ONE  lockfile.', content: 'x' },
      { title: 'Something else', content: BODY },
      { title: 'Something else', content: BODY.replace('any more', 'today') },
      { title: 'Something else', content: BODY, type: 'lesson', category: undefined },
      { title: 'One lockfile', content: 'x', scope: { workspace: 'devtools', domain: 'common' } },
    ]) {
      const files = { ...FILES, 'user/memory/workspaces/devtools/common/lessons.md': '# Lessons\n' }
      const { refusal, help } = await refused(files, changes)
      expect(refusal).toContain(WHERE)
      expect(help).toContain('allow_duplicate: true')
      expect(
        (await saved(files, { ...changes, allow_duplicate: true })).findings.filter(
          ({ severity }) => severity === 'error',
        ),
      ).toEqual([])
    }
  })

  test.each([
    [
      'npm 10 needs the flag on every one of our machines today.',
      'npm 11 needs the flag on every one of our machines today.',
    ],
    [
      'The release of 1.2.3 broke the build of all packages at once.',
      'The release of 1.2.4 broke the build of all packages at once.',
    ],
    [
      'We host the queue of all background jobs on Redis in production.',
      'We host the queue of all background jobs on Postgres in production.',
    ],
    [
      'Set `retries` in the options of the client before every single call.',
      'Set `timeout` in the options of the client before every single call.',
    ],
    [
      'Prefer pnpm over npm for all packages in this repository from now on.',
      'Prefer npm over pnpm for all packages in this repository from now on.',
    ],
    [
      'All of us agreed to use the new parser for every log from now on.',
      'All of us agreed not to use the new parser for every log from now on.',
    ],
    [
      'See src/app.ts for how the handlers of all the plugins are found.',
      'See src/web.ts for how the handlers of all the plugins are found.',
    ],
  ])('is not one that differs in a number, a version or a name: %s', async (before, content) => {
    const tags = ['npm', 'pnpm']
    const first = await saved({}, { title: 'First', content: before, tags })
    await saved(first.after, { title: 'Second', content, tags })
    await refused(first.after, { title: 'Second', content: before, tags })
  })

  test('of one day and title cannot be allowed', async () => {
    const first = await saved({})
    const again = await refused(first.after, {})
    expect(again.refusal).toContain('the title and the text')
    expect(again.help).not.toContain('allow_duplicate: true')
    expect(again.help).toContain('say what is different under another title')
    await saved(first.after, { title: 'One more lockfile', content: 'It holds for the examples, too.' })
    const { help } = await refused(first.after, { allow_duplicate: true, content: 'Something new.' })
    expect(help).toContain('with `allow_duplicate` too')
  })

  test('is looked for in archives, and not in sibling scopes or below', async () => {
    const archive = 'user/memory/workspaces/devtools/_archive/decisions-2026.md'
    expect((await refused({ [archive]: OLD, [LOG]: '' }, { title: 'One lockfile' })).refusal).toContain(
      archive,
    )
    await saved(
      { 'user/memory/workspaces/devtools/web/decisions.md': OLD, [LOG]: '' },
      { title: 'One lockfile' },
    )
    await saved(FILES, { title: 'One lockfile', type: 'lesson', category: undefined })
  })
})

test('nothing is said of the memory that was right before', async () => {
  const { after, findings } = await saved(CLEAN, { tags: ['biome'] })
  expect(findings).toEqual([])
  const { diagnostics } = await checkLiteral({ ...cleanWorkspace, ...after })
  expect(diagnostics).toEqual([])
})

test('arguments that say nothing of a scope do not fit the schema, so they are never planned', () => {
  const input = new Validator(structuredClone(saveMemory.input), '2020-12', false)
  const { scope: _, ...rest } = GOOD
  expect(input.validate(GOOD).valid).toBe(true)
  expect(input.validate(rest).valid).toBe(false)
  expect(input.validate({}).valid).toBe(false)
})
