import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type LastReport, type LastReportCache, openLastReport } from '../../src/cache/last-report.ts'
import type { Report } from '../../src/core/report.ts'
import { judgeRun, runCheck } from '../../src/engine/check.ts'
import type { CheckOptions } from '../../src/engine/check-request.ts'
import type { JudgedCheck } from '../../src/engine/judge.ts'
import { checkSinceLast } from '../../src/engine/last-report/last-report.ts'
import { BUILD, VERSION } from '../../src/engine/this-run.ts'
import { fingerprint } from '../../src/formats/hash.ts'
import { indexMark } from '../../src/fs/git-directory.ts'
import { openProject } from '../../src/snapshot/project.ts'
import { cleanWorkspace } from '../helpers/clean-workspace.ts'
import { rowsOf } from '../helpers/runs.ts'
import { sampleSecrets } from '../helpers/sample-secrets.ts'
import { memkeep } from '../helpers/setup.ts'
import { fakeGit, realGit, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const DECISIONS = 'user/memory/workspaces/devtools/decisions.md'
const PLANS = 'resources/workspaces/shop/_plans'

function stripeKey(): string {
  return sampleSecrets(3).find(({ kind }) => kind === 'Stripe, secret')?.secret ?? ''
}

function filled(): TempRepo {
  const repo = tempRepo()
  for (const [path, file] of Object.entries(cleanWorkspace)) {
    if (typeof file === 'string') repo.write(path, file)
    else repo.link(path, file.link)
  }
  repo.commit()
  return repo
}

async function check({ dir }: Pick<TempRepo, 'dir'>, options: Partial<CheckOptions> = {}): Promise<Report> {
  const source = { kind: 'work-tree' } as const
  const base = { cwd: dir, paths: [], source, fix: false, cache: true, today: '2026-06-01', skip: [] }
  return (await runCheck({ ...base, ...options })).report
}

test('secrets that the settings allow are asked for anew when the list changes', async () => {
  const repo = filled()
  const secret = sampleSecrets(3).find(({ kind }) => kind === 'Stripe, secret')?.secret ?? ''
  repo.write('resources/workspaces/devtools/web/_features/keys.md', `# Keys\n\nIt is ${secret}.\n`)
  repo.commit()
  const found = async () => (await check(repo)).diagnostics.filter(({ rule }) => rule === 'no-secret')
  const [first] = await found()
  const named = /sha256:[0-9a-f]{64}/.exec(first?.help ?? '')?.[0]
  expect(named).toBe(fingerprint(secret))
  expect(await found()).toHaveLength(1)
  repo.write('memkeep.yaml', `secrets:\n  allow: [${named}]\n`)
  expect(await found()).toEqual([])
  repo.write('memkeep.yaml', `secrets:\n  allow: [${fingerprint('another')}]\n`)
  expect(await found()).toHaveLength(1)
})

/** What must be the same however it came about. */
function essence({ diagnostics, summary }: Report): unknown {
  const { seconds: _, cached: __, ...counts } = summary
  return { diagnostics, counts }
}

async function expectAgreement(repo: TempRepo, options: Partial<CheckOptions> = {}): Promise<Report> {
  const kept = await check(repo, options)
  expect(essence(kept)).toEqual(essence(await check(repo, { ...options, cache: false })))
  return kept
}

describe('with and without what earlier runs kept', () => {
  test('what is fixed is not known by the last report', async () => {
    const repo = filled()
    await check(repo, { fix: true })
    repo.commit()
    repo.write(DECISIONS, readFileSync(join(repo.dir, DECISIONS), 'utf8').replace('\n---\n', '\n'))
    repo.commit()
    const { summary } = await check(repo)
    expect(summary.errors + summary.warnings).toBeGreaterThan(0)
    expect((await check(repo, { fix: true })).summary.fixed).toBeGreaterThan(0)
    expect(readFileSync(join(repo.dir, DECISIONS), 'utf8')).toContain('\n---\n')
    await expectAgreement(repo)
  })

  test('an unchanged memory is known whole the second time', async () => {
    const repo = filled()
    const first = await expectAgreement(repo)
    const second = await expectAgreement(repo)
    expect(first.summary.cached).toBe(0)
    expect(second.summary.cached).toBe(second.summary.documents)
  })

  test('headings that are not read are counted and reported the same', async () => {
    const repo = filled()
    const text = readFileSync(join(repo.dir, DECISIONS), 'utf8')
    repo.write(DECISIONS, `${text}\n## 2/27/2025 - One\n\n## 2/28/2025 - Two\n\n## Later\n`)
    repo.commit()
    const first = await expectAgreement(repo)
    expect(first.summary.headings).toBe(first.summary.items + 3)
    expect(first.diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^2 headings like/),
    )
    const again = await expectAgreement(repo)
    expect(again.summary.cached).toBe(again.summary.documents)
    // Now one part is judged, and the others are known by their outcomes.
    const shop = 'user/memory/workspaces/shop/decisions.md'
    repo.write(shop, `${readFileSync(join(repo.dir, shop), 'utf8')}\n## 2027\n`)
    expect((await expectAgreement(repo)).summary.headings).toBe(first.summary.headings + 1)
    repo.write(DECISIONS, `${text}\n## 2/28/2025 - Two\n`)
    const fewer = await expectAgreement(repo, { base: 'HEAD' })
    const own = fewer.diagnostics.filter(({ path, rule }) => path === DECISIONS && rule === 'entry-heading')
    expect(own.map((one) => one.new)).toEqual([false])
  })

  test('edits, new files, deletions, modes, links, days and settings are seen', async () => {
    const repo = filled()
    await check(repo)
    const seen = new Set<string>()
    const step = async (options: Partial<CheckOptions> = {}): Promise<void> => {
      seen.add(JSON.stringify(essence(await expectAgreement(repo, options))))
    }
    await step()
    repo.write(DECISIONS, `${readFileSync(join(repo.dir, DECISIONS), 'utf8')}### [2026-05-01] New\n`)
    await step()
    repo.git('add', '-A')
    await step({ source: { kind: 'staged' } })
    repo.write('resources/workspaces/shop/_plans/260501-new.md', '# New\n')
    await step()
    rmSync(join(repo.dir, 'resources/workspaces/devtools/common/OVERVIEW.md'))
    await step()
    rmSync(join(repo.dir, '.codex/user-profile.md'))
    symlinkSync('../elsewhere.md', join(repo.dir, '.codex/user-profile.md'))
    await step()
    await step({ today: '2026-01-01' })
    repo.write('memkeep.yaml', 'rules: { entry-category: warning }\n')
    await step()
    expect(seen.size).toBe(8)
  })

  test.each([
    ['findings of no kind', () => undefined],
    ['known findings', (repo: TempRepo) => memkeep(repo.dir, ['baseline', '--now', '2026-06-01'])],
    ['a secret', (repo: TempRepo) => repo.write(`${PLANS}/260502-key.md`, `[a](${stripeKey()}.md)\n`)],
  ])('after a change, findings of other parts are reported as they were, with %s', async (_, add) => {
    const repo = filled()
    repo.write(`${PLANS}/260501-new.md`, '# New\n\n[dead](nowhere.md)\n')
    await add(repo)
    repo.commit()
    await expectAgreement(repo)
    for (const text of ['## 2027\n', '## 2027\n\n## 2028\n\n[dead](none.md)\n', 'None.\n']) {
      repo.write(DECISIONS, text)
      const source = { kind: 'work-tree' } as const
      const today = '2026-06-01'
      const options = { cwd: repo.dir, paths: [], source, fix: false, cache: true, today, skip: [] }
      const run = { project: await openProject(repo.dir), options, started: 0 }
      const judged: JudgedCheck[] = []
      const { report } = await checkSinceLast(run, async (asked, since) => {
        const judgedNow = await judgeRun(run, asked, since)
        judged.push(judgedNow)
        return judgedNow
      })
      expect(judged[0]?.outcome.others).not.toEqual([])
      expect(essence(report)).toEqual(essence(await check(repo, { cache: false })))
      await expectAgreement(repo)
    }
  })

  test('a file of code does not make anything unknown', async () => {
    const repo = filled()
    repo.write('src/app.ts', 'one\n')
    await check(repo)
    repo.write('src/app.ts', 'two\n')
    const { summary } = await expectAgreement(repo)
    expect(summary.cached).toBe(summary.documents)
  })

  test.each([
    ['emptied', () => Buffer.alloc(0)],
    ['cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['one bit turned', (bytes: Buffer) => flipped(bytes)],
    ['foreign', () => Buffer.from('{"diagnostics":[],"documents":1}')],
    ['doubled', (bytes: Buffer) => Buffer.concat([bytes, bytes])],
  ])('files of the cache %s', async (_, spoil) => {
    const repo = filled()
    await check(repo)
    repo.write(DECISIONS, '### [2026-05-01] New\n')
    await check(repo)
    const folder = join(repo.dir, '.git/memkeep')
    const names = readdirSync(folder)
    const kinds = ['cited', 'facts', 'last', 'outcomes', 'proofs', 'removed', 'signatures']
    expect(new Set(names.map((name) => name.split('-')[0]))).toEqual(new Set(kinds))
    for (const name of names) writeFileSync(join(folder, name), spoil(readFileSync(join(folder, name))))
    await expectAgreement(repo)
  })

  test('a cache that cannot be written, and one that is a file or a link', async () => {
    const repo = filled()
    const folder = join(repo.dir, '.git/memkeep')
    writeFileSync(folder, 'in the way')
    await expectAgreement(repo)
    expect(readFileSync(folder, 'utf8')).toBe('in the way')
    rmSync(folder)
    const elsewhere = tempFolder()
    symlinkSync(elsewhere, folder)
    await expectAgreement(repo)
    expect(readdirSync(elsewhere)).toEqual([])
    rmSync(folder)
    mkdirSync(folder)
    chmodSync(folder, 0o500)
    await expectAgreement(repo)
    chmodSync(folder, 0o700)
  })
})

describe('a work tree that git vouches for', () => {
  async function remembered(): Promise<TempRepo> {
    const repo = filled()
    repo.write('.gitignore', '.agent-memory/\nmemkeep.yaml\n')
    repo.write('resources/workspaces/shop/_plans/260501-new.md', '# New\n\n[dead](nowhere.md)\n')
    repo.commit()
    await check(repo)
    expect(readdirSync(join(repo.dir, '.git/memkeep'))).toContain('last-report')
    return repo
  }

  test('memory that git ignores is seen when it comes', async () => {
    const repo = await remembered()
    const before = await expectAgreement(repo)
    repo.write('.agent-memory/session/broken.json', '{')
    const after = await expectAgreement(repo)
    expect(after.diagnostics.length).toBeGreaterThan(before.diagnostics.length)
  })

  test('where a root leads is seen when only the target of its symlink changes, and changes again', async () => {
    const repo = filled()
    repo.link('linked', 'nowhere')
    repo.write('memkeep.yaml', 'workspace: { resources: linked }\n')
    repo.commit()
    const hidden = async (): Promise<number> =>
      (await expectAgreement(repo)).diagnostics.filter(({ path }) => path === 'linked').length
    const lead = async (target: string): Promise<number> => {
      rmSync(join(repo.dir, 'linked'))
      symlinkSync(target, join(repo.dir, 'linked'))
      return hidden()
    }
    expect(await hidden()).toBe(1)
    expect(await lead('elsewhere')).toBe(1)
    expect(await lead('user/memory/workspaces')).toBe(0)
    expect(await lead('nowhere-else')).toBe(1)
  })

  test('a layout that one content turns on, and another one off again, is checked and named as without a cache', async () => {
    const repo = filled()
    const path = 'docs/adr/0001-queue.md'
    repo.write(path, '# Queue\n\nWords.\n')
    repo.commit()
    const rules = async (): Promise<string> => {
      const { diagnostics } = await expectAgreement(repo)
      return [
        ...new Set(diagnostics.flatMap(({ path: at, rule }) => (at.startsWith('docs/') ? [rule] : []))),
      ].join()
    }
    const off = await rules()
    expect(off).toContain('looks-like')
    repo.write(path, '# Queue\n\nWords!\n')
    expect(await rules()).toBe(off)
    repo.write(path, '# 9. Queue\n\n## Status\n\nAccepted\n\n## Context\n\nWords.\n')
    expect(await rules()).toContain('adr-title')
    repo.write(path, '# Queue\n\nWords.\n\nMore.\n')
    expect(await rules()).toBe(off)
  })

  test('settings that git ignores are refused when they come', async () => {
    const repo = await remembered()
    repo.write('memkeep.yaml', 'growth: { threshold: 1 }\n')
    await expect(check(repo)).rejects.toThrow('memkeep.yaml is not a file that git sees')
  })

  test('attributes of the clone alone that convert contents are obeyed', async () => {
    const repo = await remembered()
    repo.write('.git/info/attributes', '*.md working-tree-encoding=UTF-16LE\n')
    await expectAgreement(repo)
    const { summary } = await check(repo)
    expect(summary.cached).toBe(summary.documents)
  })

  test('excerpts and fixes are those of a check that looks', async () => {
    const repo = await remembered()
    const source = { kind: 'work-tree' } as const
    const options = { cwd: repo.dir, paths: [], source, fix: false, today: '2026-06-01', skip: [] }
    const [known, looked] = [
      await runCheck({ ...options, cache: true }),
      await runCheck({ ...options, cache: false }),
    ]
    expect(known.report.diagnostics).toEqual(looked.report.diagnostics)
    expect(known.report.diagnostics.length).toBeGreaterThan(0)
    expect(known.fixable).toBe(looked.fixable)
    const wanted = known.report.diagnostics
    expect(await known.excerpts(wanted)).toEqual(await looked.excerpts(wanted))
    const fixesOf = async ({ fixes }: typeof known): Promise<unknown> => [...(await fixes(wanted)).values()]
    expect(await fixesOf(known)).toEqual(await fixesOf(looked))
  })

  test('what could not be read is looked at again', async () => {
    const repo = filled()
    const path = join(repo.dir, 'resources/workspaces/devtools/common/OVERVIEW.md')
    const other = `${path}.aside`
    renameSync(path, other)
    symlinkSync('OVERVIEW.md.aside', path)
    repo.commit()
    const { diagnostics } = await check(repo)
    expect(diagnostics.map(({ rule }) => rule)).toContain('unreadable')
    expect((await expectAgreement(repo)).diagnostics).toEqual(diagnostics)
  })
})

const CONVERTED = '*.md working-tree-encoding=UTF-16LE\n'

/** Where attributes come from that git obeys, and how they say it. */
const ATTRIBUTES: readonly (readonly [string, (repo: TempRepo) => void, ((repo: TempRepo) => void)?])[] = [
  ['a file', ({ write }) => write('.gitattributes', CONVERTED)],
  ['a pattern with #', ({ write }) => write('.gitattributes', CONVERTED.replace('*', '*[!#]'))],
  [
    'a file that git ignores',
    ({ write }) => {
      write('.git/info/exclude', '.gitattributes\n')
      write('.gitattributes', CONVERTED)
    },
  ],
  [
    'a file that is only staged',
    ({ write, git }) => {
      write('.gitattributes', CONVERTED)
      git('add', '.gitattributes')
    },
    ({ remove }) => remove('.gitattributes'),
  ],
  [
    'a file that is left out',
    ({ write, git }) => {
      write('user/.gitattributes', CONVERTED)
      git('add', 'user/.gitattributes')
      git('update-index', '--skip-worktree', 'user/.gitattributes')
    },
    ({ remove }) => remove('user/.gitattributes'),
  ],
  ['settings in one line', named((path) => `[core]attributesFile=${path}\n`)],
  ['settings with a comment', named((path) => `[core]\n\tattributesfile = "${path}" # mine\n`)],
  ['settings over two lines', named((path) => `[Core]\n\tattributesFile = \\\n${path}\n`)],
  ['a path from the top', named(() => '[core]\n\tattributesFile = .git/attributes\n')],
  [
    'settings that are included',
    (repo) => {
      named((path) => `[core]\n\tattributesFile = ${path}\n`, 'more')(repo)
      repo.git('config', 'include.path', 'more')
    },
  ],
  [
    'settings of this work tree',
    (repo) => {
      repo.git('config', 'extensions.worktreeConfig', 'true')
      named((path) => `[core]\n\tattributesFile = ${path}\n`, 'config.worktree')(repo)
    },
  ],
]

/** Adds to settings what names a file of attributes. */
function named(say: (path: string) => string, file = 'config'): (repo: TempRepo) => void {
  return ({ dir, write }) => {
    write('.git/attributes', CONVERTED)
    appendFileSync(join(dir, '.git', file), say(join(dir, '.git/attributes')))
  }
}

const WAYS = ATTRIBUTES.map(([name, arrange, then = () => undefined]) => [name, arrange, then] as const)

test.each(rowsOf(WAYS, 3))('contents are read where git converts them: %s', async (_, arrange, then) => {
  const repo = filled()
  const { diagnostics } = await check(repo)
  expect(diagnostics.map(({ path }) => path)).not.toContain(DECISIONS)
  arrange(repo)
  repo.remove(DECISIONS)
  repo.git('checkout', '--quiet', '--', DECISIONS)
  then(repo)
  const found = await expectAgreement(repo)
  expect(found.diagnostics.map(({ path }) => path)).toContain(DECISIONS)
})

test.each([
  ['memory', '*.md', false],
  ['pictures', '*.png', true],
])('the result of a check is kept where a filter converts %s: %s', async (_, pattern, expected) => {
  const repo = filled()
  repo.write('art/a.png', 'picture\n')
  repo.write('.gitattributes', `${pattern} filter=none\n`)
  repo.commit()
  await expectAgreement(repo)
  expect(existsSync(join(repo.dir, '.git/memkeep/last-report'))).toBe(expected)
})

/** What may become of a fully known work tree, and what git's index is then. */
const CHANGES: readonly (readonly [string, (repo: TempRepo) => void])[] = [
  ['nothing', () => undefined],
  ['an index of another version', ({ git }) => git('update-index', '--index-version', '4')],
  ['a content', ({ dir }) => appendFileSync(join(dir, DECISIONS), '\nMore.\n')],
  [
    'two contents, one of them staged',
    ({ dir, git }) => {
      appendFileSync(join(dir, DECISIONS), '\nMore.\n')
      git('add', '--all')
      appendFileSync(join(dir, 'user/memory/workspaces/shop/lessons.md'), '\nMore.\n')
    },
  ],
  ['a content with the size and dates of before', ({ dir }) => rewriteQuietly(join(dir, DECISIONS))],
  ['a file that is gone', ({ remove }) => remove(DECISIONS)],
  ['a new file', ({ write }) => write('resources/workspaces/shop/_plans/M new.md', 'New.\n')],
  ['a new file that looks like an answer', ({ write }) => write('M user/memory/x.md', 'New.\n')],
  ['a file that can be run', ({ dir }) => chmodSync(join(dir, DECISIONS), 0o755)],
  [
    'a file that became a link',
    ({ dir, link }) => {
      renameSync(join(dir, DECISIONS), `${join(dir, DECISIONS)}.aside`)
      link(DECISIONS, 'decisions.md.aside')
    },
  ],
  ['a file that git takes for unchanged', assumed('--assume-unchanged')],
  ['a file that is left out', assumed('--skip-worktree')],
  ['attributes', ({ write }) => write('.gitattributes', CONVERTED)],
  ['settings', ({ write }) => write('memkeep.yaml', 'growth: { threshold: 1 }\n')],
]

function assumed(flag: string): (repo: TempRepo) => void {
  return ({ dir, git }) => {
    git('update-index', flag, DECISIONS)
    appendFileSync(join(dir, DECISIONS), '\nMore.\n')
  }
}

function rewriteQuietly(path: string): void {
  const { atime, mtime } = statSync(path)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(/[a-z]/, (letter) => (letter === 'x' ? 'y' : 'x')),
  )
  utimesSync(path, atime, mtime)
}

