import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lineStarts } from '../../src/core/text.ts'
import { entryLog } from '../../src/formats/entry-log.ts'
import { parseMarkdown } from '../../src/formats/markdown/parse-markdown.ts'
import { runMergeDriver } from '../../src/merge/merge-driver.ts'
import { mergeSettings } from '../../src/setup/hooks/merge-driver.ts'
import { BUILT, builtAtFirst, residentCommand } from '../helpers/resident/resident.ts'
import { memkeep } from '../helpers/setup.ts'
import { copiesOf, repoAt, setVariable, type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { variant } from '../helpers/variant.ts'

const MEMORY = 'user/memory/workspaces'
const LOG = `${MEMORY}/shop/decisions.md`
const INDEX = `${MEMORY}/shop/_index.yaml`
const HEAD = '# Decisions\n\n'

const A = entry('2026-01-01', 'Alpha', 'a, b')
const B = entry('2026-01-02', 'Beta', 'b')
const C = entry('2026-01-03', 'Gamma', 'c')
const D = entry('2026-01-04', 'Delta', 'b, d')

function entry(date: string, title: string, tags: string): string {
  return `### [${date}] ${title}\n\n**Category:** tooling\n**Tags:** ${tags}\n\n${title} it is.\n\n---\n\n`
}

const twoEntries = copiesOf(() => makeRepository({ [LOG]: HEAD + A + B }, residentCommand()))

const commandFor = builtAtFirst()

/** A repository whose memory files the driver merges, with a first commit of these files. */
function repository(files?: { readonly [path: string]: string }): Promise<TempRepo> {
  return files ? makeRepository(files, commandFor('files')) : twoEntries()
}

async function makeRepository(
  files: { readonly [path: string]: string },
  command: string,
): Promise<TempRepo> {
  const repo = tempRepo()
  repo.git('config', 'merge.memkeep.driver', `'${command}' merge-driver %O %A %B %P %L`)
  repo.write(
    '.gitattributes',
    `${MEMORY}/**/*.md merge=memkeep\n${MEMORY}/*/_index.yaml merge=memkeep\nother/* merge=memkeep\n`,
  )
  await change(repo, files)
  return repo
}

/** Writes files, rebuilds the indexes, and commits. */
async function change(repo: TempRepo, files: { readonly [path: string]: string }): Promise<string> {
  for (const [path, text] of Object.entries(files)) repo.write(path, text)
  expect(await memkeep(repo.dir, ['index'])).toMatchObject({ code: 0 })
  return repo.commit()
}

/** Commits one change on a branch `theirs` and another on `main`, which stays checked out. */
async function diverge(
  repo: TempRepo,
  ours: { readonly [path: string]: string },
  theirs: { readonly [path: string]: string },
): Promise<void> {
  repo.git('checkout', '-q', '-b', 'theirs')
  await change(repo, theirs)
  repo.git('checkout', '-q', 'main')
  await change(repo, ours)
}

/** The repository of two entries, with another entry on `main` and another on `theirs`. */
const bothAppended = copiesOf(async () => {
  const repo = await repository()
  await diverge(repo, { [LOG]: HEAD + A + B + C }, { [LOG]: HEAD + A + B + D })
  return repo
})

/** Runs git where it may fail; gives its exit code and all that it said. */
function attempt(
  { dir }: TempRepo,
  ...args: string[]
): { readonly code: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: dir, encoding: 'utf8' })
  return { code: status, said: stdout + stderr }
}

function read({ dir }: TempRepo, path: string): string {
  return readFileSync(join(dir, path), 'utf8')
}

function titles(text: string): string[] {
  return entryLog(text, parseMarkdown(text, 0), lineStarts(text)).entries.map(({ title }) => title.text)
}

/** Nothing is left to rebuild in what was committed, and nothing lies about. */
async function expectFresh(repo: TempRepo): Promise<void> {
  expect(await memkeep(repo.dir, ['index', '--check'])).toMatchObject({ code: 0 })
  expect(repo.git('status', '--porcelain')).toBe('')
}

