import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Runs the tests of the rules and gives every finding of theirs, in no certain order. Throws where a test fails. */
export function recordedFindings(): readonly Recorded[] {
  const folder = mkdtempSync(join(tmpdir(), 'memkeep-messages-'))
  const log = join(folder, 'findings.jsonl')
  writeFileSync(log, '')
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...TESTS]
  const env = { ...process.env, MEMKEEP_MESSAGES: log, MEMKEEP_TESTS: '', MEMKEEP_LONG: '' }
  const { status } = spawnSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1)
  rmSync(folder, { recursive: true })
  if (status !== 0) throw new Error('the tests of the rules fail')
  return lines.map((line): Recorded => JSON.parse(line, asBytes))
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