function lastReportOf({ dir }: TempRepo): LastReportCache {
  return openLastReport(join(dir, '.git'), `${VERSION} ${BUILD}`)
}

describe('a fully known work tree, and then', () => {
  test.each(rowsOf(CHANGES, 2))('%s', async (_, change) => {
    const repo = filled()
    await check(repo)
    await check(repo)
    change(repo)
    await expectAgreement(repo)
    await expectAgreement(repo)
    repo.git('checkout', '--quiet', '--', '.')
    await expectAgreement(repo)
  })

  test('an index that is another one only while git looks is not believed', async () => {
    const repo = filled()
    const ignored = 'user/memory/workspaces/shop/lessons.md'
    repo.write('.git/info/exclude', `${ignored}\n`)
    const index = join(repo.dir, '.git/index')
    cpSync(index, `${index}.now`)
    repo.git('rm', '--quiet', '--cached', ignored)
    renameSync(index, `${index}.meanwhile`)
    renameSync(`${index}.now`, index)
    // A git that lists a work tree by the other index, as if somebody had staged something and taken it back.
    const git = realGit()
    const swap = `cp -p '${index}' '${index}.now' && cp '${index}.meanwhile' '${index}.x' && mv '${index}.x' '${index}'`
    fakeGit(`[ -e '${index}.meanwhile' ] || exec '${git}' "$@"
case "$*" in *exclude-standard*|*porcelain*) ${swap}; '${git}' "$@"; code=$?; mv '${index}.now' '${index}'; exit $code;; esac
exec '${git}' "$@"`)
    await check(repo)
    rmSync(`${index}.meanwhile`)
    await expectAgreement(repo)
  })

  /** Contents that a file has while git says that it has others. */
  const EDITS = [
    ['memory', DECISIONS, '### {2026-05-01} Broken\n\n[dead](nowhere.md)\n', undefined],
    ['settings', 'memkeep.yaml', 'growth: { threshold: 1 }\n', 'growth: { threshold: 9 }\n'],
  ] as const

  test.each(EDITS)('%s edited meanwhile, and taken back', async (_, path, before, meanwhile) => {
    const repo = filled()
    const aside = join(tempFolder(), 'aside')
    writeFileSync(aside, meanwhile ?? readFileSync(join(repo.dir, path), 'utf8'))
    repo.write(path, before)
    repo.commit()
    const git = realGit()
    fakeGit(`[ -e '${aside}' ] || exec '${git}' "$@"
case "$*" in *porcelain*) '${git}' "$@"; code=$?; cp '${aside}' '${join(repo.dir, path)}'; exit $code;; esac
exec '${git}' "$@"`)
    const wrong = await check(repo)
    rmSync(aside)
    repo.write(path, before)
    expect((await expectAgreement(repo)).diagnostics).not.toEqual(wrong.diagnostics)
  })

  const LOOKING_LESS = [
    ['core.trustctime', 'false'],
    ['core.checkStat', 'minimal'],
    ['status.showStash', 'true'],
  ] as const

  test.each(rowsOf(LOOKING_LESS, 4))(
    'settings that make git look less, or say more: %s = %s',
    async (key, value) => {
      const repo = filled()
      repo.git('config', key, value)
      appendFileSync(join(repo.dir, DECISIONS), '\nMore.\n')
      repo.git('stash', '--quiet')
      const path = join(repo.dir, DECISIONS)
      utimesSync(path, 1, 1)
      repo.git('update-index', '--refresh')
      await check(repo)
      await check(repo)
      await new Promise((resolve) => setTimeout(resolve, 1100))
      writeFileSync(path, readFileSync(path, 'utf8').replace('### [', '### {'))
      utimesSync(path, 1, 1)
      const { diagnostics } = await expectAgreement(repo)
      expect(diagnostics.map((one) => one.path)).toContain(DECISIONS)
    },
  )

  test('an index that was written anew is known from then on', async () => {
    const repo = filled()
    await check(repo)
    const keys = [lastReportOf(repo).get()?.state.basis]
    utimesSync(join(repo.dir, DECISIONS), 1, 1)
    repo.git('update-index', '--refresh')
    await check(repo)
    keys.push(lastReportOf(repo).get()?.state.basis)
    expect(new Set(keys).size).toBe(2)
    expect(keys[1]).toContain(indexMark(join(repo.dir, '.git')))
  })
})

