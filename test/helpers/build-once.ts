import { execFileSync } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LONG } from './runs.ts'

/** Room enough for every repository that is there at a time. */
const ROOM = 2 * 1024 ** 3

/** Builds the bundles before any test, because scenarios and the parse worker run what users run. */
export default function buildOnce(): () => void {
  // Node would read all of it at every start, and tests start Node thousands of times.
  delete process.env.NODE_EXTRA_CA_CERTS
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet'], { stdio: 'inherit' })
  const folder = (LONG ? null : folderInMemory()) ?? folderIn(tmpdir())
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/**
 * A folder for temporary files that no disk is waited for, where there is one that programs can be run in; the long run
 * goes without it. What is on disk after a crash of the machine is not what these tests look at.
 */
function folderInMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < ROOM) return null
    accessSync('/dev/shm', constants.W_OK)
  } catch {
    return null
  }
  const folder = folderIn('/dev/shm')
  try {
    const script = join(folder, 'try')
    writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 })
    execFileSync(script)
    return folder
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
}

function folderIn(parent: string): string {
  const folder = mkdtempSync(join(parent, 'memkeep-tests-'))
  // As of every folder for temporary files: some tests become another user.
  chmodSync(folder, 0o1777)
  return folder
}
