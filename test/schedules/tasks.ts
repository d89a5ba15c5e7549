import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { preCommit } from '../../src/commit/pre-commit.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { Layout } from '../../src/core/layout.ts'
import type { Operation } from '../../src/core/operation.ts'
import { runCheck } from '../../src/engine/check.ts'
import { NODE_FS, replaceFile, temporaryMaker } from '../../src/fs/atomic-write.ts'
import { takeLock } from '../../src/fs/lock.ts'
import { agentMemory } from '../../src/layouts/agent-memory/layout.ts'
import { addRecord } from '../../src/layouts/agent-memory/operations/add-record.ts'
import { promoteRecord } from '../../src/layouts/agent-memory/operations/promote-record.ts'
import { updateRecord } from '../../src/layouts/agent-memory/operations/update-record.ts'
import { cowork } from '../../src/layouts/cowork/layout.ts'
import { endSession } from '../../src/layouts/cowork/operations/end-session.ts'
import { promoteToProjectMemory } from '../../src/layouts/cowork/operations/promote-to-project-memory.ts'
import { saveSessionMemory } from '../../src/layouts/cowork/operations/save-session-memory.ts'
import { startSession } from '../../src/layouts/cowork/operations/start-session.ts'
import { workingMemory } from '../../src/layouts/working-memory/layout.ts'
import { applyTaskUpdate } from '../../src/layouts/working-memory/operations/apply-task-update.ts'
import { finishTask } from '../../src/layouts/working-memory/operations/finish-task.ts'
import { startTask } from '../../src/layouts/working-memory/operations/start-task.ts'
import { workspace } from '../../src/layouts/workspace/layout.ts'
import { saveMemory } from '../../src/layouts/workspace/operations/save-memory.ts'
import { runArchive } from '../../src/maintain/archive.ts'
import { runIndex } from '../../src/maintain/rebuild-index.ts'
import { runMergeDriver } from '../../src/merge/merge-driver.ts'
import { runRevert } from '../../src/migrate/last-run.ts'
import { runMigrate } from '../../src/migrate/migrate.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { runUninstall } from '../../src/setup/uninstall.ts'
import { TINY } from '../helpers/tiny-migrations.ts'
import { runGit } from './gated-spawn.ts'

const TODAY = '2026-06-01'
const NOW = '2026-06-01T10:00:00.000Z'
const common = { cache: false, today: TODAY } as const

type Answer = { readonly done: true } | { readonly refused: string }
type Run = (root: string, ...args: string[]) => Promise<unknown>

async function ask(cwd: string, layout: Layout, operation: Operation, args: JsonObject): Promise<Answer> {
  const mint = (n: number): string =>
    `00000000-0000-4000-8000-${process.pid}${String(n + 1).padStart(5, '0')}`
  const result = await runOperation({ operation, layout }, args, { cwd, ...common, clock: () => NOW, mint })
  return 'refusal' in result ? { refused: `${result.refusal} ${result.help}` } : { done: true }
}

const done = (refused: readonly { readonly reason: string }[] = []): Answer =>
  refused[0] ? { refused: refused[0].reason } : { done: true }

/** A refusal by `UserError` is an answer. */
const answering =
  (run: Run): Run =>
  async (root, ...args) => {
    try {
      return await run(root, ...args)
    } catch (error) {
      if (error instanceof Error && error.name === 'UserError') return { refused: error.message }
      throw error
    }
  }

const git = (cwd: string, ...args: string[]): Answer => {
  const { code, stderr } = runGit(['git', ...args], { cwd, env: process.env })
  return code === 0 ? { done: true } : { refused: String(stderr) }
}

const save: Run = (root, name = '') =>
  ask(root, workspace, saveMemory, {
    scope: { workspace: 'devtools' },
    type: 'lesson',
    title: `Lesson ${name}`,
    content: `${WORDS[name] ?? name} keeps its own counsel about ${name}, and what it says holds in every later case.`,
    tags: ['node'],
  })
/** Texts that are no duplicates of each other. */
const WORDS: { readonly [name: string]: string } = {
  alpha: 'Retrying a webhook',
  beta: 'Caching of prices',
  next: 'Rotating the keys',
  base: 'Sharding the queue',
}

/** The one that was added before the actors began. */
const RECORD = '00000000-0000-4000-8000-400000800001'