describe('a work tree that differs from the index', () => {
  /** Everything that git's status can say of a file. */
  function differing(): TempRepo {
    const repo = filled()
    repo.write('resources/workspaces/shop/_plans/260501-new.md', '# New\n\n[dead](nowhere.md)\n')
    repo.write('notes.txt', 'one\n')
    repo.write('user/memory/workspaces/shop/lessons.md', 'Staged.\n')
    repo.git('add', 'user/memory/workspaces/shop/lessons.md')
    repo.remove('resources/workspaces/devtools/common/OVERVIEW.md')
    appendFileSync(join(repo.dir, DECISIONS), '\nMore.\n')
    return repo
  }

  const STEPS: readonly (readonly [string, (repo: TempRepo) => void])[] = [
    ['nothing', () => undefined],
    ['another content', ({ dir }) => appendFileSync(join(dir, DECISIONS), '\n[dead](gone.md)\n')],
    ['the content of the index again', ({ git }) => git('checkout', '--quiet', '--', DECISIONS)],
    [
      'another content of what is staged',
      ({ write }) => write('user/memory/workspaces/shop/lessons.md', 'Two.\n'),
    ],
    [
      'another content of what is untracked',
      ({ write }) => write('resources/workspaces/shop/_plans/260501-new.md', '# New\n\n[dead](else.md)\n'),
    ],
    [
      'a link in the place of what is untracked',
      ({ remove, link }) => {
        remove('resources/workspaces/shop/_plans/260501-new.md')
        link('resources/workspaces/shop/_plans/260501-new.md', '../../../../notes.txt')
      },
    ],
    ['a file that is there again', ({ git }) => git('checkout', '--quiet', '--', 'resources')],
    ['one more that is gone', ({ remove }) => remove('user/memory/workspaces/shop/lessons.md')],
    ['a file that was committed', ({ git }) => git('commit', '--quiet', '--message', 'more')],
    ['a file that is ignored from now on', ({ write }) => write('.git/info/exclude', '_plans/\n')],
    ['an unresolved merge', conflict],
  ]

  function conflict({ git, write, dir }: TempRepo): void {
    git('stash', '--quiet')
    git('checkout', '--quiet', '-b', 'side')
    write(DECISIONS, '### [2026-05-01] One\n')
    git('commit', '--quiet', '--all', '--message', 'one')
    git('checkout', '--quiet', '-')
    write(DECISIONS, '### [2026-05-01] Two\n')
    git('commit', '--quiet', '--all', '--message', 'two')
    expect(() => git('merge', '--quiet', 'side')).toThrow()
    appendFileSync(join(dir, DECISIONS), '\nMore.\n')
  }

  test.each(rowsOf(STEPS, 2))('is known, and then %s', async (_, change) => {
    const repo = differing()
    await expectAgreement(repo)
    const known = await expectAgreement(repo)
    expect(known.summary.cached).toBe(known.summary.documents)
    change(repo)
    await expectAgreement(repo)
    const again = await expectAgreement(repo)
    const unread = again.diagnostics.filter(({ rule }) => rule === 'unreadable').length
    expect(again.summary.cached).toBe(again.summary.documents - unread)
  })

  test('a day on which a date is no longer ahead', async () => {
    const repo = differing()
    repo.write(
      DECISIONS,
      '### [2026-06-03] Ahead\n\n**Category:** tooling\n**Tags:** ci\n\nBecause.\n\n---\n',
    )
    const ahead: boolean[] = []
    for (const today of ['2026-06-01', '2026-06-01', '2026-06-03', '2026-06-01']) {
      const { diagnostics } = await expectAgreement(repo, { today })
      ahead.push(diagnostics.some(({ rule }) => rule === 'date-future'))
    }
    expect(ahead).toEqual([true, true, false, true])
  })
})

