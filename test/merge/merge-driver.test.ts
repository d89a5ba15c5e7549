import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runMergeDriver } from '../../src/merge/merge-driver.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const LOG = 'user/memory/workspaces/shop/decisions.md'
const HEAD = '# Decisions\n\n'

const entry = (day: number, title: string, words = title): string =>
  `### [2026-01-0${day}] ${title}\n\n**Category:** tooling\n**Tags:** a\n\n${words} it is.\n\n---\n\n`

const A = entry(1, 'Alpha')
const B = entry(2, 'Beta')
const C = entry(3, 'Gamma')
const D = entry(4, 'Delta')

type Case = {
  readonly path?: string
  readonly base: string
  readonly ours: string
  readonly theirs: string
  readonly markSize?: number
  /** More files: settings. */
  readonly files?: { readonly [path: string]: string }
  readonly config?: string
}

type Merged = { readonly code: number; readonly notes: readonly string[]; readonly text: string }

/** Merges three texts as git asks for it, in a folder without a repository. A text is one byte a character. */
async function merged({ path = LOG, files = {}, markSize = 7, config, ...sides }: Case): Promise<Merged> {
  const cwd = tempFolder()
  for (const [name, text] of Object.entries({ ...files, ...sides })) {
    mkdirSync(join(cwd, name, '..'), { recursive: true })
    writeFileSync(join(cwd, name), text, 'latin1')
  }
  const names = { base: 'base', ours: 'ours', theirs: 'theirs' }
  const answer = await runMergeDriver({ cwd, files: names, path, markSize, config, env: {} })
  for (const side of ['base', 'theirs'] as const)
    expect(readFileSync(join(cwd, side), 'latin1')).toBe(sides[side])
  return { ...answer, text: readFileSync(join(cwd, 'ours'), 'latin1') }
}

describe('a log that settings name where another layout has its folder', () => {
  const base = '# Mistakes\n\n## 2026-01-05 A\n\nx\n'
  const [mine, yours] = ['\n## 2026-01-06 Ours\n\ny\n', '\n## 2026-01-06 Theirs\n\nz\n']

  test.each(['memory/mistakes.md', '.claude/memory/sessions.md'])(
    'is merged entry by entry: %s',
    async (path) => {
      const files = { 'memkeep.yaml': `logs: [{ path: ${path} }]\n` }
      const answer = await merged({ path, base, ours: base + mine, theirs: base + yours, files })
      expect(answer).toEqual({ code: 0, notes: [], text: base + mine + yours })
    },
  )

  test('and is merged as text where the layout of logs is off', async () => {
    const files = { 'memkeep.yaml': 'layouts: { log: off }\n' }
    const answer = await merged({
      path: 'docs/decisions.md',
      base,
      ours: base + mine,
      theirs: base + yours,
      files,
    })
    expect(answer.code).toBe(1)
  })
})

describe('a file that no layout claims', () => {
  const path = 'other/data.txt'
  const base = '1\n2\n3\n4\n5\n'

  test('is merged line by line', async () => {
    const sides = { base, ours: 'one\n2\n3\n4\n5\n', theirs: '1\n2\n3\n4\nfive\n' }
    expect(await merged({ path, ...sides })).toEqual({ code: 0, notes: [], text: 'one\n2\n3\n4\nfive\n' })
  })

  test('keeps what both sides changed as a conflict, in marks as long as git asks for', async () => {
    const sides = { base: '1\n', ours: 'one\n', theirs: 'eins\n', markSize: 9 }
    const text = '<<<<<<<<< ours\none\n=========\neins\n>>>>>>>>> theirs\n'
    expect(await merged({ path, ...sides })).toEqual({ code: 1, notes: [], text })
  })

  const lines = Array.from({ length: 9 }, (_, i) => `line ${i}\n`).join('')
  const notes = `# Notes\n\n## First\n\n${lines}\n## Last\n\nEnd.\n`
  const added = '## New\n\nThe same words.\n\n'
  const doubled = {
    base: notes,
    ours: notes.replace('## First', `${added}## First`),
    theirs: notes.replace('## Last', `${added}## Last`),
  }

  test.each(['notes.md', 'notes.MDC', 'notes.markdown'])(
    'and would have a section twice: %s',
    async (name) => {
      const { code, notes, text } = await merged({ path: name, ...doubled })
      expect({ code, notes }).toEqual({
        code: 1,
        notes: [
          `${name}: a text merge would lose, double or mix sections; both sides are left in the file as one conflict`,
        ],
      })
      expect(text).toContain('<<<<<<< ours\n')
    },
  )

  test.each(['notes.txt', 'notes.md.bak'])('has sections only as Markdown: %s', async (name) => {
    const { code, text } = await merged({ path: name, ...doubled })
    expect(code).toBe(0)
    expect(text.split(added)).toHaveLength(3)
  })

  test('as Markdown, with a conflict of git, has that conflict alone', async () => {
    const sides = { base: notes, ours: notes.replace('End', 'Ours'), theirs: notes.replace('End', 'Theirs') }
    expect(await merged({ path: 'notes.md', ...sides })).toEqual({
      code: 1,
      notes: [],
      text: notes.replace('End.\n', '<<<<<<< ours\nOurs.\n=======\nTheirs.\n>>>>>>> theirs\n'),
    })
  })

  test('as Markdown, with every section once, is merged', async () => {
    const sides = {
      base: notes,
      ours: notes.replace('line 0', 'zero'),
      theirs: notes.replace('End.', 'The end.'),
    }
    expect(await merged({ path: 'notes.md', ...sides })).toEqual({
      code: 0,
      notes: [],
      text: sides.ours.replace('End.', 'The end.'),
    })
  })
})

