// Prints every text that people see: each rule as `explain` prints it, with the findings of its tests; each command's help.
// Where a test fails it prints what it has nevertheless, says which tests they are, and ends with 1.
// usage: npm run messages [-- FILE]
import { writeFileSync } from 'node:fs'
import { createColors } from 'picocolors'
import { COMMANDS } from '../src/cli/commands.ts'
import { ruleCatalogue } from '../src/cli/explain.ts'
import { main } from '../src/cli/main.ts'
import { ruleText } from '../src/reporters/rule-text.ts'
import { type Recorded, recordFindings } from '../test/helpers/record-messages.ts'

/** Values of findings that differ between cases without a difference in wording. */
const VALUES = /\d+/g

const { findings, failed } = recordFindings({ shows: true })
const found = oneOfEach(findings)
const text = `${[...rules(), ...(await helps())].join('\n\n')}\n`
const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(text)
else writeFileSync(file, text)
if (failed.length > 0) {
  process.stderr.write(
    `Findings are missing: these tests fail.\n${failed.map((one) => `- ${one}\n`).join('')}`,
  )
  process.exitCode = 1
}

/** Of the findings with one wording the first. */
function oneOfEach(all: readonly Recorded[]): readonly Recorded[] {
  const wordings = all.map((one): [string, Recorded] => [
    `${one.rule} ${one.severity} ${one.message} ${one.help ?? ''}`.replace(VALUES, '0'),
    one,
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
