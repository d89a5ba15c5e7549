import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overviewFrontMatter } from '../../migrations/0002-overview-front-matter.ts'
import { lineStarts } from '../../src/core/text.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'
import { checkLiteral, type Files } from '../helpers/check-literal.ts'
import { planLiteral, withChanges } from '../helpers/migrate-literal.ts'

const DIR = 'resources/workspaces/shop'
const OVERVIEW = `${DIR}/OVERVIEW.md`
const ABSTRACT = `${DIR}/ABSTRACT.md`

type Migrated = { after: Files; text: string; what: string[]; values: string[] }

function migrate(files: Files, settings?: string): Migrated {
  const options = settings === undefined ? {} : { settings }
  const plan = planLiteral(overviewFrontMatter, files, options)
  const after = withChanges(files, plan)
  expect(planLiteral(overviewFrontMatter, after, options).sets).toEqual([])
  return {
    after,
    text: String(after[OVERVIEW]),
    what: plan.forPerson.map(({ path, line, what }) => `${path}:${line} ${what}`),
    values: plan.sets.flat().flatMap(({ values }) =>
      values.map(({ field, value, evidence }) => {
        const from = evidence.kind === 'text' ? `${evidence.path}:${evidence.line}` : evidence.kind
        return `${field}: ${value} (${from.replace(`${DIR}/`, '')})`
      }),
    ),
  }
}

const fields = (text: string): unknown => ({
  ...readFrontMatter(text, lineStarts(text), 65_536).frontMatter?.fields,
})

describe('an overview by itself', () => {
  test('gets its name from the heading and its description from the text under it', () => {
    const { text, values, what } = migrate({
      [OVERVIEW]: '# Shop Overview\n\nSells books to readers in three countries.\n',
    })
    expect(text).toBe(
      '---\nname: Shop\ndescription: Sells books to readers in three countries.\ntags: [shop]\n---\n\n# Shop Overview\n\nSells books to readers in three countries.\n',
    )
    expect(values).toEqual([
      'name: Shop (OVERVIEW.md:1)',
      'description: Sells books to readers in three countries. (OVERVIEW.md:3)',
      'tags: shop (path)',
    ])
    expect(what).toEqual([])
  })

  test.each([
    ['# Overview\n\nSells books to readers.\n', 'Shop'],
    ['# Overview: Book Shop\n', 'Book Shop'],
    ['# Book Shop — Overview\n', 'Book Shop'],
    ['# OVERVIEW.md\n', 'Shop'],
    ['Sells books.\n', 'Shop'],
    ['# 📚 Book Shop\n', 'Book Shop'],
    ['---\ntitle: Books\n---\n## Steps\n', 'Books'],
    ['---\ntitle: Other\n---\n# Books\n', 'Books'],
    ['## Metadata Header\n\n- Owner: me\n\n# Books\n', 'Books'],
    ['# Metadata Header\n\n- Owner: me\n', 'Shop'],
    ['# 1. Metadata Header\n\n- Owner: me\n\n# 2. Overview\n', 'Shop'],
    ['# Books — 🚧 WIP\n', 'Books'],
  ])('%j is called %s', (text, name) => {
    expect(fields(migrate({ [OVERVIEW]: text }).text)).toMatchObject({ name })
  })

  test('is called by its path where it has no name', () => {
    const path = 'resources/workspaces/dev-tools/common/OVERVIEW.md'
    const { after, values } = migrate({ [path]: 'Text\n' })
    expect(fields(String(after[path]))).toMatchObject({
      name: 'Dev tools Common',
      tags: ['dev-tools', 'common'],
    })
    expect(values[0]).toBe('name: Dev tools Common (path)')
  })

  test('says that no text says what it is for', async () => {
    const { text, what, after } = migrate({ [OVERVIEW]: '# Shop\n\n- [a](a.md)\n' })
    expect(fields(text)).toMatchObject({ description: 'TODO: say what this is for' })
    expect(what).toEqual([
      `${OVERVIEW}:1 No text says what this is for. Write its \`description\` in one or two sentences.`,
    ])
    expect(migrate(after).what).toEqual(what)
  })

  test('keeps what it has, and gets only what it lacks', () => {
    const before =
      '\ufeff---\r\nname: Shop\r\nowner: me # kept\r\ndescription:\r\n---\r\n# Shop\r\n\r\nSells books to readers.'
    expect(migrate({ [OVERVIEW]: before }).text).toBe(
      '\ufeff---\r\nname: Shop\r\nowner: me # kept\r\ndescription: Sells books to readers.\r\ntags: [shop]\r\n---\r\n# Shop\r\n\r\nSells books to readers.',
    )
    const whole = '---\nname: A\ndescription: B\ntags: [c]\n---\n'
    expect(migrate({ [OVERVIEW]: whole }).text).toBe(whole)
  })

  test('is left where its front matter cannot be read', () => {
    const text = '---\nname: [\n---\n# Shop\n'
    const { text: after, what } = migrate({ [OVERVIEW]: text })
    expect(after).toBe(text)
    expect(what).toEqual([expect.stringMatching(/OVERVIEW\.md:\d /)])
  })

  test('of no scope stays', () => {
    const files = { [`${DIR}/_plans/OVERVIEW.md`]: '# Plans\n' }
    expect(migrate(files).after).toEqual(files)
  })
})