describe('files of the work tree that are not read', () => {
  /** A fully known work tree, and a folder that became a link without a word from git. */
  test.each([
    ['all of it committed', () => undefined],
    ['next to a change', ({ write }: TempRepo) => write('user/memory/workspaces/shop/lessons.md', 'New.\n')],
  ])('a folder that became a link: %s', async (_, arrange) => {
    const repo = filled()
    repo.write('.git/info/exclude', 'elsewhere\ndevtools\n')
    await check(repo)
    const folder = 'user/memory/workspaces/devtools'
    renameSync(join(repo.dir, folder), join(repo.dir, 'elsewhere'))
    repo.link(folder, '../../../elsewhere')
    arrange(repo)
    const { diagnostics } = await expectAgreement(repo)
    const unread = diagnostics.filter(({ rule }) => rule === 'unreadable').map(({ path }) => path)
    expect(unread).toContain(DECISIONS)
    expect((await expectAgreement(repo)).diagnostics).toEqual(diagnostics)
  })

  test.skipIf(process.platform === 'win32')('a path that is refused, after a hook has read it', async () => {
    const repo = filled()
    const path = 'resources/workspaces/shop/_plans/a\\b.md'
    repo.write(path, '# Plan\n')
    repo.git('add', '--all')
    await check(repo, { source: { kind: 'staged' } })
    const { diagnostics } = await expectAgreement(repo)
    expect(diagnostics.filter((one) => one.path === path).map(({ rule }) => rule)).toEqual(['unreadable'])
  })
})

