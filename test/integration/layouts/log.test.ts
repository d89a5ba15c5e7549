import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runFiles } from '../../../src/maintain/files.ts'
import { runInit } from '../../../src/setup/init.ts'
import { runUninstall } from '../../../src/setup/uninstall.ts'
import { residentCommand } from '../../helpers/resident/resident.ts'
import { rowsOf } from '../../helpers/runs.ts'
import { memkeep } from '../../helpers/setup.ts'
import { setVariable, tempRepo } from '../../helpers/temp-repo.ts'
import { hookCommit, type TopicRepo, topicRepos } from './topic-repo.ts'

const DECISIONS = 'docs/decisions.md'
const FORMS: readonly (readonly [
  name: string,
  path: string,
  head: string,
  one: string,
  two: string,
  three: string,
  pattern: string,
])[] = [
  [
    'dated headings',
    DECISIONS,
    '# Decisions\n\n',
    '## 2026-01-05: A queue\n\nNothing else has to run.\n\n',
    '## 2026-01-06: One lockfile\n\nTwo disagreed.\n\n',
    '## 2026-01-07: Whole cents\n\nRounding happens once.\n',
    '"## {date}: {title}"',
  ],
  [
    'plain headings',
    'tasks/lessons.md',
    '# Lessons\n\n',
    '## The zone of a test\n\nIt is local.\n\n',
    '## A taken port\n\nIt shows as a time limit.\n\n',
    '## Long paths\n\nThe archive cuts them.\n',
    '"## {title}"',
  ],
  [
    'list items',
    'tasks/lessons.md',
    '# Lessons\n\n',
    '- The zone of a test is local\n',
    '- A taken port shows as a time limit\n',
    '- The archive cuts long paths\n',
    '"- {title}"',
  ],
  [
    'stamped lines',
    'memory-bank/decisionLog.md',
    '# Log\n\n',
    '[2026-01-05 10:00:00] - A queue in Postgres\n\n',
    '[2026-01-06 10:00:00] - One lockfile\n\n',
    '[2026-01-07 10:00:00] - Whole cents\n',
    '"[{date}] - {title}"',
  ],
  [
    'rows',
    'DECISIONS.md',
    '| Date | What |\n| --- | --- |\n',
    '| 2026-01-05 | A queue in Postgres |\n',
    '| 2026-01-06 | One lockfile |\n',
    '| 2026-01-07 | Whole cents |\n',
    '"| {date} | {title} |"',
  ],
]

const copied = topicRepos((repo) => repo.write('src/app.ts', 'export {}\n'), 'main')

function withFile(path: string, text: string): TopicRepo {
  const repo = copied()
  repo.write(path, text)
  repo.git('add', '-A')
  repo.git('commit', '-qm', 'memory', '--no-verify')
  return repo
}

function commitAll(repo: TopicRepo): ReturnType<typeof hookCommit> {
  setVariable('MEMKEEP_BIN', residentCommand())
  repo.git('add', '-A')
  return hookCommit(repo)
}

const setup = ({ dir }: TopicRepo) => ({ cwd: dir, from: dir, dryRun: false, env: {} })

describe.each(rowsOf(FORMS, 2))('a log of %s', (_, path, head, one, two, three, pattern) => {
  test('is set up by what init finds, guarded on commit, and left as it was', async () => {
    const repo = withFile(path, head + one + two)
    const { memory } = await runInit(setup(repo))
    expect(memory?.description).toBe(`log (1 file: ${path})`)
    const settings = repo.text('memkeep.yaml')
    expect(settings).toContain(`  - { path: ${path}, entries: ${pattern} }\n`)
    expect(settings.split('\n').length).toBeLessThan(14)
    expect(repo.text('.gitattributes')).toContain(`\n/${path} merge=memkeep\n`)

    repo.write(path, head + two)
    const lost = commitAll(repo)
    expect(lost.code).toBe(1)
    expect(lost.said).toMatch(/error {2}Item entry .* is gone/)

    repo.write(path, head + one + two + three)
    expect(commitAll(repo).code).toBe(0)
    expect(
      (await runFiles({ cwd: repo.dir, cache: false, today: '2026-06-01', paths: [path] })).files,
    ).toMatchObject([{ path, kind: 'log', items: 3, unread: [] }])

    await runUninstall(setup(repo))
    expect(() => repo.text('memkeep.yaml')).toThrow()
    expect(repo.text(path)).toBe(head + one + two + three)
  })
})

test('the form that settings hold stays, whatever the file becomes', async () => {
  const [one, two] = [
    '## The zone of a test\n\nIt is local.\n\n',
    '## A taken port\n\nIt shows as a time limit.\n',
  ]
  const repo = withFile('tasks/lessons.md', `# Lessons\n\n${one}${two}`)
  await runInit(setup(repo))
  expect(commitAll(repo).code).toBe(0)
  const dated = Array.from({ length: 4 }, (_, i) => `\n## 2026-01-0${i + 1}: Lesson\n\nText ${i}.\n`).join('')
  repo.write('tasks/lessons.md', `# Lessons\n\n${one}${two}${dated}`)
  expect(commitAll(repo).code).toBe(0)
})

