import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Files, LiteralOptions } from './check-literal.ts'

/** The file in which findings of tests are recorded, a line of JSON each. */
const FILE = process.env.MEMKEEP_MESSAGES

/** Tests whose findings are recorded. */
const TESTS = ['test/rules', 'test/layouts', 'test/project/planted.test.ts']

/** What a rule's test checked: the files, and what it asked for. */
export type Situation = LiteralOptions & { readonly files: Files }

/** A finding of a rule's test, and where it was found. */
export type Recorded = Pick<Diagnostic, 'rule' | 'severity' | 'message' | 'help'> & {
  readonly situation: Situation
}

/** Records findings for those who read or try all messages; does nothing in other runs. */
export function recordMessages(diagnostics: readonly Diagnostic[], situation: Situation): void {
  if (FILE === undefined) return
  for (const { rule, severity, message, help } of diagnostics)
    appendFileSync(FILE, `${JSON.stringify({ rule, severity, message, help, situation }, asText)}\n`)
}

/** The findings of the rules' tests, in no certain order, and the tests that fail: `path: name`. */
type Recording = { readonly findings: readonly Recorded[]; readonly failed: readonly string[] }

/** Runs the tests of the rules, and keeps what they have found, also those that fail. On request dots on stderr show how far it is. */
export function recordFindings({ shows = false } = {}): Recording {
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-messages-'))
  const [log, results] = [join(folder, 'findings.jsonl'), join(folder, 'results.json')]
  writeFileSync(log, '')
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${results}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...TESTS]
  const env = { ...process.env, MEMKEEP_MESSAGES: log, MEMKEEP_TESTS: '', MEMKEEP_LONG: '' }
  const stdio = ['ignore', shows ? 2 : 'ignore', 'inherit'] as const
  const { status } = spawnSync(process.execPath, args, { env, stdio: [...stdio] })
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1)
  const failed = status === 0 ? [] : failedTests(existsSync(results) ? readFileSync(results, 'utf8') : '')
  rmSync(folder, { recursive: true })
  return { findings: lines.map((line): Recorded => JSON.parse(line, asBytes)), failed }
}

/** The same findings. Throws where a test fails. */
export function recordedFindings(): readonly Recorded[] {
  const { findings, failed } = recordFindings()
  if (failed.length > 0) throw new Error(`tests of the rules fail: ${failed.join(', ')}`)
  return findings
}

type Results = {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** The tests that fail, by the results of a run that failed; a file that cannot be loaded has no test that could. */
export function failedTests(text: string): readonly string[] {
  const { testResults }: Results = text === '' ? { testResults: [] } : JSON.parse(text)
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const path = relative(process.cwd(), name)
    const own = assertionResults.filter((one) => one.status === 'failed')
    if (own.length > 0) return own.map(({ fullName }) => `${path}: ${fullName}`)
    return status === 'failed' ? [path] : []
  })
  return failed.length > 0 ? failed : ['the run itself']
}

const BYTES = 'base64:'

function asText(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? `${BYTES}${Buffer.from(value).toString('base64')}` : value
}

function asBytes(_: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith(BYTES)
    ? Buffer.from(value.slice(BYTES.length), 'base64')
    : value
}