describe('git merge', () => {
  test('two branches that each append an entry merge without a conflict, index and all', async () => {
    const repo = await bothAppended()
    repo.git('merge', '-q', '--no-edit', 'theirs')
    expect(repo.git('show', `HEAD:${LOG}`)).toBe((HEAD + A + B + C + D).replace(/\n$/, ''))
    expect(repo.git('show', `HEAD:${INDEX}`)).toContain('  total_decisions: 4\n')
    expect(repo.git('show', `HEAD:${INDEX}`)).toContain('last_updated: "2026-01-04"')
    await expectFresh(repo)
  })

  test('without the driver the same merge is a conflict: the test above proves something', async () => {
    const repo = await bothAppended()
    repo.git('config', '--unset', 'merge.memkeep.driver')
    expect(attempt(repo, 'merge', '--no-edit', 'theirs').code).toBe(1)
  })

  variant('the index is exact where sums of both sides would not be', async () => {
    const repo = await repository()
    const lessons = `${MEMORY}/shop/web/lessons.md`
    await diverge(
      repo,
      { [LOG]: HEAD + A + B + C, [lessons]: HEAD + D },
      { [LOG]: HEAD + B + C, [lessons]: `${HEAD}${D}${entry('2026-01-05', 'Eta', 'e')}` },
    )
    repo.git('merge', '-q', '--no-edit', 'theirs')
    expect(titles(read(repo, LOG))).toEqual(['Beta', 'Gamma'])
    expect(titles(read(repo, lessons))).toEqual(['Delta', 'Eta'])
    await expectFresh(repo)
  })

  variant(
    'a tombstone of one side wins over an entry that the other has as it was, and the index follows',
    async () => {
      const repo = await repository()
      const stone = '<!-- memkeep-removed [2026-01-01] Alpha -- it held a key -->\n\n'
      await diverge(repo, { [LOG]: HEAD + A + B + C }, { [LOG]: HEAD + stone + B })
      repo.git('merge', '-q', '--no-edit', 'theirs')
      expect(repo.git('show', `HEAD:${LOG}`)).toBe((HEAD + stone + B + C).replace(/\n$/, ''))
      expect(repo.git('show', `HEAD:${INDEX}`)).toContain('  total_decisions: 2\n')
      await expectFresh(repo)
      expect(await memkeep(repo.dir, ['verify-merge'])).toMatchObject({ code: 0 })
    },
  )

  test('a tombstone of one side and an edit of the other are a conflict, and both ways out are sound', async () => {
    const stone = '<!-- memkeep-removed [2026-01-01] Alpha -- it held a key -->\n\n'
    const edited = A.replace('Alpha it', 'Alpha now')
    for (const chosen of [stone, edited]) {
      const repo = await repository()
      await diverge(repo, { [LOG]: HEAD + edited + B + C }, { [LOG]: HEAD + stone + B })
      expect(attempt(repo, 'merge', '--no-edit', 'theirs').code).toBe(1)
      expect(read(repo, LOG)).toBe(
        `${HEAD}<<<<<<< ours\n${edited.trimEnd()}\n=======\n${stone.trimEnd()}\n>>>>>>> theirs\n\n${B}${C}`,
      )
      await change(repo, { [LOG]: HEAD + chosen + B + C })
      expect(await memkeep(repo.dir, ['verify-merge'])).toMatchObject({ code: 0 })
    }
  })

  test('edits of both sides to one entry are a conflict around that entry alone', async () => {
    const repo = await repository()
    await diverge(
      repo,
      { [LOG]: HEAD + A.replace('Alpha it', 'Alpha now') + B + C },
      { [LOG]: HEAD + A.replace('Alpha it', 'Alpha then') + B + D },
    )
    const { code, said } = attempt(repo, 'merge', '--no-edit', 'theirs')
    expect(code).toBe(1)
    expect(said).toContain(`memkeep: ${LOG}: both sides changed 1 entry differently`)
    const text = read(repo, LOG)
    expect(text).toMatch(
      /^# Decisions\n\n<<<<<<< ours\n### \[2026-01-01\] Alpha[\s\S]*>>>>>>> theirs\n\n---\n\n/,
    )
    expect(text.endsWith(B + C + D)).toBe(true)
    expect(repo.git('diff', '--name-only', '--diff-filter=U')).toBe(LOG)
    repo.write(LOG, HEAD + A + B + C + D)
    repo.git('add', LOG)
    repo.git('commit', '-q', '--no-edit')
    await expectFresh(repo)
  })

  test('an edit against a deletion is a conflict', async () => {
    const repo = await repository()
    await diverge(repo, { [LOG]: HEAD + A.replace('Alpha it', 'Alpha now') + B }, { [LOG]: HEAD + B })
    expect(attempt(repo, 'merge', '--no-edit', 'theirs').code).toBe(1)
    expect(read(repo, LOG)).toBe(
      `${HEAD}<<<<<<< ours\n${A.replace('Alpha it', 'Alpha now').trimEnd()}\n=======\n>>>>>>> theirs\n\n${B}`,
    )
  })

  test('descriptions that both sides wrote are a conflict in the index, of one tag alone', async () => {
    const repo = await repository()
    const describing = (words: string): string =>
      read(repo, INDEX).replace('- name: b\n', `- name: b\n    description: ${words}\n`)
    repo.git('checkout', '-q', '-b', 'theirs')
    await change(repo, { [INDEX]: describing('Theirs.'), [LOG]: HEAD + A + B + D })
    repo.git('checkout', '-q', 'main')
    await change(repo, { [INDEX]: describing('Ours.'), [LOG]: HEAD + A + B + C })
    expect(attempt(repo, 'merge', '--no-edit', 'theirs').code).toBe(1)
    expect(read(repo, INDEX)).toContain(
      '  - name: b\n<<<<<<< ours\n    description: Ours.\n=======\n    description: Theirs.\n>>>>>>> theirs\n    used_in: [decisions]\n    count: 3\n',
    )
    expect(titles(read(repo, LOG))).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])
  })

  test('branches that crossed: common ancestors are merged first', async () => {
    const repo = await bothAppended()
    const [left, right] = [repo.git('rev-parse', 'main'), repo.git('rev-parse', 'theirs')]
    repo.git('merge', '-q', '--no-edit', right)
    repo.git('checkout', '-q', 'theirs')
    repo.git('merge', '-q', '--no-edit', left)
    const late = entry('2026-01-09', 'Late', 'z')
    await change(repo, { [LOG]: HEAD + A + B + C + D + late })
    repo.git('checkout', '-q', 'main')
    await change(repo, { [LOG]: HEAD + A.replace('Alpha it', 'Alpha now') + B + C + D })
    expect(repo.git('merge-base', '--all', 'main', 'theirs').split('\n').length).toBe(2)
    repo.git('merge', '-q', '--no-edit', 'theirs')
    expect(read(repo, LOG)).toBe(HEAD + A.replace('Alpha it', 'Alpha now') + B + C + D + late)
    await expectFresh(repo)
  })

  variant('branches that crossed with a conflict in the common ancestors', async () => {
    const repo = await repository()
    await diverge(
      repo,
      { [LOG]: HEAD + A.replace('Alpha it', 'Alpha now') + B },
      { [LOG]: HEAD + A.replace('Alpha it', 'Alpha then') + B },
    )
    const [left, right] = [repo.git('rev-parse', 'main'), repo.git('rev-parse', 'theirs')]
    const resolved = HEAD + A.replace('Alpha it', 'Alpha at last') + B
    for (const [branch, other, text] of [
      ['main', right, resolved + C],
      ['theirs', left, resolved + D],
    ] as const) {
      repo.git('checkout', '-q', branch)
      attempt(repo, 'merge', '--no-edit', other)
      await change(repo, { [LOG]: text })
    }
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', '--no-edit', 'theirs')
    expect(read(repo, LOG)).toBe(resolved + C + D)
    await expectFresh(repo)
  })

  variant('more than one branch at once: what git does not resolve by itself it refuses', async () => {
    const repo = await repository({
      [LOG]: HEAD + A + B,
      [`${MEMORY}/shop/lessons.md`]: HEAD + A,
      [`${MEMORY}/pub/lessons.md`]: HEAD + A,
    })
    repo.git('checkout', '-q', '-b', 'one')
    await change(repo, { [`${MEMORY}/pub/lessons.md`]: HEAD + A + C })
    repo.git('checkout', '-q', '-b', 'two', 'main')
    await change(repo, { [LOG]: HEAD + A + B + D })
    repo.git('checkout', '-q', 'main')
    repo.write('other/file', 'x')
    repo.commit()
    repo.git('merge', '-q', '--no-edit', 'one', 'two')
    expect(titles(read(repo, LOG))).toEqual(['Alpha', 'Beta', 'Delta'])
    await expectFresh(repo)
    const before = repo.git('rev-parse', 'HEAD')
    repo.git('checkout', '-q', '-b', 'three', 'two~')
    await change(repo, { [LOG]: HEAD + A + B + C })
    repo.git('checkout', '-q', '-b', 'four', 'two~')
    await change(repo, { [LOG]: `${HEAD}${A}${B}${entry('2026-01-08', 'Theta', 't')}` })
    repo.git('checkout', '-q', 'main')
    expect(attempt(repo, 'merge', '--no-edit', 'three', 'four').code).not.toBe(0)
    expect(repo.git('rev-parse', 'HEAD')).toBe(before)
  })

  variant('in a linked work tree', async () => {
    const repo = await bothAppended()
    const dir = join(tempFolder(), 'linked work tree')
    repo.git('worktree', 'add', '-q', '-b', 'linked', dir, 'main')
    const linked = repoAt(dir)
    linked.git('merge', '-q', '--no-edit', 'theirs')
    expect(read(linked, LOG)).toBe(HEAD + A + B + C + D)
    await expectFresh(linked)
  })

  test('paths with spaces, quotes and other odd characters', async () => {
    const name = `a b'c"d$(x);é`
    const path = `${MEMORY}/${name}/decisions.md`
    const repo = await repository({ [path]: HEAD + A + B })
    await diverge(repo, { [path]: HEAD + A + B + C }, { [path]: HEAD + A + B + D })
    repo.git('merge', '-q', '--no-edit', 'theirs')
    expect(read(repo, path)).toBe(HEAD + A + B + C + D)
    await expectFresh(repo)
  })

  variant('line breaks that git converts', async () => {
    const repo = await repository()
    repo.git('config', 'core.autocrlf', 'true')
    await diverge(repo, { [LOG]: HEAD + A + B + C }, { [LOG]: HEAD + A + B + D })
    repo.git('merge', '-q', '--no-edit', 'theirs')
    expect(repo.git('show', `HEAD:${LOG}`)).not.toContain('\r')
    expect(titles(read(repo, LOG))).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])
  })
})

