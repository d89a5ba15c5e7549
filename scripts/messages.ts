// Prints every text that people see: each rule as `explain` prints it, with the findings of its tests; each command's help.
// usage: npm run messages [-- FILE]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createColors } from 'picocolors'
import { COMMANDS } from '../src/cli/commands.ts'
import { ruleCatalogue } from '../src/cli/explain.ts'
import { main } from '../src/cli/main.ts'
import { ruleText } from '../src/reporters/rule-text.ts'

/** Tests whose findings are recorded (`test/helpers/record-messages.ts`). */
const TESTS = ['test/rules', 'test/layouts', 'test/project/planted.test.ts']

/** Values of findings that differ between cases without a difference in wording. */
const VALUES = /\d+/g

type Recorded = {
  readonly rule: string
  readonly severity: string
  readonly message: string
  readonly help?: string
}

const found = recordedFindings()
const text = `${[...rules(), ...(await helps())].join('\n\n')}\n`
const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(text)
else writeFileSync(file, text)

/** The findings of the rules' tests, of those with one wording the first. */
function recordedFindings(): readonly Recorded[] {
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-messages-'))
  const log = join(folder, 'findings.jsonl')
  writeFileSync(log, '')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...TESTS]
  const env = { ...process.env, MEMKEEP_MESSAGES: log }
  const { status } = spawnSync(process.execPath, args, { env, stdio: ['ignore', 2, 2] })
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1)
  rmSync(folder, { recursive: true })
  if (status !== 0) throw new Error('the tests of the rules fail')
  const all = lines.map((line): Recorded => JSON.parse(line))
  const wordings = all.map(({ rule, severity, message, help = '' }): [string, Recorded] => [
    `${rule} ${severity} ${message} ${help}`.replace(VALUES, '0'),
    { rule, severity, message, help },
  ])
  return [...new Map(wordings.reverse()).values()].reverse()
}

/** Every rule: its texts, then its findings. */
function rules(): readonly string[] {
  return ruleCatalogue().map((one) => {
    const own = found.filter(({ rule }) => rule === one.rule.id)
    const lines = own.map(({ severity, message, help = '' }) =>
      help === '' ? `${severity}  ${message}` : `${severity}  ${message}\n  → ${help}`,
    )
    const heading = `======== ${one.rule.id}\n${ruleText(one, createColors(false))}`
    return [heading.trimEnd(), 'Findings:', ...lines].join('\n')
  })
}

/** The help of every command, with the flags that all have once. */
async function helps(): Promise<readonly string[]> {
  const calls = [[], ...COMMANDS.map(({ name }) => name.split(' '))]
  const texts: string[] = []
  for (const words of calls) {
    const help = await helpOf([...words, '--help'])
    texts.push(
      `======== memkeep ${words.join(' ')}\n${help.replace(/\nGlobal Options:\n(?: .*\n)*/, '').trimEnd()}`,
    )
  }
  return texts
}

async function helpOf(args: readonly string[]): Promise<string> {
  let out = ''
  const stream = {
    columns: 120,
    write: (part: string) => {
      out += part
    },
  }
  await main(args, {
    stdout: stream,
    stderr: stream,
    stdin: async () => '',
    env: {},
    cwd: '.',
    now: () => new Date(0),
  })
  return out
}
