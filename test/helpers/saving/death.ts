import { cpSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { FsPort } from '../../../src/fs/atomic-write.ts'

type Call = keyof FsPort

/** Which calls a picture is taken before: by the number of a call, and the call before it. */
type Choice = (call: number, before: Call | null) => boolean

/**
 * What a process does before each call of the file system. With a number it kills itself before that call; with a folder it
 * copies its directory into it before each chosen call, by the number of the call: a death there leaves exactly that.
 */
export function deathOf(cwd: string, asked: string, isChosen: Choice): (name: Call) => void {
  let calls = 0
  let before: Call | null = null
  return (name) => {
    calls += 1
    if (String(calls) === asked) process.kill(process.pid, 'SIGKILL')
    if (isAbsolute(asked) && isChosen(calls, before)) takePicture(cwd, join(asked, String(calls)))
    before = name
  }
}

function takePicture(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
}