describe('other ways to merge', () => {
  test.each([
    ['rebase', ['rebase', '-q', 'theirs'], ['Alpha', 'Beta', 'Gamma', 'Delta']],
    ['cherry-pick', ['cherry-pick', 'theirs'], ['Alpha', 'Beta', 'Gamma', 'Delta']],
  ])('%s', async (_, args, expected) => {
    const repo = await bothAppended()
    repo.git(...args)
    expect(titles(read(repo, LOG)).sort()).toEqual([...expected].sort())
    await expectFresh(repo)
  })

  test('a revert takes out one entry and leaves those that came later', async () => {
    const repo = await repository()
    const added = await change(repo, { [LOG]: HEAD + A + B + C })
    await change(repo, { [LOG]: HEAD + A + B + C + D })
    repo.git('revert', '--no-edit', added)
    expect(read(repo, LOG)).toBe(HEAD + A + B + D)
    expect(read(repo, INDEX)).toContain('total_decisions: 3\n')
    await expectFresh(repo)
  })
})

describe('files of other forms', () => {
  const section = (title: string): string => `## ${title}\n\n${title} it is.\n\n`

  test('settings say what starts an entry', async () => {
    const log = `# Decisions\n\n${section('One')}`
    const repo = await repository({
      [LOG]: log,
      'memkeep.yaml': 'layouts: { workspace: on }\nmerge:\n  entries: 2\n',
    })
    await diverge(repo, { [LOG]: log + section('Ours') }, { [LOG]: log + section('Theirs') })
    repo.git('merge', '-q', '--no-edit', 'theirs')
    expect(read(repo, LOG)).toBe(log + section('Ours') + section('Theirs'))
  })

  test('a text merge that would double a section is a conflict instead', async () => {
    const path = 'other/notes.md'
    const lines = (count: number): string => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('')
    const base = `# Notes\n\n## First\n\n${lines(9)}\n## Last\n\nEnd.\n`
    const repo = await repository({ [LOG]: HEAD + A, [path]: base })
    const added = '## New\n\nThe same words.\n\n'
    await diverge(
      repo,
      { [path]: base.replace('## First', `${added}## First`) },
      { [path]: base.replace('## Last', `${added}## Last`) },
    )
    const { code, said } = attempt(repo, 'merge', '--no-edit', 'theirs')
    expect(code).toBe(1)
    expect(said).toContain('a text merge would lose, double or mix sections')
    expect(read(repo, path)).toContain('<<<<<<< ours\n')
  })

  test('what no kind claims is merged as text', async () => {
    const repo = await repository({ [LOG]: HEAD + A, 'other/data.txt': '1\n2\n3\n4\n5\n' })
    await diverge(repo, { 'other/data.txt': 'one\n2\n3\n4\n5\n' }, { 'other/data.txt': '1\n2\n3\n4\nfive\n' })
    repo.git('merge', '-q', '--no-edit', 'theirs')
    expect(read(repo, 'other/data.txt')).toBe('one\n2\n3\n4\nfive\n')
  })

  test('a log that is not UTF-8 keeps its bytes, and both sides of what differs', async () => {
    const repo = await repository()
    repo.git('checkout', '-q', '-b', 'theirs')
    repo.write(LOG, Buffer.concat([Buffer.from([0x23, 0x20, 0xe9, 0x0a]), Buffer.from(HEAD + A)]))
    repo.commit()
    repo.git('checkout', '-q', 'main')
    await change(repo, { [LOG]: HEAD + A + B + C })
    expect(attempt(repo, 'merge', '--no-edit', 'theirs').code).toBe(1)
    const text = readFileSync(join(repo.dir, LOG), 'latin1')
    for (const part of ['# \u00e9\n', A.trimEnd(), C.trimEnd()]) expect(text).toContain(part)
  })

  test('of a binary file ours is left, as git leaves it', async () => {
    const path = 'other/picture'
    const repo = await repository({ [LOG]: HEAD + A })
    const commit = (branch: string, last: number): void => {
      repo.git('checkout', '-q', '-B', branch)
      repo.write(path, Uint8Array.of(0, 1, last))
      repo.commit()
    }
    commit('main', 2)
    commit('theirs', 3)
    repo.git('checkout', '-q', 'main')
    commit('main', 4)
    const { code, said } = attempt(repo, 'merge', '--no-edit', 'theirs')
    expect(code).toBe(1)
    expect(said).toContain('memkeep: other/picture: it is a binary file; our side is left in the file')
    expect([...readFileSync(join(repo.dir, path))]).toEqual([0, 1, 4])
  })
})

