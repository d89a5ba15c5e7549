import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memkeep } from '../helpers/setup.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

/** Names that file systems allow and that programs trip over; none has a slash. */
const NAMES = [
  ...['a b', ' a', 'a ', "it's", 'a"b', 'a`id`b', '$(id)', '$HOME', 'a;b', 'a|b', 'a&b', 'a>b', 'a#b', '#a'],
  ...[
    '~a',
    '!a',
    '-rf',
    '--help',
    ':a',
    ':(glob)a',
    ':!a',
    'a*b',
    'a?b',
    '[a]',
    '{a,b}',
    '(a)',
    'a\\b',
    'a%0ab',
  ],
  ...['..a', 'a..b', '...', '__proto__', 'constructor', 'toString', 'CON', 'a.md', 'a\tb', 'a\nb', 'a\rb'],
  ...['a\u001b[31mb', '::error::a', '\u202ea', 'a\u200bb', 'é', 'e\u0301', '名前', '😀', 'ａ'],
  'x'.repeat(200),
].filter((name, i, all) => all.indexOf(name) === i)

const RULE = (name: string): string =>
  `# Rule\n\nThe deploy waits for the migration, and a person looks at it (${JSON.stringify(name).length}).\n`

test('files of every odd name are read, or named with what is wrong; no name reaches a terminal as it is', async () => {
  const repo = tempRepo()
  const folder = join(repo.dir, '.claude/rules')
  mkdirSync(folder, { recursive: true })
  for (const name of NAMES) writeFileSync(join(folder, `${name}.md`), RULE(name))
  const notText = [Buffer.from(`${folder}/b`), Buffer.from([0xff]), Buffer.from('.md')]
  writeFileSync(Buffer.concat(notText), RULE('bytes'))
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--message', 'names')
  for (const args of [['check'], ['check', '--staged', '.claude/rules'], ['check', '--rev', 'HEAD']]) {
    const { code, out, err } = await memkeep(repo.dir, [...args, '--format', 'json'])
    expect(code, err).toBeLessThan(2)
    const { diagnostics, summary } = JSON.parse(out)
    const named = new Set(
      diagnostics
        .filter(({ rule }: { rule: string }) => rule === 'unreadable')
        .map(({ path }: { path: string }) => path),
    )
    expect(summary.documents + named.size, [...named].join()).toBeGreaterThanOrEqual(NAMES.length + 1)
  }
  for (const args of [['check'], ['files'], ['report'], ['find', 'migration']]) {
    const { code, out, err } = await memkeep(repo.dir, args)
    expect(code, err).toBeLessThan(2)
    const raw = [...(out + err)].filter((one) => one !== '\n' && (one < ' ' || one === '\u202e'))
    expect(raw).toEqual([])
    expect(out + err).not.toMatch(/^::/m)
  }
})
