import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How one call of git goes wrong. The last two do their work, and lie about it. */
const FAILURES = {
  'ends with 1': 'exit 1',
  'ends with 128': 'echo "fatal: broken" >&2; exit 128',
  'ends with 137': 'exit 137',
  'is killed': 'kill -9 $$',
  'talks garbage': '"$real" "$@" >/dev/null; printf "gar\\377bage\\nof any kind\\000"; exit 0',
  'stops in the middle': [
    '"$real" "$@" >"$here.out"',
    'size=$(($(wc -c <"$here.out") / 2))',
    // Between two records it could not be seen that something is missing.
    'while [ -n "$(head -c $size "$here.out" | tail -c 1 | tr -d "[:print:]" | od -An -c)" ]; do size=$((size - 1)); done',
    'head -c $size "$here.out"; exit 0',
  ].join('\n'),
} as const

/** One of the ways. */
export type Failure = keyof typeof FAILURES

/** A folder with a `git` of our own in it, which numbers its calls. */
export type FakeGit = {
  readonly folder: string
  /** Shell lines for a hook: from here on git is the fake one, of the hook's own processes only. */
  readonly hookLines: string
  /** Starts counting anew; the call of this number, from 1, goes wrong. */
  readonly arm: (call: number, failure: Failure) => void
  /** The calls since then, in order, as their arguments without the options before the command. */
  readonly calls: () => string[]
}

/**
 * Makes it. Counting is by files that a shell makes itself only where there are none: of two calls at the same time one
 * wins, and no process is started for each number that is taken.
 */
export function makeFakeGit(folder: string): FakeGit {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  let round = 0
  const arm = (call: number, failure: Failure): void => {
    round += 1
    mkdirSync(join(folder, `round-${round}`))
    writeFileSync(join(bin, 'git'), script({ real, folder: join(folder, `round-${round}`), call, failure }), {
      mode: 0o755,
    })
  }
  return {
    folder,
    hookLines: `PATH='${bin}':"$PATH"\nexport PATH\n`,
    arm,
    calls: () =>
      readdirSync(join(folder, `round-${round}`))
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .sort((a, b) => a - b)
        .map((number) => argumentsIn(join(folder, `round-${round}`, String(number)))),
  }
}

/** Nothing of a call that has only begun: a hook that gives up does not wait for another git that it has just started. */
function argumentsIn(call: string): string {
  const args = `${call}.args`
  return existsSync(args) ? readFileSync(args, 'utf8').trim() : ''
}

type Script = {
  readonly real: string
  readonly folder: string
  readonly call: number
  readonly failure: Failure
}

function script({ real, folder, call, failure }: Script): string {
  return [
    '#!/bin/sh',
    `real='${real}'`,
    'number=1',
    'set -C',
    `until { true >"${folder}/$number"; } 2>/dev/null; do number=$((number + 1)); done`,
    'set +C',
    `here="${folder}/$number"`,
    'echo "$*" >"$here.args"',
    `[ "$number" -eq ${call} ] || exec "$real" "$@"`,
    FAILURES[failure],
    '',
  ].join('\n')
}