describe('what is printed for people', () => {
  /** Without the seconds, and how much was known. */
  async function printed({ dir }: TempRepo, ...flags: string[]): Promise<string> {
    const { out } = await memkeep(dir, ['check', '--now', '2026-06-01', ...flags])
    return out.replace(/\(\d+\.\d+ s[^)]*\)/, '')
  }

  test('is the same whether it was printed before or not, in every form', async () => {
    const repo = filled()
    repo.write(DECISIONS, '### [2026-05-01] New\n')
    repo.write('resources/workspaces/shop/_plans/260501-new.md', '# New\n\n[dead](nowhere.md)\n')
    const forms = [[], ['--quiet'], ['--format', 'json'], []]
    const expected: string[] = []
    for (const form of forms) expected.push(await printed(repo, '--no-cache', ...form))
    expect(new Set(expected.slice(0, 2)).size).toBe(2)
    for (const _ of [1, 2, 3]) {
      const again: string[] = []
      for (const form of forms) again.push(await printed(repo, ...form))
      expect(again.map(withoutCounts)).toEqual(expected.map(withoutCounts))
    }
    expect(readdirSync(join(repo.dir, '.git/memkeep'))).toContain('last-printed')
    repo.write(DECISIONS, '### [2026-05-02] Newer\n')
    expect(await printed(repo)).toBe(await printed(repo, '--no-cache'))
    expect(await printed(repo)).not.toBe(expected[0])
  })

  test('is kept by the run that judges, so that the next one reads no findings', async () => {
    const repo = filled()
    repo.write(DECISIONS, '### [2026-05-01] New\n')
    const text = await printed(repo)
    expect(text).toContain(DECISIONS)
    const kept = join(repo.dir, '.git/memkeep/last-printed')
    const { mtimeMs } = statSync(kept)
    expect(await printed(repo)).toBe(text)
    expect(statSync(kept).mtimeMs).toBe(mtimeMs)
  })

  test('holds no secret that the findings hide', async () => {
    const repo = filled()
    const secret = sampleSecrets(3).find(({ kind }) => kind === 'Stripe, secret')?.secret ?? ''
    repo.write('resources/workspaces/devtools/web/_features/keys.md', `# Keys\n\n[${secret}](${secret}.md)\n`)
    for (const _ of [1, 2, 3]) {
      const text = await printed(repo)
      expect(text).toContain('no-secret')
      expect(text).not.toContain(secret)
    }
    const kept = openLastReport(join(repo.dir, '.git'), `${VERSION} ${BUILD}`).get()
    expect(JSON.stringify(kept?.diagnostics())).toContain('no-secret')
    expect(JSON.stringify(kept?.diagnostics())).not.toContain(secret)
  })

  function withoutCounts(text: string): string {
    return text.replace(/"(?:cached|seconds)":[\d.]+/g, '')
  }
})

