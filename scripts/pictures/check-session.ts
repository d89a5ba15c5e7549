import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inScratch } from './scratch.ts'
import { terminalSvg } from './terminal-svg.ts'

const LOST = '## 2025-01-20: A queue in Postgres\n\n**Why:** nothing else has to run.\n\n'

/** What a check of an everyday repository prints, and how a commit that loses a decision is refused, as a picture. */
export function checkSession(): string {
  const output = inScratch('everyday', ({ dir, memkeep, git }) => {
    const checked = memkeep(0, 'check', '--no-cache')
    memkeep(0, 'init', '--yes')
    git(0, 'add', '--all')
    git(0, 'commit', '--quiet', '--message=Set memkeep up')
    loseDecision(join(dir, 'DECISIONS.md'))
    const refused = git(1, 'commit', '--all', '--message=Tidy the decisions')
    return [
      prompt('npx memkeep check'),
      checked.trimEnd(),
      '',
      comment('later: an agent rewrote DECISIONS.md, and one decision is gone'),
      prompt("git commit -am 'Tidy the decisions'"),
      refused.trimEnd(),
    ].join('\n')
  })
  return terminalSvg(
    withoutSeconds(output),
    'memkeep reports three faults, and refuses a commit that loses a decision',
  )
}

function loseDecision(path: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(LOST)) throw new Error('examples/everyday/DECISIONS.md has another first decision')
  writeFileSync(path, text.replace(LOST, ''))
}

/** The one part of the output that differs from run to run. */
function withoutSeconds(output: string): string {
  return output.replaceAll(/ \(\d+\.\d+ s(?:, [^)]*)?\)/g, '')
}

function prompt(command: string): string {
  return `\u001b[32m$\u001b[39m \u001b[1m${command}\u001b[22m`
}

function comment(text: string): string {
  return `\u001b[2m# ${text}\u001b[22m`
}
