import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LONG } from '../runs.ts'
import { tempFolder } from '../temp-repo.ts'

/** A directory as a process leaves it that is killed before a call of the file system. The last one ends by itself. */
type Left<Scene> = {
  readonly scene: Scene
  readonly dir: string
  readonly call: number
  readonly isKilled: boolean
}

/**
 * What a program leaves that is killed at a call of the file system. In the long run a process is killed at every call, each
 * in a scene of its own; else one process takes pictures before some calls (`death.ts`). The program gets the number of the
 * call, or the folder for pictures, as its last argument.
 */
export async function* leftByDeaths<Scene extends { readonly dir: string }>(
  makeScene: () => Scene | Promise<Scene>,
  program: (scene: Scene) => readonly string[],
): AsyncGenerator<Left<Scene>> {
  if (!LONG) {
    yield* pictured(await makeScene(), program)
    return
  }
  for (let call = 1, isKilled = true; isKilled; call += 1) {
    const scene = await makeScene()
    isKilled = run([...program(scene), String(call)]) === 'SIGKILL'
    yield { scene, dir: scene.dir, call, isKilled }
  }
}

function* pictured<Scene extends { readonly dir: string }>(
  scene: Scene,
  program: (scene: Scene) => readonly string[],
): Generator<Left<Scene>> {
  const pictures = tempFolder()
  run([...program(scene), pictures])
  const calls = readdirSync(pictures).map(Number)
  for (const call of calls.sort((a, b) => a - b))
    yield { scene, dir: join(pictures, String(call)), call, isKilled: true }
  yield { scene, dir: scene.dir, call: Math.max(...calls), isKilled: false }
}

/** Runs a program to its end; gives the signal that ended it. */
function run(args: readonly string[]): string | null {
  const { signal, status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (signal === null && status !== 0) throw new Error(`the program ended with ${status}: ${stderr}`)
  return signal
}