describe('a driver that fails', () => {
  test.each([
    ['is killed', 'kill -9 $$'],
    ['is not there', 'exec /nowhere/memkeep'],
    ['stops in the middle', 'exit 2'],
  ])('and %s leaves a conflict, and both sides in git', async (_, script) => {
    const repo = await bothAppended()
    repo.write('../driver.sh', `#!/bin/sh\n${script}\n`)
    repo.git('config', 'merge.memkeep.driver', `sh '${join(repo.dir, '../driver.sh')}' %O %A %B %P %L`)
    expect(attempt(repo, 'merge', '--no-edit', 'theirs').code).not.toBe(0)
    expect(repo.git('ls-files', '-u', LOG).split('\n').length).toBe(3)
    expect(repo.git('show', `:2:${LOG}`)).toContain('Gamma')
    expect(repo.git('show', `:3:${LOG}`)).toContain('Delta')
  })

  test.each([
    ['is killed', 'kill -9 $$'],
    ['crashes', 'exit 134'],
    ['takes it for a wrong request', 'exit 2'],
    ['cannot be run', 'exit 126'],
  ])('and, registered as it is, %s, leaves both sides in the file', async (_, script) => {
    const repo = await bothAppended()
    repo.write('../memkeep', `#!/bin/sh\n${script}\n`)
    chmodSync(join(repo.dir, '../memkeep'), 0o755)
    setVariable('MEMKEEP_BIN', join(repo.dir, '../memkeep'))
    for (const [key, value] of mergeSettings([])) repo.git('config', key, value)
    expect(attempt(repo, 'merge', '--no-edit', 'theirs').code).not.toBe(0)
    const text = read(repo, LOG)
    expect(text).toContain('<<<<<<< ours')
    expect(text).toContain('Gamma')
    expect(text).toContain('Delta')
  })

  test('names of files that look like options are names', async () => {
    const repo = await repository()
    repo.write('o', 'ours\n')
    repo.write('b', 'base\n')
    repo.write('t', 'theirs\n')
    setVariable('MEMKEEP_BIN', BUILT)
    const driver = [...mergeSettings([]).values()].at(-1) ?? ''
    const command = driver.replace('%O %A %B %P %L', 'b o t --version 7')
    const { status } = spawnSync('sh', ['-c', command], { cwd: repo.dir })
    expect(status).toBe(1)
    expect(readFileSync(join(repo.dir, 'o'), 'utf8')).toContain('theirs')
  })

  test('for wrong settings leaves both sides in the file', async () => {
    const repo = await repository({ [LOG]: HEAD + A + B, 'memkeep.yaml': '' })
    await diverge(repo, { [LOG]: HEAD + A + B + C }, { [LOG]: HEAD + A + B + D })
    repo.write('memkeep.yaml', 'merge: {entries: 9}\n')
    const { code, said } = attempt(repo, 'merge', '--no-edit', 'theirs')
    expect(code).toBe(1)
    expect(said).toMatch(/memkeep: .*decisions\.md: the merge failed \(memkeep\.yaml:1:18: The value is 9/)
    const text = read(repo, LOG)
    expect(text).toContain(`${HEAD}${A}${B}<<<<<<< ours\n### [2026-01-03] Gamma`)
    expect(text).toContain('### [2026-01-04] Delta')
  })

  test('to read what git named says so and changes nothing', async () => {
    const dir = tempFolder()
    writeFileSync(join(dir, 'ours'), 'x')
    const request = {
      cwd: dir,
      files: { base: 'base', ours: 'ours', theirs: 'theirs' },
      path: LOG,
      markSize: 7,
      env: {},
    }
    await expect(runMergeDriver(request)).rejects.toThrow('the file base cannot be read')
    expect(readFileSync(join(dir, 'ours'), 'utf8')).toBe('x')
    expect(existsSync(join(dir, 'base'))).toBe(false)
  })
})

test('git says why a log is not merged entry by entry', async () => {
  const repo = await repository()
  const fenced = `${C.replace(/---\n\n$/, '')}\`\`\`sh\nnpm ci\n`
  await diverge(repo, { [LOG]: HEAD + A + B + D }, { [LOG]: HEAD + A + B + fenced })
  const merge = attempt(repo, 'merge', '--no-edit', 'theirs')
  expect(merge.said).toContain(
    `${LOG}: not merged entry by entry, because their version has a code fence at line 28 that nothing closes; `,
  )
})
