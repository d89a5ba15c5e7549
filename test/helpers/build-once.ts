import { execFileSync } from 'node:child_process'

/** Builds the bundles before any test, because scenarios and the parse worker run what users run. */
export default function buildOnce(): void {
  // Node would read all of it at every start, and tests start Node thousands of times.
  delete process.env.NODE_EXTRA_CA_CERTS
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet'], { stdio: 'inherit' })
}
