import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EntryForm } from '../../../src/core/settings.ts'
import { lineStarts } from '../../../src/core/text.ts'
import { entryLog } from '../../../src/formats/entry-log.ts'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'
import { type Merged, mergeEntries } from '../../../src/formats/merge/merge-entries.ts'
import { runs } from '../../helpers/runs.ts'

type Texts = { readonly base: string; readonly ours: string; readonly theirs: string }

function merge(texts: Texts, form: EntryForm = 'dated', markSize = 7): Merged {
  const merged = mergeEntries(texts, { form, markSize })
  if (!merged) throw new Error('these texts do not read as logs')
  return merged
}

/** The merged text of a merge without conflicts. */
function clean(texts: Texts, form: EntryForm = 'dated'): string {
  const { text, conflicts } = merge(texts, form)
  expect(conflicts, text).toBe(0)
  return text
}

function entry(date: string, title: string, body = `${title} it is.`): string {
  return `### [${date}] ${title}\n\n**Category:** general\n\n${body}\n\n---\n\n`
}

function titles(text: string): string[] {
  return entryLog(text, parseMarkdown(text, text.startsWith('\uFEFF') ? 1 : 0), lineStarts(text)).entries.map(
    ({ title }) => title.text,
  )
}

const HEAD = '# Decisions\n\nOldest first.\n\n'
const A = entry('2026-01-01', 'Alpha')
const B = entry('2026-01-02', 'Beta')
const C = entry('2026-01-03', 'Gamma')
const D = entry('2026-01-04', 'Delta')
const base = HEAD + A + B

