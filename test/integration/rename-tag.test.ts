import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
import { runIndex } from '../../src/maintain/rebuild-index.ts'
import { type RenameResult, runRenameTag } from '../../src/maintain/rename-tag.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const OPTIONS = { cache: false, today: '2026-06-01' }
const MEMORY = 'user/memory/workspaces/shop'
const LOG = `${MEMORY}/decisions.md`
const INDEX = `${MEMORY}/_index.yaml`
const PLAN = 'resources/workspaces/shop/_plans/260201-refunds.md'
const RECORD = '.agent-memory/working/2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10.json'

const entry = (title: string, tags: string): string =>
  `### [2026-02-01] ${title}\n\n**Category:** convention\n**Tags:** ${tags}\n\nPrices are old integers.\n\n---\n`
const plan = (tags: string): string =>
  `---\nname: Refunds\ndescription: How refunds are paid.\nstatus: new\ncreated: 2026-02-01\ntags:${tags}\n---\n\n# Refunds of old\n`
const atomic = (id: string, tags: string): string =>
  `---\nid: ${id}\ntitle: Item ${id}\ncreated: 2026-02-01\ntags: ${tags}\n---\n\nAbout old things.\n`
const record = (tags: readonly string[]): string =>
  `${JSON.stringify(
    {
      id: '2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10',
      scope: 'working',
      kind: 'fact',
      summary: 'old is a word',
      content: 'old',
      tags,
      entities: ['old'],
      confidence: 1,
      source: 'user',
      created_at: '2026-02-01T00:00:00Z',
      updated_at: '2026-02-01T00:00:00Z',
      last_used_at: null,
      schemaVersion: 1,
    },
    null,
    2,
  )}\n`
const cowork = (tags: readonly string[]): string =>
  `${JSON.stringify(
    {
      decisions: [],
      patterns: [
        {
          id: 'pat-s1-1700000000',
          name: 'Old pattern',
          description: 'One module per table.',
          usage: [],
          tags,
          iteration_id: 's1',
          created_at: '2026-02-01T00:00:00Z',
        },
      ],
      context: null,
    },
    null,
    2,
  )}\n`

const rename = ({ dir }: TempRepo, from: string, to: string, dryRun = false): Promise<RenameResult> =>
  runRenameTag({ ...OPTIONS, cwd: dir, rename: { from, to }, dryRun })
const textOf = ({ dir }: TempRepo, path: string): string => readFileSync(join(dir, path), 'utf8')

async function errorsOf({ dir }: TempRepo): Promise<readonly string[]> {
  const { report } = await runCheck({
    ...OPTIONS,
    ...{ cwd: dir, source: { kind: 'work-tree' }, paths: [], fix: false, skip: [] },
  })
  return report.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ path, rule }) => `${path} ${rule}`)
}

async function repoWith(files: { readonly [path: string]: string }): Promise<TempRepo> {
  const repo = tempRepo()
  for (const [path, text] of Object.entries(files)) repo.write(path, text)
  await runIndex({ ...OPTIONS, cwd: repo.dir, check: false })
  return repo
}

