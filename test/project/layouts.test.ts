import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layoutExports } from '../../scripts/generate/layout-exports.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Layout } from '../../src/core/layout.ts'
import type { Report } from '../../src/core/report.ts'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { runCheck } from '../../src/engine/check.ts'
import { layouts } from '../../src/layouts/index.ts'
import { json } from '../../src/reporters/json.ts'
import { addOperation, expectOnEveryDoor } from '../helpers/added-operation.ts'
import { build, compile, copyProject, generate, node } from '../helpers/project-copy.ts'
import { repoAt } from '../helpers/temp-repo.ts'
import { variants } from '../helpers/variant.ts'

const TODAY = '2026-06-01'

/** Compilers and builds side by side take their time on a busy machine. */
const TIMEOUT = 240_000

const SOURCES = textsBelow('src').filter(({ path }) => !path.startsWith('layouts/'))

/** Words for a layout or its settings that mean other things to git and to reports. */
const ORDINARY: readonly string[] = ['log', 'logs', 'notes']

const IDS = layouts.map(({ id }) => id).filter((id) => !ORDINARY.includes(id))
const KEYS = layouts
  .flatMap(({ settings }) => Object.keys(settings.schemas))
  .filter((key) => !ORDINARY.includes(key))
const KINDS = layouts.flatMap(({ kinds }) => kinds.map(({ id }) => id))
const RULES = layouts.flatMap(({ rules }) => rules.map(({ id }) => id))

/** Members of a layout that are groups of further ones. */
const GROUPS: readonly string[] = ['parts', 'settings', 'log', 'reports'] satisfies (keyof Layout)[]

const literal = (words: readonly string[]): string =>
  `(?:'(?:${words.join('|')})'|["\`](?:${words.join('|')})["\`])`
const ID_OF_LAYOUT = '\\blayout(?:\\??\\.id)?'

