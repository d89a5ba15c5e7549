import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/core/report.ts'
import { runCheck } from '../../src/engine/check.ts'
import type { CheckOptions } from '../../src/engine/check-request.ts'
import { diagnoseText } from '../../src/engine/diagnose-text.ts'
import { runIndex } from '../../src/maintain/rebuild-index.ts'
import { runReport } from '../../src/maintain/report.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const TODAY = '2026-03-09'

async function check({ dir }: TempRepo, part: Partial<CheckOptions> = {}): Promise<Report> {
  const source = { kind: 'work-tree' } as const
  const options = { cwd: dir, paths: [], source, fix: false, cache: true, today: TODAY, skip: [] }
  return (await runCheck({ ...options, ...part })).report
}

/** `severity rule path` of every finding. */
function said({ diagnostics }: Report): string[] {
  return diagnostics.map(({ severity, rule, path }) => `${severity} ${rule} ${path}`)
}

const OVERVIEW = '---\nname: Devtools\ndescription: Tools for developers.\n---\n\n# Devtools\n'
const LOOSE_TASK = '# Renew the certificate\n\nBefore May.\n'
const TASK =
  '---\nid: task-1\ntitle: Renew\ncreated: 2026-01-02\ntags: [ops]\nstatus: todo\n---\n\nBefore May.\n'
const CURSOR_RULE = '---\nalwaysApply: true\n---\n\nUse tabs.\n'

/** A repository with workspace memory, and with tasks of some other tool. */
function mixed(): TempRepo {
  const repo = tempRepo()
  repo.write('resources/workspaces/devtools/OVERVIEW.md', OVERVIEW)
  repo.write('memory/tasks/a.md', LOOSE_TASK)
  repo.write('memory/tasks/b.md', LOOSE_TASK)
  repo.commit()
  return repo
}

describe('a symlink in the place of instructions', () => {
  test('turns their layout on, and is judged', async () => {
    const repo = tempRepo()
    symlinkSync('AGENT.md', join(repo.dir, 'CLAUDE.md'))
    repo.commit()
    expect(said(await check(repo))).toEqual(['error instruction-link CLAUDE.md'])
  })
})

test.each([
  ['.working-memory/fix/state.yaml', 'key_learnings: ['],
  ['.agent-memory/working/2f6d1c1e-7a3b-4f0e-9d52-000000000001.json', '{ "id": '],
  ['.cowork/memory/iterations/iter-1.json', '{ "iteration_id": '],
])('a store whose first file is broken gets a finding: %s', async (path, text) => {
  const repo = tempRepo()
  repo.write(path, text)
  repo.commit()
  expect(said(await check(repo))).toContain(`error syntax ${path}`)
})

