import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderReport } from '../../src/cli/rendered.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Report } from '../../src/core/report.ts'
import { runCheck } from '../../src/engine/check.ts'
import { checkMemory } from '../../src/engine/check-memory.ts'
import { openMemory } from '../../src/engine/open-memory.ts'
import { fakeIo } from '../cli/fake-io.ts'
import { rowsOf, runs } from '../helpers/runs.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

async function check({ dir }: TempRepo, cache: boolean, today = '2026-03-09'): Promise<Report> {
  const source = { kind: 'work-tree' } as const
  return (await runCheck({ cwd: dir, paths: [], source, fix: false, cache, today, skip: [] })).report
}

/** What a check prints for people, without the seconds and how much was known. */
async function print(
  { dir }: TempRepo,
  { cache = true, quiet = false, columns = 120 } = {},
): Promise<string> {
  const source = { kind: 'work-tree' } as const
  const today = '2026-03-09'
  const result = await runCheck({ cwd: dir, paths: [], source, fix: false, cache, today, skip: [] })
  const text = await renderReport(result, { quiet, color: false, cache }, fakeIo({ columns }))
  return text.replace(/\(\d+\.\d+ s[^)]*\)/, '')
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
  const memory = await openMemory({ cwd: dir, today, cache: false, proves: 'history' })
  const { diagnostics, documents } = await checkMemory(memory)
  const items = documents.reduce((sum, document) => sum + document.items.length, 0)
  return { diagnostics, documents: documents.length, items }
}

/** Every layout's example in one repository. */
function everyExample(): TempRepo {
  const repo = tempRepo()
  // A glob of `everyday` matches nothing, so that any new file is a matter to it.
  for (const name of readdirSync('examples').filter((one) => !['README.md', 'everyday'].includes(one))) {
    cpSync(join('examples', name), repo.dir, { recursive: true, verbatimSymlinks: true, force: true })
  }
  rmSync(join(repo.dir, 'memkeep.yaml'), { force: true })
  repo.commit()
  return repo
}

const HARMS = [
  'cut',
  'twice',
  'odd',
  'gone',
  'moved',
  'copied',
  'new',
  'link',
  'target',
  'mode',
  'linked',
  'settings',
  'attributes',
] as const

/** All of it in git, with settings and attributes: the last report of it is kept. */
function vouchedFor(): TempRepo {
  const repo = everyExample()
  rmSync(join(repo.dir, '.agent-memory'), { recursive: true })
  repo.write('memkeep.yaml', 'rules: { link-resolves: warning }\n')
  repo.write('.gitattributes', '*.md text\n')
  repo.commit()
  return repo
}

/** The same with findings of the whole repository, and of many files. */
function unclean(): TempRepo {
  const repo = vouchedFor()
  const rules = Array.from({ length: 200 }, (_, i) => `- Rule ${i + 1} of many.\n`).join('')
  for (const path of repo.git('ls-files', '-z', 'agent/rules', '*/OVERVIEW.md').split('\0')) {
    const more = path.startsWith('agent/') ? rules : '[dead](nowhere.md)\n'
    if (path.endsWith('.md')) repo.write(path, `${readFileSync(join(repo.dir, path), 'utf8')}\n${more}`)
  }
  repo.commit()
  return repo
}

/** The same with many dead links in every workspace file, in more files and lines than get a frame. */
function crowded(): TempRepo {
  const repo = unclean()
  const links = Array.from({ length: 12 }, (_, i) => `- [dead](nowhere-${i}.md)\n`).join('')
  for (const path of repo.git('ls-files', '-z', 'resources', 'user').split('\0')) {
    if (path.endsWith('.md')) repo.write(path, `${readFileSync(join(repo.dir, path), 'utf8')}\n${links}`)
  }
  repo.commit()
  return repo
}

type Harm = {
  readonly file: number
  readonly other: number
  readonly line: number
  readonly how: (typeof HARMS)[number]
}

const harm: fc.Arbitrary<Harm> = fc.record({
  file: fc.nat(1_000),
  other: fc.nat(1_000),
  line: fc.nat(60),
  how: fc.constantFrom(...HARMS),
})

const onFirst = (...hows: Harm['how'][]): Harm[] => hows.map((how) => ({ file: 0, other: 0, line: 0, how }))

