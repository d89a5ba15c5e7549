import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitRow } from './commit-row.ts'
import type { Commits } from './commits.ts'
import { outputOf } from './output-of.ts'
import type { Hook, Tool } from './peers/peer.ts'
import type { Row } from './row.ts'
import type { Setting } from './section.ts'

/** Rows of commits with other tools' hooks, and sentences about those that do not work here. */
export async function rivals(
  commits: Commits,
  { peers, scratch, limitMs }: Setting,
): Promise<{ readonly rows: readonly Row[]; readonly missing: readonly string[] }> {
  const rows: Row[] = []
  const missing: string[] = []
  for (const rival of [...managers(peers.tools), ...stagers(peers.tools, scratch)]) {
    try {
      const row = rivalRow(commits, rival)
      await row.before?.()
      await row.run(limitMs, false)
      rows.push(row)
    } catch (error) {
      missing.push(
        `Not measured: ${rival.label} (${error instanceof Error ? error.message : String(error)}).`,
      )
    }
  }
  return { rows, missing }
}

type Rival = {
  readonly id: string
  readonly label: string
  readonly hook: (repository: string) => Hook
}

function rivalRow(commits: Commits, { id, label, hook }: Rival): Row {
  // The managers write their hooks where git looks for them, and some refuse to when it looks elsewhere.
  outputOf('git', ['config', '--unset-all', 'core.hooksPath'], { cwd: commits.repository })
  mkdirSync(join(commits.repository, '.git/hooks'), { recursive: true })
  const made = hook(commits.repository)
  const way = { arm: () => commits.arm(id, made), env: { ...made.env } }
  return { ...commitRow(commits, { id, label }, way), isPeer: true }
}

function managers(tools: readonly Tool[]): Rival[] {
  return tools.flatMap(({ name, version, hook }) =>
    hook ? [{ id: name, label: `${name} ${version}, running \`true\``, hook }] : [],
  )
}

/** What runs others on staged files: running nothing, and running each linter, with any exit code. */
function stagers(tools: readonly Tool[], scratch: string): Rival[] {
  const linters = [
    { name: 'true', called: '`true`', lint: ['true'] },
    ...tools.flatMap(({ name, version, lint }) =>
      lint ? [{ name, called: `${name} ${version}`, lint }] : [],
    ),
  ]
  return tools.flatMap(({ name, version, staged }) =>
    staged
      ? linters.map((linter) => ({
          id: `${name}-${linter.name}`,
          label: `${name} ${version}, running ${linter.called}`,
          hook: () => stagedHook(staged, linter, scratch),
        }))
      : [],
  )
}

type Linter = { readonly name: string; readonly lint: readonly string[] }

function stagedHook(staged: readonly string[], { name, lint }: Linter, scratch: string): Hook {
  const script = join(scratch, `lint-${name}`)
  writeFileSync(script, `#!/bin/sh\n${quoted(lint)} "$@" >/dev/null 2>&1 || true\n`)
  chmodSync(script, 0o755)
  const config = join(scratch, `lint-staged-${name}.json`)
  writeFileSync(config, JSON.stringify({ '*.md': script }))
  return { text: `#!/bin/sh\nexec ${quoted([...staged, '--quiet', '--config', config])}\n` }
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
}