describe('an abstract', () => {
  test('that fits becomes the description, and goes', async () => {
    const { after, text, values } = migrate({
      [OVERVIEW]: '# Shop\n\nHow it is built.\n',
      [ABSTRACT]: '# Abstract\n\nSells **books** to readers.\nShips in `two` days.\n',
    })
    expect(text).toBe(
      '---\nname: Shop\ndescription: Sells books to readers. Ships in two days.\ntags: [shop]\n---\n\n# Shop\n\nHow it is built.\n',
    )
    expect(Object.keys(after)).toEqual([OVERVIEW])
    expect(values).toContain('description: Sells books to readers. Ships in two days. (ABSTRACT.md:3)')
    expect((await checkLiteral(after)).diagnostics).toEqual([])
  })

  test('that is long gives its first sentences, and the rest a section', () => {
    const { text } = migrate({
      [OVERVIEW]: '# Shop\n\nHow it is built.\n\n## Parts\n\n- One\n',
      [ABSTRACT]: '# Shop — Abstract\n\nSells books to readers.\n\n## Why\n\nReaders asked.  \n\n* a list\n',
    })
    expect(text).toBe(
      '---\nname: Shop\ndescription: Sells books to readers.\ntags: [shop]\n---\n\n# Shop\n\nHow it is built.\n\n' +
        '## Shop — Abstract\n\n### Why\n\nReaders asked.  \n\n* a list\n\n## Parts\n\n- One\n',
    )
  })

  test('of many sentences is kept whole, under a name of its own', () => {
    const abstract = 'One is the first sentence. Two is the second one. Three [x](a.md) is the third.'
    const { text } = migrate({ [OVERVIEW]: 'Text\n', [ABSTRACT]: `${abstract}\n` })
    expect(fields(text)).toMatchObject({ description: 'One is the first sentence. Two is the second one.' })
    expect(text.endsWith(`---\n\nText\n\n## Abstract\n\n${abstract}\n`)).toBe(true)
  })

  test('with a link is kept whole, for its target would be lost', () => {
    const { text } = migrate({
      [OVERVIEW]: '# Shop\n',
      [ABSTRACT]: 'Sells [books](https://example.com/b).\n',
    })
    expect(fields(text)).toMatchObject({ description: 'Sells books.' })
    expect(text.endsWith('# Shop\n\n## Abstract\n\nSells [books](https://example.com/b).\n')).toBe(true)
  })

  test('overwrites no description', () => {
    const before = '---\nname: Shop\ndescription: Another text.\ntags: [a]\n---\n# Shop\n'
    const { text } = migrate({ [OVERVIEW]: before, [ABSTRACT]: 'Sells books to readers.\n' })
    expect(text).toBe(`${before}\n## Abstract\n\nSells books to readers.\n`)
  })

  test.each([
    ['---\nname: Shop\ndescription: Sells books to readers.\ntags: [a]\n---\n# Shop\n'],
    ['---\nname: Shop\ndescription: Other.\ntags: [a]\n---\n# Shop\n\nSells *books* to readers.\n\nMore.\n'],
  ])('that is said already just goes', (before) => {
    const { text, after } = migrate({
      [OVERVIEW]: before,
      [ABSTRACT]: '# Abstract\n\nSells books\nto readers.\n',
    })
    expect(text).toBe(before)
    expect(Object.keys(after)).toEqual([OVERVIEW])
  })

  test('whose heading says more than the overview keeps it', () => {
    const { text } = migrate({
      [OVERVIEW]: '# Shop\n',
      [ABSTRACT]: '# Bücherstube\n\nSells books to readers.\n',
    })
    expect(text.endsWith('# Shop\n\n## Bücherstube\n\nSells books to readers.\n')).toBe(true)
  })

  test.each([
    ['empty', ''],
    ['blank', '\ufeff \r\n\n'],
  ])('that is %s just goes', (_, abstract) => {
    const whole = '---\nname: A\ndescription: B\ntags: [c]\n---\n'
    expect(migrate({ [OVERVIEW]: whole, [ABSTRACT]: abstract }).after).toEqual({ [OVERVIEW]: whole })
    expect(migrate({ [ABSTRACT]: abstract, 'a.md': '' }).after).toEqual({ 'a.md': '' })
  })

  test('without an overview becomes one', () => {
    const { after, values, what } = migrate({
      [ABSTRACT]: '\ufeff---\r\nowner: me\r\n---\r\n\r\n# Abstract\r\n\r\nSells books to readers.',
    })
    expect(after).toEqual({
      [OVERVIEW]:
        '\ufeff---\r\nowner: me\r\nname: Shop\r\ndescription: Sells books to readers.\r\ntags: [shop]\r\n---\r\n\r\n# Abstract\r\n\r\nSells books to readers.',
    })
    expect(values).toEqual([
      'name: Shop (path)',
      'description: Sells books to readers. (ABSTRACT.md:7)',
      'tags: shop (path)',
    ])
    expect(what).toEqual([])
  })

  test('without an overview and without a purpose is listed under its new name', () => {
    expect(migrate({ [ABSTRACT]: '# TBD\n' }).what).toEqual([
      expect.stringMatching(/^resources\/workspaces\/shop\/OVERVIEW\.md:1 No text says/),
    ])
  })

  test('next to an overview that is no scope’s own is folded into that', () => {
    const plans = `${DIR}/_plans`
    const { after } = migrate({
      [`${plans}/OVERVIEW.md`]: '# The plans\n',
      [`${plans}/ABSTRACT.md`]: 'What is planned for the shop.\n',
    })
    expect(after).toEqual({
      [`${plans}/OVERVIEW.md`]:
        '---\nname: The plans\ndescription: What is planned for the shop.\ntags: [shop]\n---\n\n# The plans\n',
    })
  })
})