describe('a layout without its signature', () => {
  test('is on by an archive alone where the form of its log does not show', async () => {
    const repo = tempRepo()
    repo.write('DECISIONS.md', '# Decisions\n\n## How it works\n\nSome words.\n')
    repo.write('DECISIONS-archive.md', '# Archive\n\n## 2026-01-02: A\n\nx\n\n## 2026-01-03: B\n\ny\n')
    repo.commit()
    await expect(check(repo)).rejects.toThrow(/no memory found.*DECISIONS/s)
    repo.write(
      'DECISIONS-archive.md',
      '# Archive\n\n## 2026-01-02: A\n\nx\n\n## 2026-01-03: B\n\ny\n\n## 2026-01-04: C\n\nz\n',
    )
    const report = await check(repo)
    expect(report.summary.items).toBe(3)
    expect(said(report)).toEqual([])
  })

  test('counts the files that look alike', async () => {
    const repo = mixed()
    const [found] = (await check(repo)).diagnostics
    expect(found?.message).toMatch(
      /^This file and 1 more look like memory by name, and nothing in them was checked: /,
    )
  })

  test('is reported in one line, and nothing of it is checked', async () => {
    const repo = mixed()
    const report = await check(repo)
    expect(said(report)).toEqual(['info looks-like memory/tasks/a.md'])
    expect(report.diagnostics[0]?.help).toContain('layouts: { atomic: on }')
    expect(report.diagnostics[0]?.help).toContain('layouts: { atomic: on }')
    expect(report.summary.documents).toBe(1)
  })

  test('is on as soon as one file has the signature: the others are findings', async () => {
    const repo = mixed()
    await check(repo)
    repo.write('memory/tasks/c.md', TASK)
    const found = said(await check(repo))
    expect(found).toContain('error schema memory/tasks/a.md')
    expect(found).not.toContain('info looks-like memory/tasks/a.md')
    expect(said(await check(repo, { cache: false }))).toEqual(found)
  })

  test('settings turn it on and off', async () => {
    const repo = mixed()
    repo.write('memkeep.yaml', 'layouts:\n  atomic: on\n')
    expect(said(await check(repo))).toContain('error schema memory/tasks/a.md')
    repo.write('memkeep.yaml', 'layouts:\n  atomic: off\n')
    expect(said(await check(repo))).toEqual([])
    repo.write('memkeep.yaml', 'atomic:\n  root: memory\n')
    expect(said(await check(repo))).toContain('error schema memory/tasks/a.md')
  })

  test('settings turn off what has a signature', async () => {
    const repo = mixed()
    repo.write('memory/tasks/c.md', TASK)
    repo.write('memkeep.yaml', 'layouts:\n  atomic: off\n')
    expect(said(await check(repo))).toEqual([])
  })

  test('rules of an agent are the agent’s own, without a word, until the workspace layout is on', async () => {
    const repo = tempRepo()
    repo.write('memory/tasks/c.md', TASK)
    repo.write('.cursor/rules/tabs.mdc', CURSOR_RULE)
    repo.commit()
    expect(said(await check(repo))).toEqual([])
    repo.write('resources/workspaces/devtools/OVERVIEW.md', OVERVIEW)
    expect(said(await check(repo))).toContain('warning hot-budget-declared .cursor/rules/tabs.mdc')
  })

  test('is not fixed, not in the index and not in a report', async () => {
    const repo = mixed()
    repo.write('.cursor/rules/tabs.mdc', CURSOR_RULE)
    rmSync(join(repo.dir, 'resources'), { recursive: true })
    repo.write('.working-memory/t/state.yaml', 'key_learnings: []\n')
    repo.commit()
    await check(repo, { fix: true })
    expect(repo.git('status', '--short')).not.toContain('.cursor')
    const { written } = await runIndex({ cwd: repo.dir, check: false, cache: true, today: TODAY })
    expect(written).toEqual([])
    const { report } = await runReport({ cwd: repo.dir, cache: true, today: TODAY, skip: [] })
    expect(report.diagnostics.filter(({ path }) => path.startsWith('.cursor'))).toEqual([])
  })
})

test('an editor shows nothing of a look-alike', async () => {
  const repo = mixed()
  const text = { path: 'memory/tasks/a.md', text: LOOSE_TASK, cwd: repo.dir }
  expect(await diagnoseText(text)).toEqual([])
  repo.write('memory/tasks/c.md', TASK)
  expect((await diagnoseText(text)).map(({ rule }) => rule)).toContain('schema')
  rmSync(join(repo.dir, 'memory/tasks/c.md'))
  const broken = TASK.replace('todo', 'later')
  expect((await diagnoseText({ ...text, text: broken })).map(({ rule }) => rule)).toEqual(['schema'])
})

