import { execFileSync } from 'node:child_process'

/** Builds the bundles before any test, because scenarios and the parse worker run what users run. */
export default function buildOnce(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet'], { stdio: 'inherit' })
}
