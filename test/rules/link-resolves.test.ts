import { describe, expect, test } from 'vitest'
import type { Document } from '../../src/core/document.ts'
import type { Found } from '../../src/core/rule.ts'
import type { SnapshotFile } from '../../src/core/snapshot.ts'
import { linkResolves } from '../../src/rules/link-resolves.ts'
import { documentOf, line, memoryOf } from '../core/literal-parts.ts'
import { ruleTest } from '../helpers/rule-test.ts'

const FEATURE = 'resources/workspaces/devtools/web/_features/live-logs.md'
const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'
const head = '---\nname: Shop\ndescription: Storefront and checkout.\n---\n\n'

ruleTest('link-resolves', {
  valid: [
    {
      name: 'files, directories and images that are there',
      files: {
        [FEATURE]:
          '[a](../OVERVIEW.md#web) [b](../_plans) [c](../_plans/?x=1) ![d](flow%20chart.png) [e](./)\n',
        'resources/workspaces/devtools/web/_features/flow chart.png': 'png',
      },
    },
    {
      name: 'paths from the root of the repository',
      files: { [FEATURE]: '[a](/resources/workspaces/shop/OVERVIEW.md) [b](/)\n' },
    },
    {
      name: 'links to elsewhere',
      files: { [FEATURE]: '[a](https://example.org/x.md) [b](#top) [c](url)\n' },
    },
  ],
  invalid: [
    {
      name: 'a file that is not there',
      files: { [OVERVIEW]: `${head}[plan](_plans/260115-guest.md)\n` },
      expect: [
        { path: OVERVIEW, line: 6, column: 1, severity: 'warning', message: /_plans\/260115-guest\.md/ },
      ],
    },
    {
      name: 'a link of an entry that was moved to an archive',
      files: {
        'DECISIONS.md': '## 2026-01-05: A\n\nx\n',
        'DECISIONS-archive.md': '## 2026-01-02: B\n\n"For more, see [the post](./024-post.md)"\n',
      },
      expect: [{ path: 'DECISIONS-archive.md', line: 3, severity: 'info', message: /no file/ }],
    },
    {
      name: 'an image and a definition',
      files: { [FEATURE]: '![x](x.png)\n\n[y][z]\n\n[z]: ../y.md\n' },
      expect: [
        { path: FEATURE, line: 1 },
        { path: FEATURE, line: 5 },
      ],
    },
    {
      name: 'a way out of the repository',
      files: { [OVERVIEW]: `${head}[x](../../../../elsewhere/a.md)\n` },
      expect: [{ path: OVERVIEW, line: 6, message: /leaves the repository/ }],
    },
  ],
})

/** The targets that are reported of a document at `docs/web/a.md`, with the help. */
function dead(
  targets: readonly string[],
  extra: Record<string, SnapshotFile['mode']> = {},
  part: Partial<Document> = {},
): string[] {
  const modes = { 'docs/web/a.md': 'file', 'docs/b.md': 'file', 'src/a.ts': 'file', ...extra } as const
  const files = new Map(Object.entries(modes).map(([path, mode]) => [path, { path, id: null, mode }]))
  const links = targets.map((target) => ({ target, place: line(1) }))
  const memory = memoryOf([documentOf({ path: 'docs/web/a.md', links, ...part })], { files })
  const found: string[] = []
  linkResolves.check(memory, (path, { message, help }) => found.push(`${path} ${message} | ${help}`))
  return found
}

describe('a target', () => {
  test.each([
    ['a.md'],
    ['./a.md'],
    ['../b.md'],
    ['../../src'],
    ['../..'],
    ['../../src//a.ts'],
    ['../../src/a.ts:12'],
    ['../../src/a.ts:12-20'],
    ['../../src/a.ts:12:5'],
    ['../../src/a.ts?plain=1#L12'],
    ['/docs/b.md'],
    ['/a.md'],
    ['%61.md'],
  ])('%s is found', (target) => {
    expect(dead([target])).toEqual([])
  })

  test.each([
    ['b.md'],
    ['../web.md'],
    ['../../../docs/b.md'],
    ['/src/b.ts'],
    ['A.md'],
    ['../../s'],
    ['a.md/b'.replace('a.md', 'c.md')],
    ['%zz.md'],
  ])('%s is not', (target) => {
    expect(dead([target])).toHaveLength(1)
  })

  test('with the slashes of Windows is not, and the help has others', () => {
    expect(dead(['..\\b.md'])).toEqual([
      expect.stringMatching(/leads to no file.*: `\.\.\/b\.md` has that name\.$/),
    ])
  })

  test('with a percent sign of its own is found as it is written', () => {
    expect(
      dead(['100%.md', 'a%20b.md'], { 'docs/web/100%.md': 'file', 'docs/web/a%20b.md': 'file' }),
    ).toEqual([])
  })

  test('of free text is followed from the folders above as well', () => {
    const targets = ['b.md', 'docs/b.md', 'src/a.ts', 'web/a.md', 'web/b.md']
    expect(dead(targets, {}, { freeText: true })).toEqual([expect.stringContaining('web/b.md leads to no')])
    expect(dead(targets)).toHaveLength(5)
  })

  test('of free text in a folder that git does not know may be a package', () => {
    const files = new Map(
      ['AGENTS.md', 'rules.md'].map((path) => [path, { path, id: null, mode: 'file' as const }]),
    )
    const links = ['deps/ash/rules.md', '../x/rules.md'].map((target) => ({ target, place: line(1) }))
    const memory = memoryOf([documentOf({ path: 'AGENTS.md', links, freeText: true })], { files })
    const found: Found[] = []
    linkResolves.check(memory, (_, one) => found.push(one))
    expect(found.map(({ severity }) => severity)).toEqual(['info', undefined])
    // A file of that name elsewhere is another package's.
    expect(found[0]?.help).toMatch(/^Its folder is not in git/)
    expect(found[1]?.help).toContain('`rules.md` has that name')
  })

  test('behind a symlink or in a submodule is not judged', () => {
    const extra = { 'docs/shared': 'link', vendor: 'submodule' } as const
    expect(dead(['../shared/x.md', '../../vendor/lib/y.md'], extra)).toEqual([])
  })
})