describe('a binary file', () => {
  const path = 'other/data'

  test.each([
    ['ours', { base: 'a', ours: 'b\0', theirs: 'c' }],
    ['theirs', { base: 'a', ours: 'b', theirs: 'c\0' }],
  ])('stays as ours has it: %s is binary', async (_, sides) => {
    expect(await merged({ path, ...sides })).toEqual({
      code: 1,
      notes: ['other/data: it is a binary file; our side is left in the file'],
      text: sides.ours,
    })
  })

  test('that became text on both sides keeps both, byte by byte', async () => {
    expect(await merged({ path, base: '\0', ours: 'caf\u00e9\n', theirs: 'th\u00e9\n' })).toEqual({
      code: 1,
      notes: ['other/data: it is a binary file; both sides are left in the file as one conflict'],
      text: '<<<<<<< ours\ncaf\u00e9\n=======\nth\u00e9\n>>>>>>> theirs\n',
    })
  })

  test('that became the same text on both sides is that text', async () => {
    const sides = { base: '\0', ours: 'a\n', theirs: 'a\n' }
    expect(await merged({ path, ...sides })).toEqual({ code: 0, notes: [], text: 'a\n' })
  })
})

describe('a log', () => {
  const appended = { base: HEAD + A, ours: HEAD + A + B, theirs: HEAD + A + C }

  test('gets the entries of both sides', async () => {
    expect(await merged(appended)).toEqual({ code: 0, notes: [], text: HEAD + A + B + C })
  })

  const edited = (words: string, count: number): string =>
    [HEAD, ...[A, B, C].map((text, i) => (i < count ? text.replace(' it is', words) : text)), D].join('')

  test.each([
    [1, '1 entry'],
    [2, '2 entries'],
  ])('keeps %i entries that both changed as conflicts, and says so', async (count, what) => {
    const sides = {
      base: edited(' it is', 0),
      ours: edited(' it was', count),
      theirs: edited(' it will be', count),
    }
    const { code, notes, text } = await merged(sides)
    expect({ code, notes }).toEqual({
      code: 1,
      notes: [`${LOG}: both sides changed ${what} differently; everything else is merged`],
    })
    expect(text.split('<<<<<<< ours\n')).toHaveLength(count + 1)
  })

  const sized = (bytes: number): { [path: string]: string } => ({
    'memkeep.yaml': `limits:\n  fileBytes: ${bytes}\n`,
  })

  test('that is as large as may be is read as one', async () => {
    const bytes = Math.max(...Object.values(appended).map(({ length }) => length))
    expect((await merged({ ...appended, files: sized(bytes) })).code).toBe(0)
  })

  test.each(['base', 'ours', 'theirs'] as const)(
    'is merged as text where a side is too large: %s',
    async (side) => {
      const large = `${HEAD}${'Words. '.repeat(100)}\n\n`
      const sides = { ...appended, [side]: appended[side].replace(HEAD, large) }
      const { code, text } = await merged({ ...sides, files: sized(appended.ours.length) })
      expect(code).toBe(1)
      expect(text).toContain('=======\n')
    },
  )

  test.each(['base', 'ours', 'theirs'] as const)(
    'is merged as text where a side is no UTF-8: %s',
    async (side) => {
      const sides = { ...appended, [side]: appended[side].replace(HEAD, '# D\u00e9cisions\n\n') }
      expect((await merged(sides)).code).toBe(1)
    },
  )

  const plain = (day: number, title: string): string => `## 2026-01-0${day}: ${title}\n\n${title} it is.\n\n`
  const [one, two, three] = [plain(1, 'Alpha'), plain(2, 'Beta'), plain(3, 'Gamma')]
  const own = { path: 'docs/decisions.md', base: HEAD + one + two }

  test.each([
    [
      'a code fence that nothing closes',
      {
        ...own,
        ours: HEAD + one + two + plain(5, 'Epsilon'),
        theirs: `${HEAD}${one}${two}${plain(4, 'Delta')}\`\`\`sh\nnpm ci\n`,
      },
      'their version has a code fence at line 15 that nothing closes',
    ],
    [
      'marks of a conflict',
      { ...appended, ours: `${HEAD}${A}<<<<<<< ours\n${B}=======\n${D}>>>>>>> theirs\n` },
      'our version has marks of an unresolved conflict at line 12',
    ],
    [
      'a byte that is no text',
      { ...appended, theirs: (HEAD + A + C).replace('Gamma it', 'Gamm\u00e9 it') },
      'their version is not UTF-8 at line 17',
    ],
    [
      'another form',
      {
        ...own,
        base: '',
        ours: HEAD + one + two,
        theirs: `${HEAD}- 2026-01-01: Alpha it is\n- 2026-01-02: Beta it is\n- 2026-01-03: Gamma it is\n`,
      },
      'our version has entries of the form "## {date}: {title}", and their version of "- {date}: {title}"',
    ],
    [
      'no form',
      {
        ...own,
        ours: HEAD + one + two + three,
        theirs: '# Decisions\n\nThey are in the wiki.\n',
        base: 'Old.\n',
      },
      'their version shows no sure form of entries',
    ],
  ])('with %s says why it is merged as text', async (_, sides, why) => {
    const { notes } = await merged(sides)
    expect(notes).toHaveLength(1)
    expect(notes[0]).toContain(`decisions.md: not merged entry by entry, because ${why}; `)
    expect(notes[0]).not.toContain('\n')
  })

  test('has entries that start as the settings say', async () => {
    const section = (title: string): string => `## ${title}\n\n${title} it is.\n\n`
    const log = `# Decisions\n\n${section('One')}`
    const sides = { base: log, ours: log + section('Ours'), theirs: log + section('Theirs') }
    const files = { 'memkeep.yaml': 'merge:\n  entries: 2\n' }
    expect((await merged({ ...sides, files })).text).toBe(log + section('Ours') + section('Theirs'))
    expect(
      await merged({ ...sides, files: { 'a.yaml': 'merge:\n  entries: 2\n' }, config: 'a.yaml' }),
    ).toMatchObject({
      code: 0,
    })
  })

  test('is left with both sides where the settings are wrong', async () => {
    const { code, notes, text } = await merged({
      ...appended,
      files: { 'memkeep.yaml': 'merge: {entries: 9}\n' },
    })
    expect(code).toBe(1)
    expect(notes).toEqual([
      expect.stringMatching(/^user.*decisions\.md: the merge failed \(memkeep\.yaml:1:18: /),
    ])
    const [ours, theirs] = [B, C].map((text) => text.replace(/\n---\s+$/, ''))
    expect(text).toBe(`${HEAD}${A}<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n\n---\n\n`)
  })
})

describe('a derived file', () => {
  const path = 'user/memory/workspaces/shop/_index.yaml'
  const index = (words: string): string => `workspace: shop
last_updated: "2026-01-01"

tags:
  - name: a
    description: ${words}
    used_in: [decisions]
    count: 1

categories: []

summary:
  total_decisions: 1
  total_lessons: 0
  domains_with_memory: []
`

  test('keeps the bytes of a side that it equals', async () => {
    for (const bytes of [index('Old.').replaceAll('\n', '\r\n'), `\u00ef\u00bb\u00bf${index('Old.')}`]) {
      const sides = { base: bytes, ours: bytes, theirs: bytes }
      expect(await merged({ path, ...sides })).toEqual({ code: 0, notes: [], text: bytes })
    }
  })

  test('keeps words that both sides changed as a conflict', async () => {
    const { code, notes, text } = await merged({
      path,
      base: index('Old.'),
      ours: index('Ours.'),
      theirs: index('Theirs.'),
    })
    expect(code).toBe(1)
    expect(notes).toEqual([`${path}: both sides changed the same words; all counts are merged`])
    expect(text).toContain('    description: Ours.\n=======\n    description: Theirs.\n')
  })

  test.each(['base', 'ours', 'theirs'] as const)(
    'is merged as text where a side cannot be read: %s',
    async (side) => {
      const sides = { base: index('Old.'), ours: index('Old.'), theirs: index('Old.'), [side]: 'tags: [\n' }
      const { notes } = await merged({ path, ...sides })
      expect(notes.at(-1)).toBe(
        `${path}: a side of it cannot be read, so it was merged as text; rebuild it with memkeep index`,
      )
    },
  )

  test('that is binary is reported as both', async () => {
    const { notes } = await merged({ path, base: index('Old.'), ours: 'tags: [\0', theirs: index('New.') })
    expect(notes).toEqual([
      `${path}: it is a binary file; our side is left in the file`,
      expect.stringContaining('rebuild it with memkeep index'),
    ])
  })
})