describe('memkeep rename-tag', () => {
  test('renames in every layout and form, leaves every other byte, and the index follows', async () => {
    const files: { readonly [path: string]: string } = {
      [LOG]: `\ufeff# Decisions\n\n${entry('Prices', 'old, money')}\n${entry('Cents', 'old,new')}`.replaceAll(
        '\n',
        '\r\n',
      ),
      [`${MEMORY}/_archive/lessons-2025.md`]: entry('Lost', 'older, old'),
      [PLAN]: plan('\n  - old # first\n  - "b"'),
      'memory/facts/f1.md': atomic('f1', '[\'old\', "x"]'),
      '.gitignore': '.agent-memory/\n',
      [RECORD]: record(['a', 'old']),
    }
    const repo = await repoWith(files)
    repo.write(
      INDEX,
      textOf(repo, INDEX).replace('  - name: old\n', '  - name: old\n    description: What is old.\n'),
    )
    const errors = await errorsOf(repo)
    const result = await rename(repo, 'old', 'new')
    expect(result).toMatchObject({ left: [], refused: [], places: 6, files: 5, meant: null })
    expect([...result.written].sort()).toEqual(
      [LOG, INDEX, `${MEMORY}/_archive/lessons-2025.md`, PLAN, 'memory/facts/f1.md', RECORD].sort(),
    )
    expect(textOf(repo, LOG)).toBe(files[LOG]?.replace('old, money', 'new, money').replace('old,new', 'new'))
    expect(textOf(repo, `${MEMORY}/_archive/lessons-2025.md`)).toBe(entry('Lost', 'older, new'))
    expect(textOf(repo, PLAN)).toBe(plan('\n  - new # first\n  - "b"'))
    expect(textOf(repo, 'memory/facts/f1.md')).toBe(atomic('f1', '[\'new\', "x"]'))
    expect(textOf(repo, RECORD)).toBe(record(['a', 'new']))
    expect(textOf(repo, INDEX)).toContain('  - name: new\n    description: What is old.\n')
    expect(textOf(repo, INDEX)).not.toContain('name: old\n')
    expect(await errorsOf(repo)).toEqual(errors)
    const { stale } = await runIndex({ ...OPTIONS, cwd: repo.dir, check: true })
    expect(stale).toEqual([])
  })

  test('renames in the front matter of notes, skills, records and rules, in each form of a list', async () => {
    const block = (tags: string): string =>
      `---\ntitle: T\ntags:${tags}\nowner: me\n---\n\n# T\n\nAn old thing.\n`
    const skill = (tag: string): string => `---\nname: a\ndescription: D.\ntags: ["${tag}"]\n---\n\n# A\n`
    const record = (tag: string): string =>
      `---\nstatus: accepted\ntags: [${tag}]\n---\n\n# 1. A queue\n\n## Context\n\nA.\n\n## Decision\n\nB.\n`
    const of = (tag: string): { readonly [path: string]: string } => ({
      'docs/solutions/a.md': block(` [queue, ${tag}]`),
      'docs/solutions/b.md': block(`\n  - ${tag} # why\n  - db`),
      '.claude/skills/a/SKILL.md': skill(tag),
      'docs/adr/0001-a-queue.md': record(tag),
      '.claude/rules/a.md': block(` ['${tag}']`),
    })
    const repo = await repoWith(of('old'))
    const result = await rename(repo, 'old', 'new')
    expect(result).toMatchObject({ left: [], refused: [], places: 5, files: 5 })
    for (const [path, text] of Object.entries(of('new'))) expect(textOf(repo, path)).toBe(text)
  })

  test('keeps both descriptions where the new tag has one', async () => {
    const repo = await repoWith({ [LOG]: entry('Prices', 'old') + entry('Cents', 'new') })
    const described = textOf(repo, INDEX)
      .replace('  - name: old\n', '  - name: old\n    description: Of the old.\n')
      .replace('  - name: new\n', '  - name: new\n    description: Of the new.\n')
    repo.write(INDEX, described)
    await rename(repo, 'old', 'new')
    expect(textOf(repo, INDEX)).toContain('Of the old.')
    expect(textOf(repo, INDEX)).toContain('Of the new.')
    expect(textOf(repo, INDEX)).not.toContain('name: old')
  })

  test('the rows of cowork, once their tags may be edited, take their detail files with them', async () => {
    const path = '.cowork/memory/project/memory.json'
    const detail = '.cowork/memory/project/patterns/pat-s1-1700000000.md'
    const repo = await repoWith({
      [path]: cowork(['old']),
      'memkeep.yaml': 'history: { project-memory: { mode: amend, editable: [tags] } }\n',
    })
    expect(textOf(repo, detail)).toContain('**Tags:** old')
    const result = await rename(repo, 'old', 'new')
    expect(result.left).toEqual([])
    expect(textOf(repo, path)).toBe(cowork(['new']))
    expect(textOf(repo, detail)).toContain('**Tags:** new')
  })

  test('items that may not be edited stay, and are named', async () => {
    const path = '.cowork/memory/project/memory.json'
    const files = {
      'memory/decisions/d1.md': atomic('d1', '[old]'),
      'memory/facts/f1.md': atomic('f1', '[old]'),
      [path]: cowork(['old']),
    }
    const repo = await repoWith(files)
    repo.commit()
    const result = await rename(repo, 'old', 'new')
    expect(result.left).toEqual([
      {
        path,
        reason: expect.stringContaining('the history of project-memory is append-only;'),
      },
      {
        path: 'memory/decisions/d1.md',
        reason: expect.stringContaining('the history of decision is immutable;'),
      },
    ])
    expect(result.written).toEqual(['memory/facts/f1.md'])
    expect(textOf(repo, 'memory/decisions/d1.md')).toBe(files['memory/decisions/d1.md'])
    const { out } = await memkeep(repo.dir, ['check', '--base', 'HEAD', '--format', 'json'])
    const { diagnostics } = JSON.parse(out)
    expect(
      diagnostics.filter((one: { new: boolean; severity: string }) => one.new && one.severity === 'error'),
    ).toEqual([])
  })

  test('a description stays with the old name where an entry of its workspace keeps it', async () => {
    const repo = await repoWith({
      [LOG]: entry('Prices', 'old'),
      'memkeep.yaml': 'history: { decisions: { mode: immutable } }\n',
    })
    const index = textOf(repo, INDEX).replace('- name: old\n', '- name: old\n    description: What is old.\n')
    repo.write(INDEX, index)
    const result = await rename(repo, 'old', 'new')
    expect(result).toMatchObject({ written: [], places: 0, left: [{ path: LOG }] })
    expect(textOf(repo, INDEX)).toBe(index)
  })

  test('files that cannot be read, or safely changed, are named, and the others are renamed', async () => {
    const broken = atomic('f2', '[old').replace('created', 'tags: [\ncreated')
    const repo = await repoWith({
      'memory/facts/f1.md': atomic('f1', '[old]'),
      'memory/facts/f2.md': broken,
      'memory/facts/f3.md': atomic('f3', '\n  - new\n  - old # kept for a reason'),
      'memory/facts/f4.md': atomic('f4', 'old'),
    })
    const result = await rename(repo, 'old', 'new')
    expect(result.written).toEqual(['memory/facts/f1.md'])
    expect(result.left.map(({ path }) => path)).toEqual([2, 3, 4].map((n) => `memory/facts/f${n}.md`))
    expect(result.left[0]?.reason).toMatch(/^it cannot be read: /)
    expect(result.left[1]?.reason).toMatch(/comment/)
    expect(textOf(repo, 'memory/facts/f2.md')).toBe(broken)
    const { code, out } = await memkeep(repo.dir, ['rename-tag', 'old', 'new'])
    expect(code).toBe(1)
    expect(out).toContain('nothing to rename: no other file has the tag "old"')
  })

  test('an index that cannot be read is rebuilt, and a copy of it is kept', async () => {
    const repo = await repoWith({ [LOG]: entry('Prices', 'old') })
    repo.write(INDEX, 'tags: [old\n')
    const result = await rename(repo, 'old', 'new')
    expect(result.left).toEqual([])
    expect([...result.written].sort()).toEqual([INDEX, LOG])
    expect(result.notes.join()).toContain('is kept in')
    expect(textOf(repo, INDEX)).toContain('name: new\n')
  })

  test('an alias of YAML is for a person: the file stays', async () => {
    const text = atomic('f1', '[&t old, x]\nother: *t')
    const repo = await repoWith({ 'memory/facts/f1.md': text, 'memory/facts/f2.md': atomic('f2', '[a]') })
    const result = await rename(repo, 'old', 'new')
    expect(result.left).toHaveLength(1)
    expect(textOf(repo, 'memory/facts/f1.md')).toBe(text)
  })

  test('a rename that makes an error is not done', async () => {
    const repo = await repoWith({ [LOG]: entry('Prices', 'old') })
    await expect(rename(repo, 'old', 'größe')).rejects.toThrow('would make an error')
    await expect(rename(repo, 'old', 'New Tag')).rejects.toThrow('is not how a tag is written')
    await expect(rename(repo, 'old', 'a,b')).rejects.toThrow('cannot be a tag')
    await expect(rename(repo, 'old', 'old')).rejects.toThrow('the new tag is the old one')
    await expect(rename(repo, 'old', ' ')).rejects.toThrow('needs two tags')
    expect(textOf(repo, LOG)).toBe(entry('Prices', 'old'))
  })

  test('a dry run writes nothing, and an unknown tag is nothing to rename', async () => {
    const repo = await repoWith({ [LOG]: entry('Prices', 'storage') })
    const result = await rename(repo, 'storage', 'disk', true)
    expect(result).toMatchObject({ written: [], places: 1, files: 1 })
    expect([...result.plan.keys()]).toEqual([LOG, INDEX])
    expect(textOf(repo, LOG)).toBe(entry('Prices', 'storage'))
    expect(await rename(repo, 'storag', 'disk')).toMatchObject({ places: 0, meant: 'storage' })
    await expect(rename(tempRepo(), 'a', 'b')).rejects.toThrow('no memory found')
  })

  test('what is saved meanwhile is lost neither in the rename nor in the save', async () => {
    const repo = await repoWith({ [LOG]: `# Decisions\n\n${entry('Prices', 'old')}` })
    const save = (n: number): Promise<{ code: number }> =>
      memkeep(repo.dir, [
        ...['save', '--workspace', 'shop', '--type', 'decision', '--title', `Saved ${n}`],
        ...['--content', 'Text.', '--tags', 'money'],
      ])
    const all = await Promise.all([
      save(1),
      memkeep(repo.dir, ['rename-tag', 'old', 'new']),
      save(2),
      memkeep(repo.dir, ['rename-tag', 'money', 'cash']),
      save(3),
    ])
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
    const log = textOf(repo, LOG)
    for (const title of ['Prices', 'Saved 1', 'Saved 2', 'Saved 3']) expect(log).toContain(`] ${title}\n`)
    expect(log).toContain('**Tags:** new')
    expect(await errorsOf(repo)).toEqual([])
  })
})

test('the tags of a log of any form are renamed as well', async () => {
  const repo = tempRepo()
  const log = (tags: string): string =>
    `# Lessons\n\n### [2026-01-02] Retry twice\n\n**Tags:** ${tags}\n\nRetry.\n\n### [2026-01-05] Pin\n\nPin all.\n`
  repo.write('tasks/lessons.md', log('ci, old'))
  const result = await runRenameTag({
    ...OPTIONS,
    dryRun: false,
    cwd: repo.dir,
    rename: { from: 'old', to: 'new' },
  })
  expect(result.files).toBe(1)
  expect(readFileSync(join(repo.dir, 'tasks/lessons.md'), 'utf8')).toBe(log('ci, new'))
})
