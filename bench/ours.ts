import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { measure } from './measure.ts'
import type { Row } from './rounds.ts'

/** The row that peers are compared with. */
export const COLD = 'memkeep check --no-cache'

const PRIME_MS = 300_000

/**
 * Our check of a corpus in the states that matter: nothing known and nothing kept, nothing known and the facts
 * kept, all known, and all known but for one plan. `bin` is the command's file.
 */
export function ours(bin: string, corpus: string): Row[] {
  const check = (label: string, ...flags: string[]) => {
    const args = [resolve(bin), 'check', ...flags]
    return { label, file: process.execPath, args, cwd: corpus }
  }
  const warm = check('memkeep check, warm')
  const cache = cacheFolder(corpus)
  const prime = async (): Promise<void> => {
    await measure(warm, PRIME_MS)
  }
  return [
    check(COLD, '--no-cache'),
    {
      ...check('memkeep check, empty cache'),
      before: () => rmSync(cache, { recursive: true, force: true }),
    },
    { ...warm, before: prime },
    { ...check('memkeep check, one plan changed'), ...onePlanChanged(corpus, prime) },
  ]
}

/** What a check of the corpus says, for people to see that it did its work. Throws when it cannot be run. */
export function verdict(bin: string, corpus: string): string {
  const args = [resolve(bin), 'check', '--no-cache', '--format', 'json', '--max-warnings', '1000000']
  const text = outputOf(process.execPath, args, corpus)
  const { summary } = JSON.parse(text) as { summary: { [name: string]: number } }
  return ['documents', 'items', 'errors', 'warnings', 'infos']
    .map((name) => `${summary[name]} ${name}`)
    .join(', ')
}

function onePlanChanged(corpus: string, prime: () => Promise<void>): Pick<Row, 'before' | 'after'> {
  const listed = outputOf('git', ['ls-files', '--', '*/_plans/*.md'], corpus)
  const plan = listed.split('\n')[0]
  if (!plan) throw new Error(`Unexpected corpus ${corpus} without plans, expected at least one`)
  let count = 0
  return {
    before: async () => {
      await prime()
      count += 1
      appendFileSync(join(corpus, plan), `\nSeen ${count} times.\n`)
    },
    after: () => {
      outputOf('git', ['checkout', '--quiet', '--', plan], corpus)
    },
  }
}

function cacheFolder(corpus: string): string {
  return resolve(corpus, outputOf('git', ['rev-parse', '--git-path', 'memkeep'], corpus).trim())
}

/** Standard output of a program, whatever exit code it gives; throws when it printed nothing and failed. */
function outputOf(file: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(file, args, {
      cwd,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    if (stdout) return stdout
    throw error
  }
}

/** True when the command has been built. */
export function isBuilt(bin: string): boolean {
  return existsSync(bin)
}