test('a dead target of several links of one file is one finding', () => {
  expect(dead(['gone.md', 'a.md', 'gone.md'])).toEqual([
    expect.stringMatching(/The link to gone\.md leads to no file .* This file links to it 2 times\.$/),
  ])
})

describe('the help', () => {
  test('names the one file of that name', () => {
    expect(dead(['b.md', '../a.ts', 'B'])).toEqual([
      expect.stringContaining('`../b.md` has that name'),
      expect.stringContaining('`../../src/a.ts` has that name'),
      expect.stringContaining('`../b.md` has that name'),
    ])
  })

  test('names the file that differs in case or in the form of accents', () => {
    const files = { 'docs/web/Guide.md': 'file', 'x/guide.md': 'file', 're\u0301.md': 'file' } as const
    expect(dead(['guide.md', '../../r\u00e9.md'], files)).toEqual([
      expect.stringContaining('Write `Guide.md`: the target differs in case'),
      expect.stringContaining('Write `../../re\u0301.md`: the target differs in case'),
    ])
  })

  test('names the file at the root that the target counts from there', () => {
    expect(
      dead(['docs/guide.md', 'README.md'], {
        'docs/guide.md': 'file',
        'x/guide.md': 'file',
        'README.md': 'file',
      }),
    ).toEqual([
      expect.stringContaining('write `../guide.md`'),
      expect.stringContaining('write `../../README.md`'),
    ])
  })

  test('names a file in the same folder with a like name', () => {
    const files = { 'docs/web/260208-engine.md': 'file', 'docs/web/queue.md': 'file' } as const
    expect(dead(['260208-engin.md', '260209-engine.md', 'queue', 'quack.md'], files)).toEqual([
      expect.stringContaining('`260208-engine.md` has a like name'),
      expect.stringMatching(/Correct the target, or take the link out\.$/),
      expect.stringContaining('`queue.md` has that name'),
      expect.stringMatching(/Correct the target, or take the link out\.$/),
    ])
  })

  test('names none where there are several, none, or one by chance', () => {
    expect(dead(['b.md', 'c.md', 'README.md'], { 'other/b.md': 'file', 'other/README.md': 'file' })).toEqual([
      expect.stringMatching(/Correct the target, or take the link out\.$/),
      expect.stringMatching(/Correct the target, or take the link out\.$/),
      expect.stringMatching(/Correct the target, or take the link out\.$/),
    ])
  })
})

test('the same target is asked for anew in another folder', () => {
  const paths = ['a/one.md', 'a/two.md', 'b/one.md', 'b/c/one.md', 'b/two.md', 'three.md']
  const links = ['two.md', '../two.md', '../three.md'].map((target) => ({ target, place: line(1) }))
  const files = new Map(paths.map((path) => [path, { path, id: null, mode: 'file' as const }]))
  const memory = memoryOf(
    paths.map((path) => documentOf({ path, links })),
    { files },
  )
  const found: string[] = []
  linkResolves.check(memory, (path, { message }) => {
    found.push(`${path} ${message.replace('The link to ', '')}`)
  })
  expect(found).toEqual([
    'a/one.md ../two.md leads to no file of the repository',
    'a/two.md ../two.md leads to no file of the repository',
    'b/one.md ../two.md leads to no file of the repository',
    'b/c/one.md two.md leads to no file of the repository',
    'b/c/one.md ../three.md leads to no file of the repository',
    'b/two.md ../two.md leads to no file of the repository',
    'three.md two.md leads to no file of the repository',
    'three.md ../two.md leaves the repository',
    'three.md ../three.md leaves the repository',
  ])
})