describe('the last report of a work tree', () => {
  const state = { basis: 'b', status: '? a\0', named: [['a', 'file', 'é']] } as const
  const last: Omit<LastReport, 'diagnostics' | 'parts'> = {
    state,
    summary: {
      documents: 1,
      items: 2,
      headings: 2,
      errors: 0,
      warnings: 0,
      infos: 0,
      fixed: 0,
      cached: 0,
      seconds: 1,
    },
    fixable: 0,
    besides: null,
    preconditions: { absent: ['é'], attributes: [], extensions: ['md'], settings: ['memkeep.yaml'] },
  }
  const lists = { diagnostics: () => [], parts: () => [['one', 1, 2, 3] as const] }

  function kept(): { readonly get: () => LastReport | null; readonly file: string } {
    const dir = join(tempRepo().dir, '.git')
    openLastReport(dir, 'v1').put({ ...last, ...lists })
    return { get: openLastReport(dir, 'v1').get, file: join(dir, 'memkeep/last-report') }
  }

  test('comes back as it was', () => {
    const { diagnostics, parts, ...rest } = kept().get() ?? {}
    expect(rest).toEqual(last)
    expect([diagnostics?.(), parts?.()]).toEqual([[], [['one', 1, 2, 3]]])
    expect(openLastReport(join(tempRepo().dir, '.git'), 'v1').get()).toBeNull()
  })

  test('is not known to another version', () => {
    const dir = join(tempRepo().dir, '.git')
    openLastReport(dir, 'v1').put({ ...last, ...lists })
    expect(openLastReport(dir, 'v2').get()).toBeNull()
  })

  test('no byte of the file can be another one without being noticed', () => {
    const { get, file } = kept()
    const bytes = readFileSync(file)
    for (let at = 0; at < bytes.length; at += 1) {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 1
      writeFileSync(file, copy)
      expect(get()).toBeNull()
    }
  })

  test('no beginning of the file is taken for all of it', () => {
    const { get, file } = kept()
    const bytes = readFileSync(file)
    for (let length = 0; length < bytes.length; length += 1) {
      writeFileSync(file, bytes.subarray(0, length))
      expect(get()).toBeNull()
    }
  })

  test('each work tree has its own', async () => {
    const repo = filled()
    repo.git('worktree', 'add', '--quiet', 'linked')
    const linked = { dir: join(repo.dir, 'linked') }
    repo.write('.gitignore', 'linked\n')
    repo.commit()
    await check(repo)
    await check(linked)
    for (const one of [repo, linked]) {
      const { summary } = await check(one)
      expect(summary.cached).toBe(summary.documents)
    }
    const own = ['.git/memkeep/last-report', '.git/worktrees/linked/memkeep/last-report']
    expect(own.filter((path) => existsSync(join(repo.dir, path)))).toEqual(own)
  })
})

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.length >> 1
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