describe('both sides of a change', () => {
  test('a change does not turn a layout off by spoiling its files', async () => {
    const repo = mixed()
    repo.write('memory/tasks/a.md', TASK)
    rmSync(join(repo.dir, 'memory/tasks/b.md'))
    repo.commit()
    repo.write('memory/tasks/a.md', LOOSE_TASK)
    repo.git('add', '-A')
    const found = said(await check(repo, { source: { kind: 'staged' } }))
    expect(found).toContain('error schema memory/tasks/a.md')
    expect(said(await check(repo, { base: 'HEAD' }))).toContain('error schema memory/tasks/a.md')
  })

  test('a staged change of look-alikes is not judged', async () => {
    const repo = mixed()
    repo.write('memory/tasks/a.md', `${LOOSE_TASK}\nMore.\n`)
    repo.git('add', '-A')
    expect(said(await check(repo, { source: { kind: 'staged' } }))).toEqual([
      'info looks-like memory/tasks/a.md',
    ])
  })

  test('a staged file counts as memory where another file has the signature', async () => {
    const repo = mixed()
    repo.write('memory/facts/z.md', TASK)
    repo.commit()
    repo.write('memory/tasks/a.md', `${LOOSE_TASK}\nMore.\n`)
    repo.git('add', '-A')
    const found = said(await check(repo, { source: { kind: 'staged' } }))
    expect(found).toContain('warning schema memory/tasks/a.md')
  })
})

describe('what is remembered', () => {
  test('gives the same as looking anew, while the signature comes and goes', async () => {
    const repo = mixed()
    for (const text of [TASK, LOOSE_TASK, TASK, 'id: no front matter\n', TASK]) {
      repo.write('memory/tasks/a.md', text)
      for (const commit of [false, true]) {
        if (commit) repo.commit()
        const anew = await check(repo, { cache: false })
        for (let i = 0; i < 2; i += 1) expect((await check(repo)).diagnostics).toEqual(anew.diagnostics)
      }
    }
  })
})

describe('memory that git ignores', () => {
  /** Working memory in a directory that git ignores, and nothing else. */
  function ignoring(): TempRepo {
    const repo = tempRepo()
    repo.write('.gitignore', '/.working-memory/\n')
    repo.commit()
    repo.write('.working-memory/deploy/state.yaml', 'key_learnings: []\n')
    return repo
  }

  test('is still memory: the work tree is checked with it', async () => {
    const report = await check(ignoring())
    expect(report.summary.documents).toBe(1)
    expect(said(report)).toContain('error schema .working-memory/deploy/state.yaml')
  })

  test('what it holds may change between two checks', async () => {
    const repo = ignoring()
    repo.write('resources/workspaces/devtools/OVERVIEW.md', OVERVIEW)
    repo.commit()
    rmSync(join(repo.dir, '.working-memory'), { recursive: true })
    expect((await check(repo)).summary.documents).toBe(1)
    repo.write('.working-memory/deploy/state.yaml', 'key_learnings: []\n')
    expect((await check(repo)).summary.documents).toBe(2)
  })

  test.each([{ kind: 'staged' }, { kind: 'revision', revision: 'HEAD' }] as const)(
    'passes with a note where only git is asked: $kind',
    async (source) => {
      const repo = ignoring()
      const options = { cwd: repo.dir, paths: [], fix: false, cache: true, today: TODAY, skip: [] }
      const { report, notes } = await runCheck({ ...options, source })
      expect(report.diagnostics).toEqual([])
      expect(notes).toEqual([expect.stringContaining('git ignores .working-memory')])
      rmSync(join(repo.dir, '.working-memory'), { recursive: true })
      await expect(runCheck({ ...options, source })).rejects.toThrow('no memory found')
    },
  )

  test('a directory with a file that git knows is not local', async () => {
    const repo = ignoring()
    repo.git('add', '-f', '.')
    repo.git('commit', '-qm', 'tracked')
    repo.write('.working-memory/other/state.yaml', 'key_learnings: []\n')
    expect((await check(repo)).summary.documents).toBe(1)
  })
})

describe('where there is no memory', () => {
  test('the nearest thing is named', async () => {
    const repo = tempRepo()
    repo.write('memory/tasks/a.md', LOOSE_TASK)
    repo.commit()
    await expect(check(repo)).rejects.toMatchObject({
      message: expect.stringContaining('nearest to it: memory/tasks/a.md'),
      hint: expect.stringContaining('layouts: { atomic: on }'),
    })
  })
})
