import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkCommit, indexFaults } from './check-commit.ts'
import { type CommitForm, predict, runCommit } from './commit-form.ts'
import type { Ended } from './git.ts'
import { indexAt, MEMORY } from './independent-index.ts'
import { changedPaths, memoryTexts, type Picture, takePicture } from './picture.ts'
import { randomFrom } from './random.ts'
import { openSandbox, type Sandbox, type Variant } from './sandbox.ts'
import { newWorld } from './world.ts'

/** A repository in which one commit is about to happen, again and again from the same state. */
export type PreparedCommit = {
  readonly sandbox: Sandbox
  readonly dispose: () => Promise<void>
  /** Puts everything back, then commits. Gives how that ended, the hook's own exit code, and what is wrong now. */
  readonly attempt: () => Promise<{
    readonly ended: Ended
    /** Null when the hook was not started, or did not end. */
    readonly hookCode: number | null
    readonly faults: readonly string[]
  }>
}

/** What is committed, and how. */
export type Preparation = {
  readonly memkeep: string
  readonly variant: Variant
  readonly form: Pick<CommitForm, 'kind' | 'paths'>
  /** Shell lines of the hook, before it calls the command. */
  readonly hookLines: string
}

/** An entry without faults. */
function sampleEntry(title: string): string {
  return `### [2025-03-04] ${title}\n\n**Category:** tooling\n**Tags:** ci\n\nReason.\n\n---\n\n`
}

/** Two workspaces with staged changes, one of them new, an empty file, and an unstaged line; one earlier commit. */
export async function prepareCommit(preparation: Preparation): Promise<PreparedCommit> {
  const { memkeep, variant, hookLines } = preparation
  const hookText = (code: string): string =>
    `#!/bin/sh\n${hookLines}'${memkeep}' hook pre-commit "$@"\n${code}`
  const sandbox = await openSandbox('#!/bin/sh\n', variant)
  const codeFile = join(sandbox.commonDir, 'hook-code')
  const hook = join(sandbox.commonDir, 'hooks', 'pre-commit')
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(sandbox.dir, path)), { recursive: true })
    writeFileSync(join(sandbox.dir, path), variant.autocrlf ? text.replaceAll('\n', '\r\n') : text)
  }
  writeFileSync(hook, `#!/bin/sh\nexec '${memkeep}' hook pre-commit "$@"\n`)
  const alpha = `${MEMORY}/alpha/decisions.md`
  write(alpha, sampleEntry('One'))
  await sandbox.git(['add', '--all'])
  await sandbox.git(['commit', '--quiet', '--message', 'first'])
  writeFileSync(hook, hookText(`code=$?\necho $code >'${codeFile}'\nexit $code\n`))
  write(alpha, sampleEntry('One') + sampleEntry('Two'))
  write(`${MEMORY}/beta/api/lessons.md`, sampleEntry('Three'))
  write('empty.txt', '')
  await sandbox.git(['add', '--all'])
  write(`${MEMORY}/beta/api/lessons.md`, sampleEntry('Three') + sampleEntry('Four'))
  const pristine = `${sandbox.base}-pristine`
  cpSync(sandbox.base, pristine, { recursive: true, preserveTimestamps: true })
  const dispose = async (): Promise<void> => {
    rmSync(pristine, { recursive: true, force: true })
    await sandbox.dispose()
  }
  const form: CommitForm = { ...preparation.form, amend: false, allowEmpty: false, abort: null, cwd: '' }
  return {
    sandbox,
    dispose,
    attempt: async () => {
      restore(pristine, sandbox.base)
      const before = await takePicture(sandbox)
      const ended = await runCommit(sandbox, form)
      const after = await takePicture(sandbox)
      const hookCode = existsSync(codeFile) ? Number(readFileSync(codeFile, 'utf8')) : null
      const faults =
        ended.code === 0
          ? await committedFaults(sandbox, { form, before, after, ended })
          : await refusedFaults(sandbox, { form, before, after, ended })
      return { ended, hookCode, faults }
    },
  }
}

function restore(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true, maxRetries: 3 })
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
}

type Done = {
  readonly form: CommitForm
  readonly before: Picture
  readonly after: Picture
  readonly ended: Ended
}

async function committedFaults(sandbox: Sandbox, done: Done): Promise<readonly string[]> {
  const world = newWorld(sandbox, randomFrom(0))
  const predicted = predict(done.form, done.before, sandbox)
  return (await checkCommit(world, { ...done, predicted })).faults
}

/**
 * Nothing is changed, but that a memory index on disk may already say what is staged: it is written first, so that
 * a run that is stopped in between leaves nothing that the next run does not know for its own.
 */
async function refusedFaults(sandbox: Sandbox, { form, before, after }: Done): Promise<string[]> {
  const written = changedPaths(before.work, after.work, (a, b) => a.equals(b))
  const others = written.filter((path) => indexAt(path) === null)
  const texts = new Map(await memoryTexts(predict(form, before, sandbox).index, sandbox))
  for (const path of written.filter((one) => indexAt(one) !== null)) {
    texts.set(path, after.work.get(path)?.toString().replaceAll('\r\n', '\n') ?? '')
  }
  const wrong = written.flatMap((path) => {
    const workspace = indexAt(path)
    const fault = workspace === null ? null : indexFaults('on disk', { texts, pre: new Map() }, [workspace])
    return fault ?? []
  })
  return [
    ...changedPaths(before.head, after.head).map((path) => `refused, and ${path} is committed`),
    ...changedPaths(before.index, after.index).map((path) => `refused, and ${path} is staged otherwise`),
    ...others.map((path) => `refused, and ${path} is written`),
    ...wrong,
  ]
}