const TASKS: { readonly [name: string]: Run } = {
  save,
  archive: async (root, file = '') =>
    done(
      (
        await runArchive({
          cwd: root,
          file,
          choice: { keep: 1 },
          dryRun: false,
          from: root,
          ...common,
        } as never)
      ).refused,
    ),
  'archive and save': async (root, file = '', name = '') => {
    const archived = await TASKS.archive?.(root, file)
    return archived && typeof archived === 'object' && 'refused' in archived ? archived : save(root, name)
  },
  'add record': (root) =>
    ask(root, agentMemory, addRecord, { kind: 'fact', summary: 'Prices', content: 'In cents.' }),
  'update record': (root, field = '', value = '') =>
    ask(root, agentMemory, updateRecord, { id: RECORD, [field]: value }),
  'promote and update record': async (root, field = '', value = '') => {
    const promoted = await ask(root, agentMemory, promoteRecord, { id: RECORD, fromScope: 'working' })
    return 'refused' in promoted
      ? promoted
      : ask(root, agentMemory, updateRecord, { id: RECORD, [field]: value })
  },
  'start session': (root) => ask(root, cowork, startSession, { session: 'iter-1' }),
  'save session': (root, content = '') =>
    ask(root, cowork, saveSessionMemory, { memory_type: 'insight', content }),
  promote: async (root, content = '') => {
    const path = join(root, '.cowork/memory/iterations/iter-1.json')
    const { insights } = JSON.parse(readFileSync(path, 'utf8')) as {
      insights: { id: string; content: string }[]
    }
    const id = insights.find((one) => one.content === content)?.id ?? ''
    return ask(root, cowork, promoteToProjectMemory, {
      memory_id: id,
      reason: 'It held.',
      title: `Promoted ${content}`,
    })
  },
  'end session': (root) => ask(root, cowork, endSession, {}),
  'start task': (root) =>
    ask(root, workingMemory, startTask, { task: 'retries', description: 'Find the lost retries.' }),
  finish: (root, because = '') => ask(root, workingMemory, finishTask, { task: 'retries', because }),
  apply: (root, what = '') =>
    ask(root, workingMemory, applyTaskUpdate, {
      task: 'retries',
      update: `KEY_LEARNINGS:\n  ADD:\n    - because it was seen: ${what}\n`,
    }),
  index: async (root) => done((await runIndex({ cwd: root, ...common })).refused),
  'under lock': async (root, line = '') => {
    const lock = await takeLock(join(root, 'the.lock'))
    const log = join(root, 'log.txt')
    const before = NODE_FS.readFileSync(log, 'utf8')
    const refused = replaceFile(
      log,
      { bytes: Buffer.from(`${before}${line}\n`), mode: null },
      { confirm: () => (lock.isOurs() ? null : 'the lock is gone') },
    )
    lock.release()
    return refused === null ? { done: true } : { refused }
  },
  commit: async (root) => {
    process.env.GIT_INDEX_FILE = join(root, '.git/index')
    process.env.GIT_DIR = join(root, '.git')
    try {
      const { code } = (await preCommit({
        cwd: root,
        args: [],
        stdin: async () => '',
        skip: [],
        ...common,
      })) as { code?: number }
      if (code) return { refused: `exit ${code}` }
    } finally {
      delete process.env.GIT_INDEX_FILE
      delete process.env.GIT_DIR
    }
    return git(root, 'commit', '--quiet', '--no-verify', '--allow-empty', '-m', 'Save')
  },
  'leave lock': async (root) => {
    await takeLock(join(root, 'the.lock'))
    return { done: true }
  },
  'commit all': async (root) => {
    for (const args of [
      ['init', '--quiet', '--template='],
      ['add', '-A'],
      ['commit', '--quiet', '-m', 'Begin'],
    ])
      git(root, ...args)
  },
  add: async (root) => git(root, 'add', '-A'),
  edit: async (root, path = '', from = '', to = '') => {
    const at = join(root, path)
    const text = NODE_FS.readFileSync(at, 'utf8')
    if (!text.includes(from)) return { refused: 'there is no such text' }
    replaceFile(at, { bytes: Buffer.from(text.replace(from, to)), mode: null })
    return { done: true }
  },
  migrate: async (root) => done((await migrate(root, true)).refused),
  'migrate and revert': async (root) => {
    const written = await migrate(root, true)
    if (written.refused[0]) return { refused: written.refused[0].reason }
    return done((await runRevert({ cwd: root })).refused)
  },
  uninstall: async (root) => {
    await runUninstall({ cwd: root, from: root, dryRun: false })
    return { done: true }
  },
  merge: async (root) => {
    const side = (name: string): string => `merge/${name}.md`
    const { code } = await runMergeDriver({
      cwd: root,
      files: { base: side('base'), ours: side('ours'), theirs: side('theirs') },
      path: 'user/memory/workspaces/devtools/lessons.md',
      markSize: 7,
      env: {},
    })
    return code === 0 ? { done: true } : { refused: 'conflict' }
  },
}

function migrate(cwd: string, write: boolean) {
  return runMigrate({
    cwd,
    ids: [],
    include: [],
    only: [],
    choices: [],
    allowDirty: true,
    write,
    migrations: TINY,
    ...common,
  })
}

async function problems(cwd: string): Promise<readonly string[]> {
  try {
    const { report } = await runCheck({
      cwd,
      source: { kind: 'work-tree' },
      paths: [],
      fix: false,
      skip: [],
      ...common,
    })
    const wrong = report.diagnostics.filter(({ severity }) => severity === 'error')
    return wrong.map(({ path, rule, message }) => `${path} ${rule}: ${message}`)
  } catch (error) {
    return error instanceof Error && /no memory|nothing to check/i.test(error.message) ? [] : [String(error)]
  }
}

/** The next command, and what was there before it and is there after it. */
const recover: Run = async (root, name = '', ...args) => {
  const before = await problems(root)
  const answer = await tasks[name]?.(root, ...args)
  return {
    torn: before.filter((one) => !one.includes(' derived-fresh:')),
    answer,
    wrong: await problems(root),
    files: textsIn(root),
  }
}

function textsIn(root: string, folder = ''): { [path: string]: string } {
  const texts: { [path: string]: string } = {}
  for (const name of readdirSync(join(root, folder))) {
    // What a killed writer left unfinished is no file of memory, for memkeep either.
    if (temporaryMaker(name) !== null) continue
    const path = folder === '' ? name : `${folder}/${name}`
    if (statSync(join(root, path)).isDirectory())
      Object.assign(texts, path === '.git' ? {} : textsIn(root, path))
    else if (existsSync(join(root, path))) texts[path] = readFileSync(join(root, path), 'utf8')
  }
  return texts
}

export const tasks: { readonly [name: string]: Run } = Object.fromEntries(
  Object.entries({ ...TASKS, recover }).map(([name, run]) => [name, answering(run)]),
)
