import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import type { LiteralFile } from '../../../src/core/snapshot.ts'
import type { Files } from '../../helpers/check-literal.ts'
import { type Recorded, recordedFindings, type Situation } from '../../helpers/record-messages.ts'
import { memkeep } from '../../helpers/setup.ts'
import { type ChangeRepo, copyOf, repositoryOf } from './change-repo.ts'

// Each command that a finding of a rule's test prints is run in that situation, and does what the sentence says.

type Case = {
  readonly name: string
  readonly rule: string
  readonly message: string
  readonly help: string
  readonly command: string
  readonly situation: Situation
}

/** One case for each rule and command, whatever its numbers are. */
const CASES: readonly Case[] = [
  ...new Map(
    recordedFindings().flatMap((one) =>
      commandsOf(one).map((command) => {
        const { rule, message, help = '', situation } = one
        const name = `${rule}: ${command}`
        return [name.replaceAll(/\d+/g, '0'), { name, rule, message, help, command, situation }] as const
      }),
    ),
  ).values(),
]

function commandsOf({ message, help = '' }: Pick<Recorded, 'message' | 'help'>): readonly string[] {
  return [...`${help} ${message}`.matchAll(/`((?:memkeep|git) [^`]+)`/g)].map(([, command = '']) => command)
}

/** Words in capitals, which the reader replaces, and `…`. */
const PLACEHOLDER = /(?<!rename-tag )\b(?!HEAD\b)[A-Z]{3,}\b(?!\.md|=)|…/

const DECISIONS = 'user/memory/workspaces/shop/decisions.md'

type Advice = Pick<Case, 'rule' | 'message' | 'help' | 'command'> & { readonly repo: ChangeRepo }

/** What a command does, by its first words. A form that is not here fails. */
const DOES: { readonly [words: string]: (advice: Advice) => Promise<unknown> | unknown } = {
  'git show': ({ repo, command }) => expect(repo.shell(command).trim()).not.toBe(''),
  'git log': ({ repo, command }) => {
    // What never was in a commit has no history.
    const [, path = '.'] = /-- :\/(\S+)/.exec(command) ?? []
    const isKnown = repo.git('log', '--format=%h', '--', path) !== ''
    expect(repo.shell(command).trim() !== '').toBe(isKnown)
  },
  'git blame': ({ repo, command }) => {
    // A new file has no commit yet.
    repo.commit('Before')
    expect(repo.shell(command).trim().split('\n')).toHaveLength(1)
  },
  'git restore': ({ repo, command }) => {
    const [, path = ''] = /-- :\/('[^']*'|\S+)/.exec(command) ?? []
    if (repo.git('ls-tree', '--name-only', 'HEAD', '--', path.replaceAll("'", '')) === '') return
    repo.shell(command)
    expect(repo.git('diff', 'HEAD', '--', path.replaceAll("'", ''))).toBe('')
  },
  'git rm': async (advice) => {
    advice.repo.shell(advice.command)
    await expectGone(advice)
  },
  'memkeep check': async (advice) => {
    const [, own] = /Move what is the agent's own in (\S+) to another name/.exec(advice.help) ?? []
    if (own !== undefined) advice.repo.move(own, own.replace('.md', '-own.md'))
    const [, first] = /`(git [^`]+)`[^`]*\. Then run/.exec(advice.help) ?? []
    if (first !== undefined) advice.repo.shell(first)
    await run(advice)
    await expectGone(advice)
  },
  'memkeep index': async (advice) => {
    await run(advice)
    await expectGone(advice)
  },
  'memkeep archive': async ({ repo, command, ...advice }) => {
    // It says to put the item back first, where it is gone.
    if (advice.rule === 'item-lost') repo.git('checkout', '--quiet', 'HEAD', '--', '.')
    if (advice.help.includes('correct its date')) repo.edit(DECISIONS, '2026-02-30', '2026-02-20')
    const { out } = await run({ ...advice, repo, command })
    expect(out).toMatch(/moved|archived/)
  },
  'memkeep migrate': async (advice) => {
    // A migration leaves files alone that are not committed.
    advice.repo.commit('Before')
    await run(advice)
  },
  'memkeep rename-tag': run,
  'memkeep files': run,
  'memkeep explain': run,
  'memkeep baseline': run,
}

async function run({ repo, command }: Pick<Advice, 'repo' | 'command'>): Promise<{ readonly out: string }> {
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command.replace(/^memkeep /, '')}`], {
    encoding: 'utf8',
  })
  const { code, out, err } = await memkeep(repo.dir, words.split('\n').slice(0, -1))
  expect(code === 0 || (code === 1 && command.startsWith('memkeep check')), `${command}: ${out}${err}`).toBe(
    true,
  )
  return { out: `${out}${err}` }
}

async function diagnosed(
  repo: ChangeRepo,
  args: readonly string[],
  today = '2026-06-01',
): Promise<readonly Diagnostic[]> {
  const { out } = await memkeep(repo.dir, ['check', '--format', 'json', '--now', today, ...args])
  return (JSON.parse(out) as { diagnostics: readonly Diagnostic[] }).diagnostics
}

/** The finding that printed the command is not there any more. */
async function expectGone({ repo, rule, message }: Advice): Promise<void> {
  expect(await diagnosed(repo, [])).not.toContainEqual(expect.objectContaining({ rule, message }))
}

/** The situation of a test as a repository in which somebody is about to commit, or has merged. */
function repositoryIn({ files, before, merge, settings }: Situation): ChangeRepo {
  const base = merge?.bases[0]?.files
  const repo = repositoryOf(withSettings(base ?? before ?? {}, settings))
  if (merge) {
    const others = merge.others.map((other, i) => {
      // Sides without a common ancestor have histories of their own.
      repo.git('checkout', '--quiet', ...(base ? ['-b'] : ['--orphan']), `other-${i}`, 'main')
      turnInto(repo, withSettings(other, settings))
      repo.commit(`Other ${i}`)
      return `other-${i}`
    })
    repo.git('checkout', '--quiet', 'topic')
    turnInto(repo, withSettings(before ?? {}, settings))
    repo.commit('Ours')
    repo.git('merge', '--no-commit', '--strategy=ours', '--allow-unrelated-histories', ...others)
  }
  turnInto(repo, withSettings(files, settings))
  if (merge) repo.commit('Merge')
  return repo
}

function withSettings(files: Files, settings: string | undefined): Files {
  return settings === undefined ? files : { ...files, 'memkeep.yaml': settings }
}

/** Stages these files, without those that git is not to know, and none but them. */
function turnInto(repo: ChangeRepo, files: Files): void {
  const gone = repo.git('ls-files', '-z').split('\0').filter(Boolean)
  repo.apply(Object.fromEntries(gone.filter((path) => path !== 'README.md').map((path) => [path, null])))
  repo.apply(Object.fromEntries(Object.entries(files).map(([path, file]) => [path, plain(file)])))
  repo.git('add', '--all', '--force')
  const left = (kind: 'ignored' | 'untracked') =>
    Object.keys(files).filter((path) => typeof files[path] === 'object' && kind in files[path])
  const unknown = [...left('ignored'), ...left('untracked')]
  if (unknown.length > 0) repo.git('rm', '--quiet', '--cached', '--', ...unknown)
  if (left('ignored').length > 0)
    repo.write(
      '.git/info/exclude',
      left('ignored')
        .map((path) => `/${path}\n`)
        .join(''),
    )
}

function plain(file: LiteralFile): LiteralFile {
  return typeof file === 'object' && 'untracked' in file ? file.untracked : file
}

describe('commands in the help of findings', () => {
  test('are found', () => expect(CASES.length).toBeGreaterThan(60))

  test.each(CASES)('$name', async ({ rule, message, help, command: printed, situation }) => {
    const repo = repositoryIn(situation)
    const args = situation.merge ? ['--base', 'HEAD^1'] : situation.before ? ['--base', 'HEAD'] : []
    expect(await diagnosed(repo, args, situation.today), message).toContainEqual(
      expect.objectContaining({ rule, message }),
    )
    // One of those that the command before it lists.
    const command = printed.replace('COMMIT', 'HEAD')
    expect(command).not.toMatch(PLACEHOLDER)
    const words = command.split(' ', 2).join(' ')
    expect(Object.keys(DOES)).toContain(words)
    await DOES[words]?.({ repo: copyOf(repo), command, rule, message, help })
  })
})