describe('front matter of an abstract', () => {
  test('is evidence', () => {
    const { text, values } = migrate({
      [OVERVIEW]: '# The shop\n',
      [ABSTRACT]: '---\nname: Book Shop\ndescription: Sells books.\ntags: [Books, web]\n---\n',
    })
    expect(text).toBe(
      '---\nname: Book Shop\ndescription: Sells books.\ntags: [Books, web, shop]\n---\n\n# The shop\n',
    )
    expect(values[0]).toBe('name: Book Shop (ABSTRACT.md:2)')
  })

  test('that the overview does not take over is kept in a fence', () => {
    const { text } = migrate({
      [OVERVIEW]: '---\nname: Shop\ndescription: Other.\ntags: [a]\n---\n# Shop\n',
      [ABSTRACT]: '---\nname: Book Shop\nowner: "`me`" # and ```you```\n---\nSells books to readers.\n',
    })
    expect(text).toBe(
      '---\nname: Shop\ndescription: Other.\ntags: [a]\n---\n# Shop\n\n## Abstract\n\nSells books to readers.\n\n' +
        '````yaml\nname: Book Shop\nowner: "`me`" # and ```you```\n````\n',
    )
  })

  test('that cannot be read leaves both', () => {
    const files = { [OVERVIEW]: '# Shop\n', [ABSTRACT]: 'Text\n\n---\nname: x\n---\n' }
    const late = { ...files, [ABSTRACT]: '\n---\nname: x\n---\nText\n' }
    const { after, what } = migrate(late)
    expect(after).toEqual(late)
    expect(what).toEqual([expect.stringMatching(/ABSTRACT\.md:2 The front matter does not start on line 1/)])
  })
})

