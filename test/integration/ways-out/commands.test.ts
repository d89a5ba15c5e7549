import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import { layouts } from '../../../src/layouts/index.ts'
import { type Files, indexLiteral } from '../../helpers/check-literal.ts'
import type { Planted, PlantedLayout } from '../../helpers/planted.ts'
import { rowsOf } from '../../helpers/runs.ts'
import { memkeep } from '../../helpers/setup.ts'
import { type ChangeRepo, copyOf, repositoryOf } from './change-repo.ts'

// Each command that the help of a finding prints is run where it is printed, and does what the sentence says.

type Case = {
  readonly name: string
  readonly layout: PlantedLayout
  readonly rule: string
  readonly planted: Planted
}

const CASES: readonly Case[] = (
  await Promise.all(
    layouts.map(async ({ id }) => {
      const layout = (await import(`../../layouts/${id}/planted.ts`)) as PlantedLayout
      return Object.entries(layout.planted).map(([rule, planted]) => ({
        name: `${rule} in ${id}`,
        layout,
        rule,
        planted,
      }))
    }),
  )
).flat()

/** Words in capitals, which the reader replaces, and `…`. */
const PLACEHOLDER = /\b(?!HEAD\b)[A-Z]{3,}\b(?!\.md|=)|…/

type Advice = { readonly repo: ChangeRepo; readonly command: string; readonly rule: string }

/** What a command does, by its first words. A form that is not here fails. */
const DOES: { readonly [words: string]: (advice: Advice) => Promise<unknown> | unknown } = {
  'git show': ({ repo, command }) => expect(repo.shell(command).trim()).not.toBe(''),
  'git log': ({ repo, command }) => {
    // What never was in a commit has no history.
    const [, path = '.'] = /-- :\/(\S+)/.exec(command) ?? []
    const isKnown = repo.git('log', '--format=%h', '--', path) !== ''
    expect(repo.shell(command).trim() !== '').toBe(isKnown)
  },
  'git restore': ({ repo, command }) => {
    const [, path = ''] = /-- :\/('[^']*'|\S+)/.exec(command) ?? []
    if (repo.git('ls-tree', '--name-only', 'HEAD', '--', path.replaceAll("'", '')) === '') return
    repo.shell(command)
    expect(repo.git('diff', 'HEAD', '--', path.replaceAll("'", ''))).toBe('')
  },
  'git rm': async (advice) => {
    advice.repo.shell(advice.command)
    expect(await findings(advice.repo, [])).not.toContain(advice.rule)
  },
  'memkeep check': async (advice) => {
    await run(advice)
    expect(await findings(advice.repo, [])).not.toContain(advice.rule)
  },
  'memkeep index': async (advice) => {
    await run(advice)
    expect(await findings(advice.repo, [])).not.toContain(advice.rule)
  },
  'memkeep archive': async ({ repo, command, ...advice }) => {
    // It says to put the item back first, where it is gone.
    if (advice.rule === 'item-lost') repo.git('checkout', '--quiet', 'HEAD', '--', '.')
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

async function run({ repo, command }: Advice): Promise<{ readonly out: string }> {
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command.replace(/^memkeep /, '')}`], {
    encoding: 'utf8',
  })
  const { code, out, err } = await memkeep(repo.dir, words.split('\n').slice(0, -1))
  expect(code === 0 || (code === 1 && command.startsWith('memkeep check')), `${command}: ${out}${err}`).toBe(
    true,
  )
  return { out: `${out}${err}` }
}

async function diagnosed(repo: ChangeRepo, args: readonly string[]): Promise<readonly Diagnostic[]> {
  const { out } = await memkeep(repo.dir, ['check', '--format', 'json', '--now', '2026-06-01', ...args])
  return (JSON.parse(out) as { diagnostics: readonly Diagnostic[] }).diagnostics
}

async function findings(repo: ChangeRepo, args: readonly string[]): Promise<readonly string[]> {
  return (await diagnosed(repo, args)).map(({ rule }) => rule)
}

describe('commands in the help of findings', () => {
  test.each(rowsOf(CASES, 12))('$name', async ({ layout, rule, planted }) => {
    const { settings } = planted
    const base: Files = {
      ...(await indexLiteral(layout.clean, { settings })),
      ...(settings ? { 'memkeep.yaml': settings } : {}),
    }
    const repo = repositoryOf(base)
    if (planted.file === undefined) repo.edit(planted.path, planted.replace ?? '', planted.by ?? '')
    else repo.apply({ [planted.path]: planted.file })
    const found = (await diagnosed(repo, planted.change ? ['--base', 'HEAD'] : [])).filter(
      (one) => one.rule === rule,
    )
    const commands = found.flatMap(({ help, message }) =>
      [...`${help} ${message}`.matchAll(/`((?:memkeep|git) [^`]+)`/g)].map(([, command = '']) => command),
    )
    for (const printed of new Set(commands)) {
      // One of those that the command before it lists.
      const command = printed.replace('COMMIT', 'HEAD')
      expect(command).not.toMatch(PLACEHOLDER)
      const words = command.split(' ', 2).join(' ')
      expect(Object.keys(DOES)).toContain(words)
      await DOES[words]?.({ repo: copyOf(repo), command, rule })
    }
  })
})