/** What cannot happen to a file any more after what happened to it before. */
const ILL_MATCHED: [steps: Harm[][], left: string][] = [
  [[onFirst('linked', 'cut')], 'left'],
  [[onFirst('gone', 'mode', 'cut')], 'left'],
  [[onFirst('linked', 'mode', 'moved')], 'staged'],
]

/** Something happens to a file, to another one that its links may lead to, or to a place where there was none. */
function doHarm(repo: TempRepo, { file, other, line, how }: Harm): void {
  const paths = repo
    .git('ls-files', '-z')
    .split('\0')
    // Settings that cannot be read stop every check.
    .filter((path) => /\.(?:md|yaml|json|dsl)$/.test(path) && path !== 'memkeep.yaml')
  const path = paths[file % paths.length] ?? ''
  const neighbour = paths[other % paths.length] ?? ''
  const elsewhere = join(dirname(neighbour), line % 2 === 0 ? `new-${line}.md` : basename(path))
  const text = readOrEmpty(join(repo.dir, path))
  /** Writes through a link, as an editor does, unless it leads to itself. */
  const write = (to: string, text: string): void => {
    if (isLoop(join(repo.dir, to))) rmSync(join(repo.dir, to))
    repo.write(to, text)
  }
  if (how === 'gone' || how === 'moved') rmSync(join(repo.dir, path), { force: true })
  if (how === 'moved' || how === 'copied') write(elsewhere, text)
  if (how === 'new') write(elsewhere, '# New\n')
  if (how === 'mode' && existsSync(join(repo.dir, path))) chmodSync(join(repo.dir, path), 0o755)
  if (how === 'linked') {
    rmSync(join(repo.dir, path), { force: true })
    repo.link(path, basename(neighbour))
  }
  if (how === 'settings')
    repo.write('memkeep.yaml', `rules: { link-resolves: ${line % 2 ? 'off' : 'error'} }\n`)
  if (how === 'attributes') repo.write('.gitattributes', `*.md ${line % 2 ? 'text' : 'ident'}\n`)
  if (how === 'target') repo.write(`docs/target-${other % 3}.md`, '# Target\n')
  const lines = text.split('\n')
  const at = line % lines.length
  const here = lines[at] ?? ''
  const odd = ['### [2026-13-01] Odd', 'status: nowhere', '[dead](nowhere.md)', '---'][line % 4] ?? ''
  const to = [
    relative(dirname(path), neighbour),
    relative(dirname(path), dirname(neighbour)),
    `/docs/target-${other % 3}.md`,
    `away/${basename(neighbour)}`,
    `target-${other % 3}.md`,
  ][line % 5]
  const put = { cut: [], twice: [here, here], odd: [here, odd], link: [here, `[link](${to})`, ''] }
  if (!(how in put)) return
  lines.splice(at, 1, ...put[how as keyof typeof put])
  write(path, lines.join('\n'))
}