describe('what is left', () => {
  test('a link', () => {
    const files: Files = {
      [OVERVIEW]: '# Shop\n\nSells books to readers.\n',
      [ABSTRACT]: { link: 'OVERVIEW.md' },
    }
    const { after, what, text } = migrate(files)
    expect(after[ABSTRACT]).toEqual({ link: 'OVERVIEW.md' })
    expect(fields(text)).toMatchObject({ name: 'Shop' })
    expect(what).toEqual([])
    const other: Files = { [OVERVIEW]: { link: '../x.md' }, [ABSTRACT]: 'Text\n' }
    expect(migrate(other).after).toEqual(other)
  })

  test('bytes that are no text', () => {
    const bad = Uint8Array.from([0xff, 0xfe])
    const abstract = { [OVERVIEW]: '# Shop\n', [ABSTRACT]: bad }
    expect(migrate(abstract).after).toEqual(abstract)
    const overview = { [OVERVIEW]: bad, [ABSTRACT]: 'Text\n' }
    const { after, what } = migrate(overview)
    expect(after).toEqual(overview)
    expect(what).toEqual([expect.stringMatching(/ABSTRACT\.md:1 .*OVERVIEW\.md could not be read/)])
  })

  test('an overview in which something is never closed, where the end is the place', () => {
    const files = { [OVERVIEW]: '# Shop\n\n```\ncode\n', [ABSTRACT]: '- a\n- b\n' }
    const { after, what } = migrate(files)
    expect(after).toEqual(files)
    expect(what).toEqual([expect.stringMatching(/OVERVIEW\.md:3 The block that opens here/)])
  })
})

test('roots are those of the settings', () => {
  const settings = 'workspace: {resources: docs}\n'
  const { after } = migrate({ 'docs/a-b/OVERVIEW.md': 'Text\n' }, settings)
  expect(fields(String(after['docs/a-b/OVERVIEW.md']))).toMatchObject({ name: 'A b', tags: ['a-b'] })
})

const RUNS = 300

const PARTS = [
  '\ufeff',
  '---\n',
  '---\r\n',
  'name: x\n',
  'description: Sells books.\n',
  'tags: [a, b]\n',
  'owner: "me"\r\n',
  '# c\n',
  '<!-- note -->\n',
  '<!--\n',
  '-->\n',
  '```\n',
  '~~~\r\n',
  '\n',
  '\r\n',
  ' ',
  '\t',
  '# Shop\n',
  '# Abstract\n\n',
  '## Parts\r\n',
  '###### Deep\n',
  'Title\n===\n',
  'Title\r\n---\r\n',
  'Sells books to readers. ',
  'And **more** than `that` one.\n',
  '[x](y.md) ',
  '- item\n',
  '> quote\n',
  '| a | b |\n',
  'TBD\n',
  'snake_case un*frigging*likely ',
  '&amp; ',
  '<div>\n',
  'Ünï cödé 漢字。',
  '\\* ',
  'e.g. Dr. Who. ',
]

const anyText = fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join(''))

const words = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/** The text without its front matter, and without the words of a heading that only says what the file is. */
function body(text: string): string {
  return text.slice(readFrontMatter(text, lineStarts(text), 65_536).bodyStart)
}

test('no word of an abstract is lost, whatever is in either file', () => {
  const label = new Set(['Abstract'])
  let folded = 0
  fc.assert(
    fc.property(anyText, fc.option(anyText), (abstract, overview) => {
      const files: Files = { [ABSTRACT]: abstract, ...(overview === null ? {} : { [OVERVIEW]: overview }) }
      const { after } = migrate(files)
      if (ABSTRACT in after) {
        expect(after).toEqual(files)
        return
      }
      folded += 1
      const text = String(after[OVERVIEW] ?? '')
      const there = new Set(words(text))
      expect(words(abstract).filter((word) => !there.has(word) && !label.has(word))).toEqual([])
      if (text !== '' && text !== overview)
        expect(readFrontMatter(text, lineStarts(text), 65_536).problems).toEqual([])
    }),
    { numRuns: RUNS },
  )
  expect(folded).toBeGreaterThan(RUNS / 4)
})

test('an overview keeps every byte behind its front matter, but for one splice', () => {
  fc.assert(
    fc.property(anyText, fc.option(anyText), (overview, abstract) => {
      const files: Files = { [OVERVIEW]: overview, ...(abstract === null ? {} : { [ABSTRACT]: abstract }) }
      const { text } = migrate(files)
      if (text === overview) return
      const [old, now] = [body(overview), body(text).replace(/^(?:\r\n|\n|\r)/, '')]
      if (abstract === null) expect([now, body(text)]).toContain(old)
      let start = 0
      const best = [now, body(text)].some((one) => {
        start = 0
        while (start < old.length && old[start] === one[start]) start++
        return one.endsWith(old.slice(start)) && start + old.length - start <= one.length
      })
      expect(best).toBe(true)
      expect(text.startsWith('\ufeff')).toBe(overview.startsWith('\ufeff'))
    }),
    { numRuns: RUNS },
  )
})