describe('what one side did', () => {
  test.each([
    ['nothing', base],
    ['an entry at the end', base + C],
    ['an entry in the middle', HEAD + A + C + B],
    ['an edit', base.replace('Alpha it', 'Alpha now')],
    ['another title', base.replace('] Alpha', '] First')],
    ['a deletion', HEAD + A],
    ['all entries deleted', HEAD],
    ['another order', HEAD + B + A],
    ['another head', base.replace('Oldest', 'Older')],
    ['no head', A + B],
    ['a section', `${HEAD}${A}## 2027\n\n${B}`],
    ['a section at the end', `${base}## 2027\n`],
    ['a comment', `${HEAD}${A}<!-- note -->\n${B}`],
    ['a comment at the end', `${base}<!-- the end -->\n`],
    ['no separators', base.replaceAll('---\n\n', '')],
    ['no blank lines', base.replaceAll('---\n\n', '---\n')],
    ['no final line break', (base + C).trimEnd()],
    ['CRLF everywhere', (base + C).replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${base}`],
    ['a heading that was meant as an entry', `${base}## [2026-01-09] Deeper\n\nText.\n`],
    ['front matter', `---\ntitle: Decisions\n---\n${base}`],
  ])('%s: every byte of it is taken', (_, changed) => {
    expect(clean({ base, ours: changed, theirs: base })).toBe(changed)
    expect(clean({ base, ours: base, theirs: changed })).toBe(changed)
    expect(clean({ base, ours: changed, theirs: changed })).toBe(changed)
    expect(clean({ base: changed, ours: base, theirs: changed })).toBe(base)
  })
})

describe('additions of both sides', () => {
  test('are in order of their dates, whichever side they come from', () => {
    expect(clean({ base, ours: base + D, theirs: base + C })).toBe(base + C + D)
    expect(clean({ base, ours: base + C, theirs: base + D })).toBe(base + C + D)
  })

  test('of one day are ours before theirs', () => {
    const [ours, theirs] = [entry('2026-01-03', 'Ours'), entry('2026-01-03', 'Theirs')]
    expect(clean({ base, ours: base + ours, theirs: base + theirs })).toBe(base + ours + theirs)
  })

  test('keep the order that each side gave them', () => {
    const late = entry('2026-01-09', 'Late')
    const text = clean({ base, ours: base + late + C, theirs: base + D })
    expect(titles(text)).toEqual(['Alpha', 'Beta', 'Delta', 'Late', 'Gamma'])
  })

  test('of one entry, byte for byte or but for line breaks, occur once', () => {
    expect(clean({ base, ours: base + C, theirs: base + C + D })).toBe(base + C + D)
    const theirs = base + C.replaceAll('\n', '\r\n')
    expect(titles(clean({ base, ours: base + C, theirs }))).toEqual(['Alpha', 'Beta', 'Gamma'])
  })

  test('of one heading with different texts are a conflict', () => {
    const other = C.replace('Gamma it', 'Gamma never')
    const { text, conflicts } = merge({ base, ours: base + C, theirs: base + other })
    expect(conflicts).toBe(1)
    expect(text).toBe(
      `${base}<<<<<<< ours\n${C.slice(0, -7)}\n=======\n${other.slice(0, -7)}\n>>>>>>> theirs\n\n---\n\n`.replace(
        /\n\n(=======|>>>>>>> )/g,
        '\n$1',
      ),
    )
  })

  test('stay newest first where the log is', () => {
    const newest = HEAD + B + A
    expect(clean({ base: newest, ours: HEAD + C + B + A, theirs: HEAD + D + B + A })).toBe(
      HEAD + D + C + B + A,
    )
    expect(clean({ base: newest, ours: HEAD + D + B + A, theirs: HEAD + C + B + A })).toBe(
      HEAD + D + C + B + A,
    )
  })

  test('to an empty log', () => {
    expect(clean({ base: '', ours: HEAD + A, theirs: HEAD + B })).toBe(HEAD + A + B)
    expect(clean({ base: HEAD, ours: HEAD + B, theirs: HEAD + A })).toBe(HEAD + A + B)
  })

  test('are in the sections where each side put them', () => {
    const sections = `${HEAD}## 2025\n\n${A}## 2026\n\n${B}`
    const ours = `${HEAD}## 2025\n\n${A}${D}## 2026\n\n${B}`
    const theirs = `${HEAD}## 2025\n\n${A}${C}## 2026\n\n${B}## 2027\n\n${entry('2027-01-01', 'New')}`
    expect(clean({ base: sections, ours, theirs })).toBe(
      `${HEAD}## 2025\n\n${A}${C}${D}## 2026\n\n${B}## 2027\n\n${entry('2027-01-01', 'New')}`,
    )
  })

  test('do not slip into a section that the other side opened', () => {
    const ours = `${base}## 2027\n\n${entry('2027-01-01', 'New')}`
    expect(clean({ base, ours, theirs: base + C })).toBe(
      `${base}${C}## 2027\n\n${entry('2027-01-01', 'New')}`,
    )
  })

  test('are before a closing comment, which stays one', () => {
    const end = '<!-- the end -->\n'
    expect(clean({ base: base + end, ours: base + C + end, theirs: base + D + end })).toBe(base + C + D + end)
  })

  test('take the comments above them along', () => {
    const note = '<!-- memkeep-disable-next-line entry-order -- imported -->\n'
    expect(clean({ base, ours: base + note + D, theirs: base + C })).toBe(base + C + note + D)
  })
})

describe('the glue', () => {
  const bare = (date: string, title: string): string => `### [${date}] ${title}\n\n${title} it is.`

  test('an entry without a final line break never fuses with the next', () => {
    const one = bare('2026-01-01', 'Alpha')
    const text = clean({
      base: one,
      ours: `${one}\n\n${bare('2026-01-03', 'Ours')}`,
      theirs: `${one}\n\n${bare('2026-01-02', 'Theirs')}`,
    })
    expect(text).toBe([one, bare('2026-01-02', 'Theirs'), bare('2026-01-03', 'Ours')].join('\n\n'))
  })

  test('a log that parts its entries parts the new ones too', () => {
    const one = `${bare('2026-01-01', 'Alpha')}\n\n---\n\n${bare('2026-01-02', 'Beta')}\n`
    const ours = `${one}\n---\n\n${bare('2026-01-03', 'Ours')}\n`
    const theirs = `${one}\n---\n\n${bare('2026-01-04', 'Theirs')}\n`
    expect(clean({ base: one, ours, theirs })).toBe(
      `${one}\n---\n\n${bare('2026-01-03', 'Ours')}\n\n---\n\n${bare('2026-01-04', 'Theirs')}\n`,
    )
  })

  test('is written with the line breaks of the file', () => {
    const one = bare('2026-01-01', 'Alpha').replaceAll('\n', '\r\n')
    const more = (date: string, title: string): string =>
      `${one}\r\n\r\n${bare(date, title).replaceAll('\n', '\r\n')}`
    const text = clean({
      base: one,
      ours: more('2026-01-02', 'Ours'),
      theirs: more('2026-01-03', 'Theirs'),
    })
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(titles(text)).toEqual(['Alpha', 'Ours', 'Theirs'])
  })

  test('each entry keeps the line breaks of the side that it comes from', () => {
    const ours = C.trimEnd().replaceAll('\n', '\r\n')
    const text = clean({ base, ours: `${base}${ours}\r\n`, theirs: base + D.trimEnd() })
    expect(text.trimEnd()).toBe(`${base}${ours}\n\n${D.trimEnd()}`)
  })
})

describe('edits', () => {
  const edited = base.replace('Alpha it', 'Alpha now')

  test('of one side stay with additions and edits of the other', () => {
    expect(clean({ base, ours: edited, theirs: base + C })).toBe(edited + C)
    const other = base.replace('Beta it', 'Beta now')
    expect(clean({ base, ours: edited, theirs: other })).toBe(edited.replace('Beta it', 'Beta now'))
  })

  test('of both sides to one entry are a conflict around that entry alone', () => {
    const theirs = `${base.replace('Alpha it', 'Alpha then')}${C}`
    const { text, conflicts } = merge({ base, ours: edited, theirs })
    expect(conflicts).toBe(1)
    const of = (word: string): string =>
      `### [2026-01-01] Alpha\n\n**Category:** general\n\nAlpha ${word} is.\n`
    expect(text).toBe(
      `${HEAD}<<<<<<< ours\n${of('now')}=======\n${of('then')}>>>>>>> theirs\n\n---\n\n${B}${C}`,
    )
  })

  test.each([
    ['ours', edited, HEAD + B, `<<<<<<< ours\n${A.trimEnd()}\n=======\n>>>>>>> theirs\n\n`],
    ['theirs', HEAD + B, edited, `<<<<<<< ours\n=======\n${A.trimEnd()}\n>>>>>>> theirs\n\n`],
  ])('of %s to an entry that the other side deleted are a conflict', (_, ours, theirs, conflict) => {
    const { text, conflicts } = merge({ base, ours, theirs })
    expect(conflicts).toBe(1)
    expect(text).toBe(`${HEAD}${conflict.replace('Alpha it', 'Alpha now')}${B}`)
  })

  test('of a title on both sides, the body the same, are one conflict and no second entry', () => {
    const body = 'Prices are kept as integers in minor units, since floating point lost a cent.'
    const one = HEAD + entry('2026-01-01', 'Money', body)
    const { text, conflicts } = merge({
      base: one,
      ours: one.replace('Money', 'Prices'),
      theirs: one.replace('Money', 'Cents'),
    })
    expect(conflicts).toBe(1)
    expect(text.match(/^### /gm)?.length).toBe(2)
  })

  test('marks are as long as git asks', () => {
    const theirs = base.replace('Alpha it', 'Alpha then')
    expect(merge({ base, ours: edited, theirs }, 'dated', 9).text).toContain('\n<<<<<<<<< ours\n')
  })

  test('a deletion of what the other side left alone is a deletion', () => {
    expect(clean({ base, ours: HEAD + B, theirs: base + C })).toBe(HEAD + B + C)
    expect(clean({ base, ours: HEAD + B, theirs: HEAD + A })).toBe(HEAD)
  })

  test('heads are merged line by line', () => {
    const ours = base.replace('# Decisions', '# Our decisions')
    expect(clean({ base, ours, theirs: base.replace('Oldest', 'Older') })).toBe(
      ours.replace('Oldest', 'Older'),
    )
    const { text, conflicts } = merge({
      base,
      ours: base.replace('Oldest', 'A'),
      theirs: base.replace('Oldest', 'B'),
    })
    expect(conflicts).toBe(1)
    expect(text).toBe(`# Decisions\n\n<<<<<<< ours\nA first.\n=======\nB first.\n>>>>>>> theirs\n\n${A}${B}`)
  })
})

describe('doubles and moves', () => {
  test('several entries of one heading are separated by their texts', () => {
    const other = entry('2026-01-01', 'Alpha', 'Something else.')
    const two = HEAD + A + other
    expect(clean({ base: two, ours: HEAD + other, theirs: two + C })).toBe(HEAD + other + C)
    expect(clean({ base: two, ours: two, theirs: HEAD + A })).toBe(HEAD + A)
  })

  test('a move on one side goes with an addition on the other', () => {
    expect(titles(clean({ base: base + C, ours: HEAD + C + A + B, theirs: base + C + D }))).toEqual([
      'Gamma',
      'Delta',
      'Alpha',
      'Beta',
    ])
  })

  test('what a move would double is left to a text merge', () => {
    const half = '## Part\n\nOne long part.\n\n'
    const one = `${HEAD}### [2026-01-01] Alpha\n\nText.\n\n${half}More.\n\n${B}`
    const ours = `${HEAD}### [2026-01-01] Alpha\n\nText.\n\n### [2026-01-01] New\n\n${half}More.\n\n${B}`
    const theirs = one.replace('Text.', 'Other text.')
    expect(mergeEntries({ base: one, ours, theirs }, { form: 'dated', markSize: 7 })).toBeNull()
  })
})

describe('other forms of headings', () => {
  test('an entry whose date is no real day is joined, edited and lost like any other', () => {
    const odd = entry('2026-02-30', 'Odd')
    expect(clean({ base, ours: base + odd, theirs: base + C })).toSatisfy(
      (text: string) => text.includes(odd) && text.includes(C),
    )
    const edited = odd.replace('Odd it', 'Odd now')
    expect(clean({ base: base + odd, ours: base + edited, theirs: base + odd + C })).toBe(base + edited + C)
    expect(merge({ base: base + odd, ours: base, theirs: base + edited }).conflicts).toBe(1)
  })

  const part = (title: string): string => `## ${title}\n\n${title} it is.\n\n`
  const log = `# Log\n\n${part('One')}${part('Two')}`

  test('a depth makes every such heading an entry', () => {
    expect(clean({ base: log, ours: log + part('Ours'), theirs: log + part('Theirs') }, 2)).toBe(
      log + part('Ours') + part('Theirs'),
    )
    expect(
      merge({ base: log, ours: log + part('Ours'), theirs: log.replace('One it', 'One then') }, 2),
    ).toEqual({
      text: log.replace('One it', 'One then') + part('Ours'),
      conflicts: 0,
    })
  })

  test('days in headings order them', () => {
    const [ours, theirs] = [part('2026-01-09: Ours'), part('2026-01-08: Theirs')]
    expect(clean({ base: log, ours: log + ours, theirs: log + theirs }, 2)).toBe(log + theirs + ours)
  })

  test('higher headings are sections, and their prose is merged by lines', () => {
    const text = `# Log\n\nA.\n\nB.\n\n${part('One')}# More\n\n${part('Two')}`
    const ours = text.replace('A.', 'AA.')
    const theirs = `${text.replace('B.', 'BB.')}${part('Three')}`
    expect(clean({ base: text, ours, theirs }, 2)).toBe(theirs.replace('A.', 'AA.'))
  })

  test('one title in two sections is two entries', () => {
    const releases = (...names: readonly string[]): string =>
      names.map((name) => `## ${name}\n\n### Added\n\n${name} things.\n\n`).join('')
    expect(clean({ base: releases('v1'), ours: releases('v2', 'v1'), theirs: releases('v1') }, 3)).toBe(
      releases('v2', 'v1'),
    )
    const edited = releases('v1').replace('v1 things', 'other things')
    expect(clean({ base: releases('v1'), ours: releases('v2', 'v1'), theirs: edited }, 3)).toBe(
      releases('v2') + edited,
    )
  })
})

describe('what does not read as a log', () => {
  test.each([
    ['no entries anywhere', { base: HEAD, ours: `${HEAD}x\n`, theirs: HEAD }],
    ['a conflict in a side', { base, ours: base, theirs: `${base}<<<<<<< HEAD\n` }],
    [
      'a fence that nothing closes',
      { base, ours: `${base}### [2026-01-03] X\n\n\`\`\`\n`, theirs: base + D },
    ],
  ])('%s', (_, texts) => {
    expect(mergeEntries(texts, { form: 'dated', markSize: 7 })).toBeNull()
  })

  test('a conflict of common ancestors in the base is no conflict of this merge', () => {
    const inner = `<<<<<<<<< ours\n${C}=========\n${D}>>>>>>>>> theirs\n`
    expect(clean({ base: base + inner, ours: base + C, theirs: base + C })).toBe(base + C)
    expect(merge({ base: base + inner, ours: base + C, theirs: base + D })).toEqual({
      text: base + C + D,
      conflicts: 0,
    })
  })
})

describe('tombstones', () => {
  const stone = (reason: string): string => `<!-- memkeep-removed [2026-01-01] Alpha -- ${reason} -->\n\n`
  const S = stone('a secret')

  test.each([
    ['in the place of the entry', HEAD + S + B],
    ['above the separator of the entry', `${HEAD}${S}---\n\n${B}`],
    ['at the end', `${HEAD}${B}${S}`.trimEnd()],
    ['the last entry of a log', HEAD + A + S.replace('01-01] Alpha', '01-02] Beta')],
    ['CRLF', (HEAD + S + B).replaceAll('\n', '\r\n')],
  ])('%s: what one side did is taken, byte for byte', (_, changed) => {
    expect(clean({ base, ours: changed, theirs: base })).toBe(changed)
    expect(clean({ base, ours: base, theirs: changed })).toBe(changed)
    expect(clean({ base, ours: changed, theirs: changed })).toBe(changed)
    expect(clean({ base: changed, ours: base, theirs: changed })).toBe(base)
  })

  test('win over an entry that the other side has as it was, and what is new stays', () => {
    expect(clean({ base, ours: HEAD + S + B, theirs: base + C })).toBe(HEAD + S + B + C)
    expect(clean({ base, ours: base + C, theirs: HEAD + S + B })).toBe(HEAD + S + B + C)
  })

  test('win over a deletion without a reason', () => {
    expect(clean({ base, ours: HEAD + S + B, theirs: HEAD + B })).toBe(HEAD + S + B)
    expect(clean({ base, ours: HEAD + B, theirs: HEAD + S + B })).toBe(HEAD + S + B)
  })

  test('are in conflict with an edit, around that entry alone', () => {
    const edited = A.replace('it is', 'it was')
    const { text, conflicts } = merge({ base, ours: HEAD + S + B, theirs: HEAD + edited + B + C })
    expect(conflicts).toBe(1)
    expect(text).toBe(
      `${HEAD}<<<<<<< ours\n${S.trimEnd()}\n=======\n${edited.trimEnd()}\n>>>>>>> theirs\n\n${B}${C}`,
    )
  })

  test('with two reasons are in conflict, and with one are there once', () => {
    expect(merge({ base, ours: HEAD + S + B, theirs: HEAD + stone('a name') + B }).conflicts).toBe(1)
    expect(clean({ base, ours: HEAD + S + B, theirs: HEAD + S + B + C })).toBe(HEAD + S + B + C)
  })

  test('that one side takes back are gone', () => {
    expect(clean({ base: HEAD + S + B, ours: HEAD + B, theirs: HEAD + S + B + C })).toBe(HEAD + B + C)
  })

  test('stay where they were when both sides append behind a last one', () => {
    const last = S.replace('01-01] Alpha', '01-02] Beta')
    expect(clean({ base, ours: HEAD + A + last, theirs: base + C })).toBe(HEAD + A + last + C)
  })
})

describe('any two changes of any log', () => {
  const word = fc.constantFrom('red', 'green', 'blue', 'old', 'new', 'odd')
  const date = fc.integer({ min: 1, max: 28 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`)
  const one = fc
    .record({
      date,
      title: fc.tuple(word, word).map((words) => words.join(' ')),
      body: fc.array(word, { minLength: 1, maxLength: 6 }),
    })
    .map(({ date, title, body }) => `### [${date}] ${title}\n\n${body.join(' ')}`)
  const style = fc.record({
    between: fc.constantFrom('\n\n---\n\n', '\n\n', '\n\n---\n'),
    end: fc.constantFrom('\n', '', '\n\n---\n'),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\uFEFF'),
    head: fc.constantFrom('', '# Log\n\n', '# Log\n\nText.\n\n## 2026\n\n'),
  })
  type Edit = { readonly at: number; readonly what: 'drop' | 'edit' | 'add'; readonly entry: string }
  const edits = fc.array(
    fc.record({ at: fc.nat(8), what: fc.constantFrom<Edit['what']>('drop', 'edit', 'add'), entry: one }),
    { maxLength: 4 },
  )
  const apply = (entries: readonly string[], changes: readonly Edit[]): string[] =>
    changes.reduce<string[]>(
      (list, { at, what, entry: added }) => {
        const i = at % (list.length + 1)
        if (what === 'add') return [...list.slice(0, i), added, ...list.slice(i)]
        const rest = list.slice(i + 1)
        return what === 'drop'
          ? [...list.slice(0, i), ...rest]
          : [
              ...list.slice(0, i),
              ...list.slice(i, i + 1).map((text) => `${text} edited ${added.length}`),
              ...rest,
            ]
      },
      [...entries],
    )
  const scene = fc
    .record({ entries: fc.array(one, { maxLength: 5 }), style, ours: edits, theirs: edits })
    .map(({ entries, style: { between, end, lineBreak, bom, head }, ours, theirs }) => {
      const write = (list: readonly string[]): string =>
        bom + (head + list.join(between) + (list.length > 0 ? end : '')).replaceAll('\n', lineBreak)
      const lists = { base: entries, ours: apply(entries, ours), theirs: apply(entries, theirs) }
      return {
        lists,
        texts: { base: write(lists.base), ours: write(lists.ours), theirs: write(lists.theirs) },
      }
    })
  const run = (texts: Texts): Merged | null => mergeEntries(texts, { form: 'dated', markSize: 7 })
  const plain = (text: string): string => text.replace('\uFEFF', '').replaceAll('\r\n', '\n')
  const count = (list: readonly string[], text: string): number =>
    list.filter((other) => other === text).length
  /** Entries of a text whose heading and body are known, by splitting at headings alone. */
  const split = (text: string): string[] =>
    plain(text)
      .split(/^(?=### )/m)
      .filter((part) => part.startsWith('### '))
      .map((part) => part.replace(/(?:\s|---|<{7} ours|={7}|>{7} theirs)+$/, ''))

  test('every entry of each side is there once, or in a conflict, or was deleted', () => {
    fc.assert(
      fc.property(scene, ({ lists, texts }) => {
        const merged = run(texts)
        if (!merged) return
        const found = split(merged.text)
        for (const text of new Set([...lists.ours, ...lists.theirs])) {
          const [b, o, t] = [count(lists.base, text), count(lists.ours, text), count(lists.theirs, text)]
          const wanted = b === 0 ? Math.max(o, t) : o + t - b
          expect(count(found, text)).toBeGreaterThanOrEqual(Math.max(0, wanted))
          if (merged.conflicts === 0) expect(count(found, text)).toBe(Math.max(0, wanted))
        }
        for (const text of found) expect([...lists.ours, ...lists.theirs]).toContain(text)
      }),
      { numRuns: runs(400) },
    )
  })

  test('reads as a log nearly always', () => {
    const results = fc.sample(scene, { numRuns: 200, seed: 1 }).filter(({ lists }) => lists.ours.length > 0)
    expect(results.filter(({ texts }) => run(texts) === null)).toEqual([])
  })

  test('swapped sides give the same entries, but for their order', () => {
    fc.assert(
      fc.property(scene, ({ texts: { base, ours, theirs } }) => {
        const [one, other] = [run({ base, ours, theirs }), run({ base, ours: theirs, theirs: ours })]
        expect(one?.conflicts).toBe(other?.conflicts)
        expect(split(one?.text ?? '').sort()).toEqual(split(other?.text ?? '').sort())
      }),
    )
  })

  test('merging a result with a side again changes nothing', () => {
    fc.assert(
      fc.property(scene, ({ texts: { base, ours, theirs } }) => {
        const merged = run({ base, ours, theirs })
        if (!merged || merged.conflicts > 0) return
        for (const side of [ours, theirs]) {
          expect(run({ base: side, ours: merged.text, theirs: side })?.text ?? merged.text).toBe(merged.text)
          expect(run({ base: side, ours: side, theirs: merged.text })?.text ?? merged.text).toBe(merged.text)
        }
      }),
    )
  })

  test('where one side changed nothing the other is taken, byte for byte', () => {
    fc.assert(
      fc.property(scene, ({ texts: { base, ours } }) => {
        expect(run({ base, ours, theirs: base })?.text ?? ours).toBe(ours)
        expect(run({ base, ours: base, theirs: ours })?.text ?? ours).toBe(ours)
      }),
    )
  })
})