/** What shows that a source knows a layout. Words of some kinds (`plan`, `archive`) are the engine's as well. */
const KNOWING: readonly (readonly [string, RegExp])[] = [
  ['the id of a layout', new RegExp(literal(IDS))],
  ["a layout's settings", new RegExp(`${literal(KEYS)}|\\.(?:${KEYS.join('|')})\\b`)],
  ["a layout's rule", new RegExp(literal(RULES))],
  ["a layout's kind", new RegExp(`(?:\\bkind(?:\\??\\.id)?\\s*[!=]==?|\\bcase)\\s*${literal(KINDS)}`)],
  ['a name to compare a layout with', new RegExp(`${ID_OF_LAYOUT}\\s*[!=]==?\\s*['"\`]`)],
  ['the same, the other way round', new RegExp(`['"\`]\\s*[!=]==?\\s*(?:\\w+\\??\\.)*${ID_OF_LAYOUT}\\b`)],
  ['a choice by layout', new RegExp(`switch\\s*\\(.*${ID_OF_LAYOUT}\\s*\\)`)],
  [
    "a file in a layout's folder",
    /['"`][./]*\/layouts\/(?!(?:index|exports|operations|operation-commands)\.ts['"`])/,
  ],
]

describe('outside src/layouts', () => {
  test.each(KNOWING)('no source knows %s', (_, pattern) => {
    const knowing = SOURCES.flatMap(({ path, text }) => {
      const line = text.split('\n').find((one) => pattern.test(one))
      return line === undefined ? [] : [`${path}: ${line.trim()}`]
    })
    expect(knowing).toEqual([])
  })

  test('sources are seen at all', () => {
    expect(SOURCES.length).toBeGreaterThan(200)
  })

  test.each([
    ["if (id === 'agent-memory') return", 'the id of a layout'],
    ["option(settings, 'agentMemory', 'root')", "a layout's settings"],
    ['settings.options.agentMemory', "a layout's settings"],
    ["rules.find(({ id }) => id === 'task-forward')", "a layout's rule"],
    ["if (document.kind === 'decisions') return", "a layout's kind"],
    ["  case 'memory-index':", "a layout's kind"],
    ["if (layout.id === 'other') return", 'a name to compare a layout with'],
    ["if (document.layout !== 'other') return", 'a name to compare a layout with'],
    ["if ('other' === one.layout?.id) return", 'the same, the other way round'],
    ['switch (memory.layout) {', 'a choice by layout'],
    ["import { claim } from '../layouts/atomic/claim.ts'", "a file in a layout's folder"],
    ["export { applyUpdate } from './layouts/working-memory/exports.ts'", "a file in a layout's folder"],
    ['other.layout === layout && other.claim.scope === claim.scope', null],
    ["import { layouts } from '../layouts/index.ts'", null],
    ["if (file.kind === 'text') return layout === null", null],
  ])('of %j it is said: %s', (line, said) => {
    expect(KNOWING.filter(([, pattern]) => pattern.test(line)).map(([what]) => what)).toEqual(
      said ? [said] : [],
    )
  })
})

describe.each(layouts)('$id', ({ id, summary, claim }) => {
  test('says in a sentence what it keeps, and in its README how', () => {
    expect(summary).toMatch(/^[A-Z].*\.$/)
    expect(existsSync(`src/layouts/${id}/README.md`)).toBe(true)
  })

  test('has an example, which examples/README.md names', () => {
    const paths = textsBelow(`examples/${id}`).map(({ path }) => path)
    expect(paths.filter((path) => claim(path, 'file', DEFAULT_SETTINGS))).not.toEqual([])
    expect(readFileSync('examples/README.md', 'utf8')).toContain(`${id}/`)
  })
})

test('what one layout alone has is in a group, or in what its roots and kinds say', () => {
  const users = new Map<string, string[]>()
  for (const layout of layouts)
    for (const [member, value] of Object.entries(layout))
      if (!GROUPS.includes(member) && value !== undefined)
        users.set(member, [...(users.get(member) ?? []), layout.id])
  expect([...users].filter(([, ids]) => ids.length < 2)).toEqual([])
})

test('what layouts give to users of the library is a file of its own', () => {
  expect(layoutExports(['a-b', 'c'])).toMatch(
    /\nexport \* from '\.\/a-b\/exports\.ts'\nexport \* from '\.\/c\/exports\.ts'\n$/,
  )
  expect(layoutExports([])).toMatch(/\nexport \{\}\n$/)
})

// Compilers and builds take long: of copies, every run has the one of `new.test.ts`.
variants('in a copy of the project', () => {
  let folder = ''
  let known: Report['diagnostics'] = []

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-layouts-')))
    writeMemory(join(folder, 'memory'))
    const source = { kind: 'work-tree' } as const
    const options = { paths: [], source, fix: false, cache: false, today: TODAY, skip: [] }
    const { report } = await runCheck({ ...options, cwd: join(folder, 'memory') })
    known = (JSON.parse(json(report)) as Report).diagnostics
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

  test.concurrent.each(layouts)(
    'without $id all else compiles, builds and works as before',
    { timeout: TIMEOUT },
    async (layout) => {
      const copy = join(folder, `without-${layout.id}`)
      copyProject(copy)
      removeLayout(copy, layout)
      await expectGreen(copy)
      await expectGenerated(copy)
      expect(withoutTaken(await found(copy, join(folder, 'memory')), layout)).toEqual(
        known.filter((one) => one.layout !== layout.id),
      )
    },
  )

  test.concurrent('a layout from the template and an operation of one file work', {
    timeout: TIMEOUT,
  }, async () => {
    const copy = join(folder, 'with-notes')
    copyProject(copy)
    addNotes(copy)
    addOperation(copy)
    await expectGreen(copy)
    await expectGenerated(copy)
    const diagnostics = await found(copy, join(folder, 'memory'))
    expect(diagnostics.filter(({ layout }) => layout !== 'notes')).toEqual(known)
    expect(
      diagnostics.filter(({ layout }) => layout === 'notes').map(({ path, rule }) => `${path} ${rule}`),
    ).toEqual(['notes/cents.md note-title', 'notes/list.json derived-fresh'])
    const tasks = textsBelow('examples/atomic/memory/tasks').length
    await expectOnEveryDoor(copy, join(folder, 'memory'), tasks)
    const added = await node(
      join(folder, 'memory'),
      join(copy, 'dist/memkeep.cjs'),
      'notes',
      'add',
      '--title',
      'A',
      '--body',
      'B',
      '--dry-run',
    )
    expect(added).toMatchObject({ code: 0, out: expect.stringContaining('notes/list.json') })
  })
})

/** The example of every layout in one repository, and a note as the template keeps it. */
function writeMemory(dir: string): void {
  for (const id of IDS) cpSync(join('examples', id), dir, { recursive: true, verbatimSymlinks: true })
  const repo = repoAt(dir)
  repo.write('notes/cents.md', '---\ntitle: Prices are in cents.\ndate: 2026-02-08\n---\n\nNever floats.\n')
  repo.git('init', '--quiet')
  repo.git('add', '--all', '--force')
}

/** Migrations of its files, and what this project's own settings say of the layout, go with it. */
function removeLayout(copy: string, { id, settings }: Layout): void {
  rmSync(join(copy, 'src/layouts', id), { recursive: true })
  const migrations = join(copy, 'migrations')
  let gone = [`/layouts/${id}/`]
  while (gone.length > 0) {
    const users = textsBelow(migrations).filter(
      ({ path, text }) => path !== 'index.ts' && gone.some((name) => text.includes(name)),
    )
    for (const { path } of users) rmSync(join(migrations, path))
    gone = users.map(({ path }) => `/${basename(path)}'`)
  }
  const own = join(copy, 'memkeep.yaml')
  const text = readFileSync(own, 'utf8')
  if (Object.keys(settings.schemas).some((key) => text.includes(`\n${key}:`))) rmSync(own)
}

function addNotes(copy: string): void {
  const to = join(copy, 'src/layouts/notes')
  cpSync(join(copy, 'src/layouts/_template'), to, { recursive: true })
  for (const { path, text } of textsBelow(to))
    writeFileSync(join(to, path), text.replaceAll('template', 'notes').replaceAll('Template', 'Notes'))
}

const GREEN = { code: 0, out: '', err: '' }

async function expectGreen(copy: string): Promise<void> {
  expect(await generate(copy)).toMatchObject({ code: 0, err: '' })
  expect(await Promise.all([compile(copy), build(copy)])).toEqual([GREEN, GREEN])
}

/** What was generated is what would be generated again. */
async function expectGenerated(copy: string): Promise<void> {
  expect(await generate(copy, '--check')).toEqual(GREEN)
}

/** What the built command of a copy finds. */
async function found(copy: string, cwd: string): Promise<Report['diagnostics']> {
  const command = join(copy, 'dist/memkeep.cjs')
  const { out, err } = await node(cwd, command, 'check', '--format', 'json', '--no-cache', '--now', TODAY)
  expect(err).toBe('')
  return (JSON.parse(out) as Report).diagnostics
}

function textsBelow(folder: string): { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path: relative(folder, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
}

/**
 * A layout that yields takes files of one that is gone: what it finds there is new. So is what another one says of these files in a
 * folder that both have.
 */
function withoutTaken(diagnostics: readonly Diagnostic[], gone: Layout): readonly Diagnostic[] {
  const yielding = new Set(layouts.filter(({ yields }) => yields).map(({ id }) => id))
  const isGone = (path: string): boolean => gone.claim(path, 'file', DEFAULT_SETTINGS) != null
  return diagnostics.filter(
    ({ layout, path, rule, message }) =>
      !(yielding.has(layout) && isGone(path)) &&
      !(
        rule === 'unclaimed' &&
        (message.split(': ')[1] ?? '').split(', ').every((name) => isGone(`${path}/${name}`))
      ),
  )
}
