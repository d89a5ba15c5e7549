import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Report } from '../../src/core/report.ts'
import { runCheck } from '../../src/run/check.ts'
import { checkSnapshot } from '../../src/run/check-snapshot.ts'
import { prepareSides } from '../../src/run/prepare-sides.ts'
import { openProject } from '../../src/run/project.ts'
import { openSides } from '../../src/run/sides.ts'
import { runs } from '../helpers/runs.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

async function check({ dir }: TempRepo, cache: boolean, today = '2026-03-09'): Promise<Report> {
  const source = { kind: 'work-tree' } as const
  return (await runCheck({ cwd: dir, paths: [], source, fix: false, cache, today, skip: [] })).report
}

/** What a check finds, and how much it looked at. */
type Essence = {
  readonly diagnostics: readonly Diagnostic[]
  readonly documents: number
  readonly items: number
}

function essence({ diagnostics, summary: { documents, items } }: Report): Essence {
  return { diagnostics, documents, items }
}

/** The whole memory judged at once, and nothing remembered. */
async function whole({ dir }: TempRepo, today = '2026-03-09'): Promise<Essence> {
  const project = await openProject(dir)
  const source = { kind: 'work-tree' } as const
  const sides = await openSides(project, { source, today })
  const options = { cwd: dir, source, cache: false, skip: [] }
  const { known, opened } = await prepareSides({ project, sides, options })
  const { diagnostics, documents } = await checkSnapshot(opened, known)
  const items = documents.reduce((sum, document) => sum + document.items.length, 0)
  return { diagnostics, documents: documents.length, items }
}

/** Every layout's example in one repository. */
function everyExample(): TempRepo {
  const repo = tempRepo()
  for (const name of readdirSync('examples').filter((one) => one !== 'README.md')) {
    cpSync(join('examples', name), repo.dir, { recursive: true, verbatimSymlinks: true, force: true })
  }
  rmSync(join(repo.dir, 'memkeep.yaml'), { force: true })
  repo.commit()
  return repo
}

type Harm = { readonly file: number; readonly line: number; readonly how: 'cut' | 'twice' | 'odd' | 'gone' }

const harm: fc.Arbitrary<Harm> = fc.record({
  file: fc.nat(1_000),
  line: fc.nat(60),
  how: fc.constantFrom('cut', 'twice', 'odd', 'gone'),
})

function doHarm(repo: TempRepo, { file, line, how }: Harm): void {
  const paths = repo
    .git('ls-files', '-z')
    .split('\0')
    .filter((path) => /\.(?:md|yaml|json|dsl)$/.test(path))
  const path = join(repo.dir, paths[file % paths.length] ?? '')
  if (how === 'gone') {
    rmSync(path, { force: true })
    return
  }
  const lines = readOrEmpty(path).split('\n')
  const at = line % lines.length
  const odd = ['### [2026-13-01] Odd', 'status: nowhere', '[dead](nowhere.md)', '---'][line % 4] ?? ''
  const put = { cut: [], twice: [lines[at] ?? '', lines[at] ?? ''], odd: [lines[at] ?? '', odd] }[how]
  lines.splice(at, 1, ...put)
  writeFileSync(path, lines.join('\n'))
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

describe('a check that judges changed parts only', () => {
  test('says what a check of everything says, whatever happens to the files', async () => {
    const repo = everyExample()
    let spoken = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(harm, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (harms, staged) => {
          for (const one of harms) doHarm(repo, one)
          if (staged) repo.git('add', '--all')
          const whole = await check(repo, false)
          spoken += whole.diagnostics.length
          expect(essence(await check(repo, true))).toEqual(essence(whole))
          const again = await check(repo, true)
          expect(essence(again)).toEqual(essence(whole))
          expect(again.summary.cached).toBe(again.summary.documents)
          repo.git('reset', '-q', '--hard')
        },
      ),
      { numRuns: runs(12) },
    )
    expect(spoken).toBeGreaterThan(12)
  })

  test('says on every day what a check of everything says', async () => {
    const repo = everyExample()
    const path = 'user/memory/workspaces/shop/decisions.md'
    const entry = '\n### [2026-05-02] Ahead\n\n**Category:** tooling\n**Tags:** ci\n\nBecause.\n\n---\n'
    writeFileSync(join(repo.dir, path), readFileSync(join(repo.dir, path), 'utf8') + entry)
    const ahead: boolean[] = []
    for (const day of ['03-09', '05-01', '04-30', '05-02', '06-01', '01-01', '06-02']) {
      const expected = await whole(repo, `2026-${day}`)
      expect(essence(await check(repo, true, `2026-${day}`))).toEqual(expected)
      ahead.push(expected.diagnostics.some(({ rule, path: at }) => rule === 'date-future' && at === path))
    }
    expect(ahead).toEqual([true, false, true, false, false, true, false])
  })

  test('looks anew at the part that changed alone', async () => {
    const repo = everyExample()
    await check(repo, true)
    const path = 'resources/workspaces/shop/OVERVIEW.md'
    writeFileSync(join(repo.dir, path), `${readFileSync(join(repo.dir, path), 'utf8')}\nMore.\n`)
    const { summary } = await check(repo, true)
    expect(summary.documents - (summary.cached ?? 0)).toBe(1)
  })
})