test('a form that is in no settings stays for a change that makes another one more frequent', async () => {
  const [one, two] = [
    '## The zone of a test\n\nIt is local.\n\n',
    '## A taken port\n\nIt shows as a time limit.\n',
  ]
  const path = 'tasks/lessons.md'
  const repo = withFile(path, `# Lessons\n\n${one}${two}`)
  const dated = Array.from({ length: 9 }, (_, i) => `\n## 2026-01-0${i + 1}: Lesson\n\nText ${i}.\n`).join('')
  repo.write(path, `# Lessons\n\n${one}${dated}`)
  const lost = commitAll(repo)
  expect([lost.code, lost.said]).toEqual([1, expect.stringContaining('entry "A taken port" is gone')])

  repo.git('commit', '-qm', 'lost', '--no-verify')
  const ci = await memkeep(repo.dir, ['ci', '--base', 'HEAD~1', '--now', '2026-06-01'])
  expect([ci.code, ci.out]).toEqual([1, expect.stringContaining('entry "A taken port" is gone')])

  repo.write(path, `# Lessons\n\n${one}${two}${dated}`)
  repo.git('commit', '-qam', 'all', '--no-verify')
  const all = await memkeep(repo.dir, ['ci', '--base', 'HEAD~2', '--now', '2026-06-01'])
  expect([all.code, all.out]).toEqual([0, expect.stringContaining('but most lines now have')])
})

test('decision records: a number that is taken and a lost record are refused, a new one passes', async () => {
  const record = (number: number, title: string): string =>
    `# ${number}. ${title}\n\n## Status\n\nAccepted\n\n## Context\n\nWhy ${title}.\n\n## Decision\n\n${title}.\n`
  const repo = withFile('docs/adr/0001-a-queue.md', record(1, 'A queue'))
  const { memory } = await runInit(setup(repo))
  expect(memory?.description).toBe('adr (1 file: docs/adr/0001-a-queue.md)')
  expect(repo.text('memkeep.yaml')).toContain('layouts:\n  adr: on\n')

  repo.write('docs/adr/0001-one-lockfile.md', record(1, 'One lockfile'))
  const taken = commitAll(repo)
  expect([taken.code, taken.said]).toEqual([
    1,
    expect.stringContaining('The number 1 is also that of 0001-a-queue.md'),
  ])

  repo.git('reset', '-q', '--hard')
  repo.write('docs/adr/0002-one-lockfile.md', record(2, 'One lockfile'))
  expect(commitAll(repo).code).toBe(0)

  repo.remove('docs/adr/0001-a-queue.md')
  expect(commitAll(repo).said).toContain('is gone')
})

test('git merges an archive from its first commit on, and doctor stays right when it comes', async () => {
  const repo = tempRepo()
  const entry = (day: string): string => `## ${day}\n\nLearned on that day: ask before a change.\n\n`
  repo.write(
    'tasks/lessons.md',
    `# Lessons\n\n${['2026-03-03', '2026-02-02', '2026-01-01'].map(entry).join('')}`,
  )
  repo.commit()
  await memkeep(repo.dir, ['init', '--yes'])
  expect(readFileSync(join(repo.dir, '.gitattributes'), 'utf8')).toContain(
    '/tasks/lessons-archive.md merge=memkeep\n/tasks/lessons.md merge=memkeep\n',
  )
  repo.commit()
  expect((await memkeep(repo.dir, ['archive', 'tasks/lessons.md', '--keep', '1'])).code).toBe(0)
  repo.commit()
  const before = readFileSync(join(repo.dir, '.gitattributes'), 'utf8')
  await memkeep(repo.dir, ['init', '--yes'])
  expect(readFileSync(join(repo.dir, '.gitattributes'), 'utf8')).toBe(before)
})

test('a commit that adds or moves a log which git would merge as text says so, once and in doctor', async () => {
  const log =
    '# Decisions\n\n## 2026-01-05: A queue\n\nNothing else.\n\n## 2026-01-06: One lockfile\n\nTwo.\n'
  const repo = withFile(DECISIONS, log)
  await runInit(setup(repo))
  expect(commitAll(repo).said).not.toContain('as text')

  repo.write('tasks/lessons.md', log.replace('Decisions', 'Lessons'))
  const added = commitAll(repo)
  expect(added.code).toBe(0)
  expect(added.said).toContain('git merges tasks/lessons.md as text: run `memkeep init`')
  repo.write('README.md', '# Shop\n')
  repo.git('mv', DECISIONS, 'DECISIONS.md')
  const moved = commitAll(repo)
  expect(moved.said).toContain('git merges DECISIONS.md as text')
  const doctor = (await memkeep(repo.dir, ['doctor'])).out
  expect(doctor).toContain('git merges DECISIONS.md, tasks/lessons.md by "unspecified", not by memkeep')

  await runInit(setup(repo))
  expect(commitAll(repo).said).not.toContain('as text')
  repo.write('tasks/lessons.md', `${log.replace('Decisions', 'Lessons')}\n## 2026-01-07: Cents\n\nOnce.\n`)
  expect(commitAll(repo).said).not.toContain('as text')
})