function isLoop(path: string): boolean {
  try {
    statSync(path)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP'
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

describe('a check that judges changed parts only', () => {
  test.each([
    ['the files', everyExample],
    ['files that git vouches for', vouchedFor],
    ['files with findings', unclean],
  ])('says what a check of everything says, whatever happens to %s', async (_, fill) => {
    const repo = fill()
    const first = repo.git('rev-parse', 'HEAD').trim()
    let spoken = 0
    await fc.assert(
      fc.asyncProperty(
        // What a rule asked before one step must hold after the next.
        fc.array(fc.array(harm, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('left', 'staged', 'committed'),
        async (steps, left) => {
          repo.git('reset', '-q', '--hard', first)
          repo.git('clean', '-q', '-d', '--force')
          rmSync(join(repo.dir, '.git/memkeep'), { recursive: true, force: true })
          // What is known of the clean work tree is what everything after it is compared with.
          await check(repo, true)
          for (const harms of steps) {
            for (const one of harms) doHarm(repo, one)
            if (left === 'staged') repo.git('add', '--all')
            if (left === 'committed') repo.commit()
            const all = await whole(repo)
            spoken += all.diagnostics.length
            expect(essence(await check(repo, true))).toEqual(all)
            const again = await check(repo, true)
            expect(essence(again)).toEqual(all)
            // What one part asks of a document of another is kept once it was asked.
            const { cached, documents } = again.summary
            const settled = cached < documents ? await check(repo, true) : again
            // What could not be read is looked at again.
            const unread = all.diagnostics.filter(({ rule }) => rule === 'unreadable').length
            expect(settled.summary.cached).toBe(settled.summary.documents - unread)
          }
        },
      ),
      { numRuns: runs(60, 4), examples: ILL_MATCHED },
    )
    expect(spoken).toBeGreaterThan(12)
  })

  test.each([
    ['files that git vouches for', vouchedFor],
    ['files with findings', unclean],
    ['more findings than get frames', crowded],
  ])('prints what a check of everything prints, whatever happens to %s', async (_, fill) => {
    const repo = fill()
    const first = repo.git('rev-parse', 'HEAD').trim()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(harm, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (steps, quiet) => {
          repo.git('reset', '-q', '--hard', first)
          repo.git('clean', '-q', '-d', '--force')
          rmSync(join(repo.dir, '.git/memkeep'), { recursive: true, force: true })
          await print(repo, { quiet })
          for (const harms of steps) {
            for (const one of harms) doHarm(repo, one)
            const expected = await print(repo, { quiet, cache: false })
            expect(await print(repo, { quiet })).toBe(expected)
            expect(await print(repo, { quiet })).toBe(expected)
          }
        },
      ),
      { numRuns: runs(40, 2) },
    )
  })

  test.each([
    ['help', unclean],
    ['frames', crowded],
  ])('prints %s in another file where the file that had them changes', async (_, fill) => {
    const repo = fill()
    const listing = await print(repo)
    const headings = listing.split('\n').filter((line) => /^\S+\.md$/.test(line))
    for (const path of rowsOf(headings.slice(0, 25), 12)) {
      const text = readFileSync(join(repo.dir, path), 'utf8')
      const withoutLinks = text.replaceAll(/^.*nowhere.*\n/gm, '')
      for (const changed of [
        withoutLinks,
        text,
        text.replace(/^.*nowhere-1[01].*\n/gm, ''),
        `${withoutLinks}[dead](nowhere.md)\n`,
        text,
      ]) {
        repo.write(path, changed)
        expect(await print(repo)).toBe(await print(repo, { cache: false }))
      }
    }
    expect(await print(repo)).toBe(listing)
  })

  const LAYOUTS = readdirSync('examples').filter(
    (name) => !['README.md', 'everyday', 'agent-memory'].includes(name),
  )

  test.each(LAYOUTS)('sees a change in memory of %s where no other layout has any', async (name) => {
    const repo = tempRepo()
    cpSync(join('examples', name), repo.dir, { recursive: true, verbatimSymlinks: true })
    repo.commit()
    await check(repo, true)
    const texts = repo
      .git('ls-files', '-z', '*.md', '*.mdc')
      .split('\0')
      .filter((path) => !/readme/i.test(path))
    const [path = ''] = texts.filter((one) => statSync(join(repo.dir, one)).isFile())
    repo.write(
      path,
      `${readFileSync(join(repo.dir, path), 'utf8')}\n[dead](/no/where.md)\n<!-- memkeep-ignore x -->\n`,
    )
    const expected = await whole(repo)
    expect(essence(await check(repo, true))).toEqual(expected)
    repo.git('add', '--all')
    const source = { kind: 'staged' } as const
    const options = { cwd: repo.dir, source, fix: false, cache: false, today: '2026-03-09', skip: [] }
    const staged = async (paths: string[]): Promise<unknown> =>
      (await runCheck({ ...options, paths })).report.diagnostics
    expect(await staged([])).toEqual(await staged(['.']))
  })

  test('prints the findings of other parts as they were', async () => {
    const repo = unclean()
    await print(repo)
    const path = 'user/memory/workspaces/shop/decisions.md'
    writeFileSync(join(repo.dir, path), `${readFileSync(join(repo.dir, path), 'utf8')}\n[dead](nowhere.md)\n`)
    const source = { kind: 'work-tree' } as const
    const today = '2026-03-09'
    const result = await runCheck({
      cwd: repo.dir,
      paths: [],
      source,
      fix: false,
      cache: true,
      today,
      skip: [],
    })
    const text = await renderReport(result, { color: false, cache: true }, fakeIo({ columns: 120 }))
    expect(text.replace(/\(\d+\.\d+ s[^)]*\)/, '')).toBe(await print(repo, { cache: false }))
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

  test('looks anew at the part that changed alone, and from then on at the file alone', async () => {
    const repo = everyExample()
    await check(repo, true)
    const path = 'user/memory/workspaces/shop/decisions.md'
    const lookedAt: number[] = []
    for (const text of ['One.', 'Two.', 'Three.']) {
      writeFileSync(join(repo.dir, path), `${readFileSync(join(repo.dir, path), 'utf8')}\n${text}\n`)
      const { summary } = await check(repo, true)
      lookedAt.push(summary.documents - (summary.cached ?? 0))
      expect(summary.documents).toBeGreaterThan(20)
    }
    const [first = 0, ...others] = lookedAt
    expect(first).toBeGreaterThan(1)
    expect(first).toBeLessThan(10)
    expect(others).toEqual([1, 1])
  })

  test('looks anew at nothing for a file that was not asked about, and at what asked for one that is new or gone', async () => {
    const repo = everyExample()
    const path = 'resources/workspaces/shop/OVERVIEW.md'
    const link = '\n[later](/docs/later.md)\n'
    writeFileSync(join(repo.dir, path), `${readFileSync(join(repo.dir, path), 'utf8')}${link}`)
    const dead = async (): Promise<readonly [dead: boolean, fresh: boolean]> => {
      const report = await check(repo, true)
      expect(essence(report)).toEqual(await whole(repo))
      const { diagnostics, summary } = report
      const isDead = diagnostics.some(({ message }) => message.includes('/docs/later.md'))
      return [isDead, summary.cached !== summary.documents]
    }
    expect(await dead()).toEqual([true, true])
    repo.write('docs/other.md', '# Other\n')
    expect(await dead()).toEqual([true, false])
    repo.write('docs/later.md', '# Later\n')
    expect((await dead())[0]).toBe(false)
    repo.git('mv', '--force', 'README.md', 'docs/OTHER.md')
    expect((await dead())[0]).toBe(false)
    rmSync(join(repo.dir, 'docs/later.md'))
    expect((await dead())[0]).toBe(true)
  })

  test('a finding of the whole repository does not change what is known', async () => {
    const repo = unclean()
    const { diagnostics } = await check(repo, true)
    expect(diagnostics.map(({ path }) => path)).toContain('.')
    expect(readdirSync(join(repo.dir, '.git/memkeep'))).toContain('last-report')
    rmSync(join(repo.dir, '.git/memkeep/last-report'))
    const { summary } = await check(repo, true)
    expect(summary.cached).toBe(summary.documents)
  })

  test.each([
    ['without findings', vouchedFor],
    ['with findings', unclean],
  ])('does not look at parts in which nothing changed, %s', async (_, fill) => {
    const repo = fill()
    const before = await check(repo, true)
    expect(readdirSync(join(repo.dir, '.git/memkeep'))).toContain('last-report')
    const change = async (path: string, text: string): Promise<number> => {
      writeFileSync(join(repo.dir, path), `${readFileSync(join(repo.dir, path), 'utf8')}${text}`)
      const { summary, ...report } = await check(repo, true)
      expect(essence({ summary, ...report })).toEqual(await whole(repo))
      expect(summary.documents).toBe(before.summary.documents)
      return summary.documents - (summary.cached ?? 0)
    }
    const one = await change('user/memory/workspaces/shop/decisions.md', '\n[dead](nowhere.md)\n')
    expect([one > 0, one < 10]).toEqual([true, true])
    // Another part, and the first one is known by now.
    const two = await change('resources/workspaces/devtools/cli/OVERVIEW.md', '\n[dead](nowhere.md)\n')
    expect([two > 0, two < 10]).toEqual([true, true])
    repo.commit()
    expect(await change('README.md', 'More.\n')).toBe(0)
    // Settings concern all parts.
    repo.write('memkeep.yaml', 'rules: { link-resolves: error }\n')
    const { summary, ...report } = await check(repo, true)
    expect(essence({ summary, ...report })).toEqual(await whole(repo))
    expect(summary.cached).toBe(0)
  })

  test('keeps no facts of what was judged once', async () => {
    const repo = everyExample()
    const kept = (): string[] =>
      readdirSync(join(repo.dir, '.git/memkeep')).filter((name) => name.startsWith('facts-'))
    await check(repo, true)
    expect(kept()).toEqual([])
    writeFileSync(join(repo.dir, 'resources/workspaces/shop/OVERVIEW.md'), '# Shop\n')
    await check(repo, true)
    expect(kept()).toHaveLength(1)
  })
})
