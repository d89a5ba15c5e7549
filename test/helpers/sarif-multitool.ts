import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PATH = 'test/tools/node_modules/@microsoft/sarif-multitool/bin.js'

/** Microsoft's validator of SARIF weighs 104 MB: only `npm ci --prefix test/tools` brings it. */
export const hasSarifMultitool: boolean = existsSync(PATH)

/** What it prints of these files, with GitHub's rules and those of the format. */
export function validateSarif(paths: readonly string[]): string {
  // It hands its arguments to a shell.
  const kinds = process.platform === 'win32' ? 'Sarif;Ghas' : "'Sarif;Ghas'"
  return execFileSync(process.execPath, [PATH, 'validate', ...paths, '--rule-kind', kinds], {
    encoding: 'utf8',
  })
}
