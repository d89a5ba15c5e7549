import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MEMORY_FORMATS, REPORT_FORMATS } from '../../src/cli/command.ts'
import { obeyedCommands } from '../helpers/runner-commands.ts'
import { LONG, rowsOf } from '../helpers/runs.ts'
import { memkeep, plainEnvironment } from '../helpers/setup.ts'
import { copiesOf, sharedBy, type TempRepo, tempRepo } from '../helpers/temp-repo.ts'
import { expectHarmless, expectHarmlessPainted, expectNothingRaw } from '../reporters/expect-harmless.ts'

/** Texts that a name of a file can hold everywhere but on Windows. */
const NAMES = [
  '::error::x',
  'a\n::set-env name=PATH::x',
  'b\r::add-path::x',
  '\u0085::group::x',
  '\u00a0::stop-commands::x',
  '\u2028::warning::x',
  'c ##[add-mask]x',
  '\u001b[2J\u001b]8;;https:x\u0007d',
  'e\u009b31m\u202e\u2066',
  '=f, g%0A`<b>&]]>|@me',
]

const entry = (text: string, day: string): string =>
  `### [${day}] ${text}\n\n**Category:** ${text}\n**Tags:** ${text}, NodeJS\n\n[${text}](./no/such/${encodeURIComponent(text)}.md) ${text}\n\n---\n`

/** A repository whose names and texts are all hostile; the first commit has some of them, the work tree all. */
const hostileRepo = sharedBy(makeHostile)
const hostileCopy = copiesOf(hostileRepo)

function makeHostile(): TempRepo {
  const repo = tempRepo()
  for (const [i, name] of NAMES.entries()) {
    const folder = `user/memory/workspaces/${name}`
    const text = name.replaceAll('\n', ' ')
    repo.write(
      `${folder}/decisions.md`,
      `# ${text}\n\n${entry(text, '2026-01-01')}\n${entry(text, '2026-13-01')}`,
    )
    repo.write(`${folder}/_index.yaml`, `workspace: ${JSON.stringify(name)}\n${name}: [\n`)
    repo.write(
      `resources/workspaces/${name}/${name}/_plans/260101-${name}.md`,
      `---\nstatus: ${text}\n---\n${text}\n`,
    )
    if (i === 4) repo.commit('some')
  }
  return repo
}

type Said = { readonly out: string; readonly err: string }

/** What the built command prints, as a runner takes it: both streams. */
function run(repo: TempRepo, args: readonly string[], env: NodeJS.ProcessEnv = {}): Said {
  const options = { cwd: repo.dir, encoding: 'utf8', env: { ...plainEnvironment(), ...env } } as const
  const { stdout, stderr } = spawnSync(process.execPath, [resolve('dist/memkeep.cjs'), ...args], options)
  return { out: stdout, err: stderr }
}

describe.skipIf(process.platform === 'win32')('in a repository of hostile names and texts', () => {
  test('no format of a check says what it should not', async () => {
    const repo = await hostileCopy()
    repo.git('add', '--all')
    for (const [formats, format] of REPORT_FORMATS.entries()) {
      const forms = [[], ['--base', 'HEAD'], ['--rev', 'HEAD'], ['--staged', '.']]
      for (const [i, more] of forms.entries()) {
        if (!LONG && i > 0 && i % 3 !== formats % 3) continue
        const args = ['check', '--format', format, ...more]
        // The bundle says what the sources say: it is asked once for every fourth format.
        const { out, err } =
          (i === 0 && formats % 4 === 0) || LONG ? run(repo, args) : await memkeep(repo.dir, args)
        expectHarmless(err)
        if (format === 'github') expectNothingRaw(out)
        else expectHarmless(out)
        const meant = format === 'github' ? ['error', 'warning', 'notice'] : []
        expect(obeyedCommands(out).filter((one) => !meant.includes(one))).toEqual([])
        expect(out.length, `${format} ${more.join(' ')}`).toBeGreaterThan(1_000)
      }
    }
  })

  test.each(MEMORY_FORMATS)('nor does a report as %s', async (format) => {
    const { out, err } = await memkeep((await hostileCopy()).dir, ['report', '--format', format])
    expectHarmless(err)
    expectHarmless(out)
    expect(out.length).toBeGreaterThan(1_000)
  })

  test('nor does a coloured one', async () => {
    const { out, err } = run(await hostileRepo(), ['check'], { FORCE_COLOR: '1' })
    expect(out).toContain('\u001b[31m')
    expectHarmlessPainted(out)
    expectHarmless(err)
  })

  const log = `user/memory/workspaces/${NAMES[0]}/decisions.md`
  test.each([
    'hook pre-commit',
    'index --check',
    'index --check --format json',
    'index',
    'migrate --list',
    'migrate --dry-run',
    'migrate --dry-run --format json --include entry-format',
    'migrate',
    'archive LOG --keep 0 --dry-run',
    'archive LOG --keep 0',
    'doctor',
    'init --dry-run',
    'init --yes',
    'uninstall',
    'check --fix',
    'verify-merge',
    'explain',
  ])('nor does memkeep %s', async (line) => {
    const repo = await hostileCopy()
    const args = line.split(' ').map((word) => (word === 'LOG' ? log : word))
    if (args[0] === 'hook') repo.git('add', '--all')
    const { out, err } = await memkeep(repo.dir, args)
    expect(`${out}${err}`).not.toBe('')
    expectHarmless(out)
    expectHarmless(err)
  })

  // The names of tests are printed as well.
  test.each(
    rowsOf(
      NAMES.map((name, i) => [i, name] as const),
      2,
    ),
  )('nor does name %i as an argument', async (i, name) => {
    const repo = await hostileCopy()
    const all = [
      [name],
      ['check', name],
      ['check', '--rev', name],
      ['check', '--base', name],
      ['check', '--config', name],
      ['check', '--cwd', name],
      ['check', '--format', name],
      ['check', `--${name}`],
      ['check', '--output', `${name}/${name}`],
      ['explain', name],
      ['migrate', name],
      ['migrate', '--only', name],
      ['archive', name, '--keep', '1'],
      ['verify-merge', name],
      ['hook', name],
    ]
    // Each with every name in the long run, else with every third.
    for (const args of all.filter((_, k) => LONG || (i + k) % 5 === 0)) {
      const { out, err } = await memkeep(repo.dir, args)
      expectHarmless(out)
      expectHarmless(err)
      expect(err, args.join(' ')).not.toContain('this is a bug')
    }
  })
})
