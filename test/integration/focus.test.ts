import { cpSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runCheck } from '../../src/engine/check.ts'
import { rowsOf, runs } from '../helpers/runs.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const TODAY = '2026-03-09'

/** Findings of the staged files: all documents looked at, or only what the change can have made wrong. */
async function staged(dir: string, paths: readonly string[]): Promise<unknown> {
  const { report } = await runCheck({
    cwd: dir,
    paths,
    source: { kind: 'staged' },
    fix: false,
    cache: false,
    today: TODAY,
    skip: [],
  })
  return report.diagnostics
}

function exampleRepo(): TempRepo {
  const repo = tempRepo()
  cpSync('examples/workspace', repo.dir, { recursive: true, verbatimSymlinks: true })
  repo.commit()
  return repo
}

const LOG = 'user/memory/workspaces/shop/decisions.md'
const entry = (title: string): string =>
  `\n### [2026-03-01] ${title}\n\n**Category:** toolng\n**Tags:** postgress, ci\n\nBecause.\n\n---\n`

/** Every way in which one change can make something wrong elsewhere. */
const CHANGES: { readonly [name: string]: (repo: TempRepo) => void } = {
  'an entry with new tags and a new category': (repo) => append(repo, LOG, entry('A first one')),
  'an entry with a title that another log has': (repo) =>
    append(repo, 'user/memory/workspaces/shop/payments/decisions.md', entry('One checkout for guests')),
  'two entries of one title': (repo) => append(repo, LOG, entry('Twice') + entry('Twice')),
  'a broken link': (repo) => append(repo, LOG, `${entry('Linked')}\n[dead](nowhere.md)\n`),
  'a new plan in a scope without an overview': (repo) =>
    repo.write('resources/workspaces/attic/_plans/260301-old.md', '# Old\n'),
  'a plan that others link to is gone': (repo) =>
    repo.git('rm', '-q', 'resources/workspaces/devtools/platform/_architecture/state-machines.md'),
  'an overview is gone': (repo) => repo.git('rm', '-q', 'resources/workspaces/shop/OVERVIEW.md'),
  'a log moved': (repo) => repo.git('mv', LOG, 'user/memory/workspaces/shop/payments/lessons-old.md'),
  'an entry lost': (repo) => repo.write(LOG, '# Decisions\n'),
  'hot memory grew': (repo) => append(repo, 'agent/rules/common/user-profile.md', 'More.\n'.repeat(300)),
  'a new rule': (repo) => repo.write('agent/rules/common/new-rule.md', '# New\n\nSay so.\n'),
  'a rule became a directory': (repo) => {
    repo.git('rm', '-q', 'agent/rules/common/user-profile.md')
    repo.write('agent/rules/common/user-profile.md/a.md', 'x\n')
  },
  'a broken index': (repo) => repo.write('user/memory/workspaces/shop/_index.yaml', 'a: [\n'),
  'new settings': (repo) => repo.write('memkeep.yaml', 'growth: { threshold: 1 }\n'),
  'nothing of memory': (repo) => repo.write('README.md', 'Hello.\n'),
}

function append(repo: TempRepo, path: string, text: string): void {
  repo.write(path, `${repo.git('show', `HEAD:${path}`)}\n${text}`)
}

describe('a staged check looks only at what the change touches, and finds as much', () => {
  test.each(rowsOf(Object.entries(CHANGES), 2))('%s', async (_, change) => {
    const repo = exampleRepo()
    change(repo)
    repo.git('add', '--all')
    expect(await staged(repo.dir, [])).toEqual(await staged(repo.dir, ['.']))
  })

  test('any of them together', async () => {
    const names = Object.keys(CHANGES).filter((name) => !/gone|moved|lost|directory/.test(name))
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...names), { minLength: 2, maxLength: 4 }),
        async (picked) => {
          const repo = exampleRepo()
          for (const name of picked) CHANGES[name]?.(repo)
          repo.git('add', '--all')
          expect(await staged(repo.dir, [])).toEqual(await staged(repo.dir, ['.']))
        },
      ),
      { numRuns: runs(6, 2) },
    )
  })
})

describe('settings that move a root in the same commit', () => {
  const MOVED = 'workspace: { memory: docs/memory }\n'

  test('hide no loss', async () => {
    const repo = exampleRepo()
    repo.write('memkeep.yaml', MOVED)
    repo.remove('user/memory/workspaces')
    repo.write('docs/memory/shop/decisions.md', '# Decisions\n')
    repo.git('add', '--all')
    const lost = (await staged(repo.dir, [])) as readonly { rule: string }[]
    expect(lost.filter(({ rule }) => rule === 'item-lost').length).toBeGreaterThan(5)
  })

  test('and a move of the files with it is none', async () => {
    const repo = exampleRepo()
    repo.write('memkeep.yaml', MOVED)
    repo.write('docs/placeholder.txt', '')
    repo.git('mv', 'user/memory/workspaces', 'docs/memory')
    repo.git('add', '--all')
    const found = (await staged(repo.dir, [])) as readonly { rule: string }[]
    expect(found.filter(({ rule }) => rule === 'item-lost')).toEqual([])
  })
})
