import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hookFailure } from '../../src/cache/agent-hooks.ts'
import { agentHook } from '../../src/cli/agent-hook.ts'
import type { Io } from '../../src/cli/command.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { Operation, OperationAnswer } from '../../src/core/operation.ts'
import { takeLock } from '../../src/fs/lock.ts'
import { lockFile } from '../../src/fs/lock-file.ts'
import { allOperations } from '../../src/operations/registry.ts'
import { sampleSecrets } from '../helpers/sample-secrets.ts'
import { appendLine, lineLog } from '../helpers/saving/line-log.ts'
import { memkeep, plainEnvironment } from '../helpers/setup.ts'
import { repoAt, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

/** Replacements of the operations of working memory: what hooks know of those are names, arguments and answers. */
function operations(
  tasks: readonly string[],
  answer: (args: JsonObject) => OperationAnswer,
  { unread = [], shown = {} }: { readonly unread?: readonly string[]; readonly shown?: JsonObject } = {},
) {
  const calls: { readonly name: string; readonly args: JsonObject }[] = []
  const named = (name: string, plan: (args: JsonObject) => OperationAnswer): Operation => ({
    ...appendLine,
    name,
    input: { type: 'object' },
    readOnly: true,
    wants: () => [],
    plan: ({ args }) => {
      calls.push({ name, args })
      return plan(args)
    },
  })
  const all = [
    named('working_memory_list', () => ({
      text: '',
      data: { items: tasks.map((task) => ({ task })), diagnostics: { files: unread } },
    })),
    named('working_memory_show', ({ task }) => ({ text: `progress of ${task}\n`, data: shown })),
    named('working_memory_update', answer),
  ]
  const updates = (): readonly JsonObject[] =>
    calls.filter(({ name }) => name === 'working_memory_update').map(({ args }) => args)
  const find = (name: string) => {
    const operation = all.find((one) => one.name === name)
    return operation && { operation, layout: lineLog }
  }
  return { find, updates, calls }
}

const done = (): OperationAnswer => ({ text: 'done', data: {} })

type Session = {
  readonly dir: string
  /** Calls the hook at a minute of the hour, with a transcript of so many messages. */
  readonly call: (moment: string, minute?: number, said?: string, env?: object) => Promise<string>
  readonly failure: (task?: string) => string | null
}

function session(find: ReturnType<typeof operations>['find'], agent = 'claude'): Session {
  const { dir } = tempRepo()
  const transcript = join(tempFolder(), 't.jsonl')
  return {
    dir,
    call: async (moment, minute = 0, said = 'Go on.', env = {}) => {
      writeFileSync(transcript, `${JSON.stringify({ role: 'user', content: said })}\n`)
      let printed = ''
      const io: Io = {
        stdout: { write: (text) => (printed += text) },
        stderr: { write: (text) => (printed += `stderr: ${text}`) },
        stdin: async () => JSON.stringify({ transcript_path: transcript, hook_event_name: 'x' }),
        env: { ...env },
        cwd: dir,
        now: () => new Date(`2026-06-01T10:${String(minute).padStart(2, '0')}:00Z`),
      }
      expect(await agentHook([agent, moment], { color: false, cache: false }, io, find)).toBe(0)
      return printed
    },
    failure: (task = 'one') => hookFailure(join(dir, '.git'), task),
  }
}

describe('an update by a hook', () => {
  test('gets the open task and what was said, and prints nothing', async () => {
    const { find, updates } = operations(['one'], done)
    const { call, failure } = session(find)
    expect(await call('turn-end')).toBe('')
    expect(updates()).toEqual([{ task: 'one', context: 'user: Go on.' }])
    expect(failure()).toBeNull()
  })

  test('comes ten minutes after the last one, before a compaction always', async () => {
    const { find, updates } = operations(['one'], done)
    const { call } = session(find)
    await call('turn-end', 0, 'a')
    await call('turn-end', 9, 'b')
    expect(updates()).toHaveLength(1)
    await call('before-compaction', 9, 'b')
    expect(updates()).toHaveLength(2)
    await call('turn-end', 18, 'c')
    expect(updates()).toHaveLength(2)
    await call('turn-end', 19, 'c')
    expect(updates()).toHaveLength(3)
  })

  test('of an agent that calls before every request comes ten minutes after the last one', async () => {
    const { find, updates } = operations(['one'], done)
    const { call } = session(find, 'gemini')
    for (const minute of [0, 1, 2, 9]) await call('before-compaction', minute, `step ${minute}`)
    await call('turn-end', 9, 'all')
    expect(updates()).toHaveLength(1)
    await call('before-compaction', 10, 'more')
    expect(updates()).toHaveLength(2)
  })

  test('stops at the budget of calls of a session in the file of models, and says so', async () => {
    const { dir } = tempRepo()
    const config = tempFolder()
    const env = { ...plainEnvironment(), XDG_CONFIG_HOME: config }
    mkdirSync(join(config, 'memkeep'))
    const answer = (text: string) =>
      JSON.stringify({ progress: [text], learnings: ['no change'], verbatim: ['no change'] })
    writeFileSync(join(config, 'memkeep/tape.json'), answer('CURRENT_PROGRESS:\n  In Progress:\n    - a\n'))
    writeFileSync(
      join(config, 'memkeep/models.yaml'),
      'models:\n  tape: { provider: recorded, file: tape.json }\nlimits: { callsPerSession: 5 }\n',
    )
    expect((await memkeep(dir, ['working', 'start', 'one', '--description', 'd'], env)).code).toBe(0)
    const inRegistry = (name: string) => allOperations().find(({ operation }) => operation.name === name)
    const call = async (id: string, minute: number): Promise<string | null> => {
      const io: Io = {
        stdout: { write: () => true },
        stderr: { write: () => true },
        stdin: async () => JSON.stringify({ session_id: id, prompt: `${id} ${minute}` }),
        env,
        cwd: dir,
        now: () => new Date(Date.UTC(2026, 5, 1, 10, minute)),
      }
      await agentHook(['claude', 'turn-end'], { color: false, cache: false }, io, inRegistry)
      return hookFailure(join(dir, '.git'), 'one')
    }
    expect(await call('first', 0)).toBeNull()
    expect(await call('first', 20)).toContain(
      'the limit of 5 calls of models in a session is reached: 3 were made, and this needs 3.',
    )
    expect(await call('first', 40)).toContain('`limits: callsPerSession`')
    expect(await call('second', 60)).toBeNull()
  })

  test('of unchanged input is not made, also before a compaction', async () => {
    const { find, updates } = operations(['one'], done)
    const { call } = session(find)
    await call('turn-end', 0, 'a')
    await call('before-compaction', 30, 'a')
    await call('turn-end', 50, 'a')
    expect(updates()).toHaveLength(1)
  })

  test('that fails is made again with the same input, and its reason is kept until one succeeds', async () => {
    let answers: OperationAnswer = { refusal: 'no models are set up', help: 'Name one.' }
    const { find, updates } = operations(['one'], () => answers)
    const { call, failure } = session(find)
    expect(await call('turn-end', 0, 'a')).toBe('')
    expect(failure()).toBe('2026-06-01T10:00:00.000Z: no models are set up. Name one.')
    expect(JSON.parse(await call('session-start', 1)).hookSpecificOutput.additionalContext).toContain(
      'The last update of it by a hook failed. 2026-06-01T10:00:00.000Z: no models are set up',
    )
    answers = { text: 'done', data: {} }
    await call('turn-end', 5, 'a')
    expect(updates()).toHaveLength(1)
    await call('turn-end', 10, 'a')
    expect(updates()).toHaveLength(2)
    expect(failure()).toBeNull()
  })

  test('keeps no secret in the reason of a failure', async () => {
    const secret = sampleSecrets(7)[0]?.secret ?? ''
    const { find } = operations(['one'], () => ({ refusal: `The token is ${secret}.`, help: '' }))
    const { call, failure } = session(find)
    await call('turn-end')
    expect(failure()).toContain('The token is')
    expect(failure()).not.toContain(secret)
  })

  test('that began a moment later elsewhere counts as well', async () => {
    const { find, updates } = operations(['one'], done)
    const { call } = session(find)
    await call('turn-end', 5, 'a')
    await call('turn-end', 4, 'b')
    expect(updates()).toHaveLength(1)
  })

  test('that did a part says what failed', async () => {
    const { find } = operations(['one'], () => ({
      text: '',
      data: {
        sections: { progress: 'failed', learnings: 'applied', verbatim: 'refused' },
        refused: [{ section: 'verbatim', id: 'V7', message: 'The state has no id V7', help: 'Correct it.' }],
        notes: ['progress: the model gave no answer, timeout: no answer in 60 s.', 'learnings: Well done.'],
      },
      partly: true,
    }))
    const { call, failure } = session(find)
    await call('turn-end')
    expect(failure()).toBe(
      '2026-06-01T10:00:00.000Z: only a part of it was applied: verbatim V7: The state has no id V7. Correct it. progress: the model gave no answer, timeout: no answer in 60 s.',
    )
  })

  test('that did nothing says so', async () => {
    const { find } = operations(['one'], () => ({
      text: '',
      data: { sections: { progress: 'refused' }, refused: [{ section: null, message: 'No', help: 'Yes.' }] },
      partly: true,
    }))
    const { call, failure } = session(find)
    await call('turn-end')
    expect(failure()).toContain('nothing of it was applied: No. Yes.')
  })

  test('is one at a time: a second call does not wait', async () => {
    const { find, updates } = operations(['one'], done)
    const { call, dir, failure } = session(find)
    const lock = await takeLock(lockFile({ root: dir, gitDir: join(dir, '.git') }, 'agent-hook one'))
    const began = performance.now()
    await call('before-compaction')
    expect(performance.now() - began).toBeLessThan(2000)
    expect(updates()).toEqual([])
    lock.release()
    await call('before-compaction')
    expect(updates()).toHaveLength(1)
    expect(failure()).toBeNull()
    expect(readdirSync(join(dir, '.git/memkeep/locks'))).toEqual([])
  })

  test('is made once by calls that come at the same time', async () => {
    const { find, updates } = operations(['one'], done)
    const { call } = session(find)
    await Promise.all(Array.from({ length: 8 }, () => call('before-compaction')))
    expect(updates()).toHaveLength(1)
  })

  test('needs one task: of several it asks for MEMKEEP_TASK', async () => {
    const { find, updates } = operations(['one', 'two'], done)
    const { call, failure } = session(find)
    await call('turn-end')
    expect(updates()).toEqual([])
    expect(failure('')).toContain('several tasks are open (one, two): MEMKEEP_TASK says which one')
    await call('turn-end', 0, 'a', { MEMKEEP_TASK: 'two' })
    expect(updates()).toMatchObject([{ task: 'two' }])
  })

  test('goes to no other task than the one that MEMKEEP_TASK names', async () => {
    const { find, updates } = operations(['one'], done)
    const { call, failure } = session(find)
    await call('turn-end', 0, 'a', { MEMKEEP_TASK: 'ended' })
    expect(updates()).toEqual([])
    expect(failure('')).toContain('MEMKEEP_TASK names ended, which is no open task (open: one)')
  })

  test('goes to no other task where the state of one cannot be read', async () => {
    const { find, updates } = operations(['one'], done, { unread: ['.working-memory/two/state.yaml'] })
    const { call, failure } = session(find)
    await call('turn-end')
    expect(updates()).toEqual([])
    expect(failure('')).toContain('several tasks are open (one, two)')
  })

  test('without a task, or turned off, is none', async () => {
    for (const [tasks, env] of [
      [[], {}],
      [['one'], { MEMKEEP: '0' }],
    ] as const) {
      const { find, updates } = operations(tasks, done)
      const { call, dir } = session(find)
      expect(await call('turn-end', 0, 'a', env)).toBe('')
      expect(updates()).toEqual([])
      expect(existsSync(join(dir, '.git/memkeep'))).toBe(false)
    }
  })

  test('leaves the work tree alone', async () => {
    const { find } = operations(['one'], () => ({ refusal: 'no', help: '' }))
    const { call, dir } = session(find)
    await call('turn-end')
    expect(readdirSync(dir)).toEqual(['.git'])
  })
})

describe('a session that starts', () => {
  test.each([
    [
      'claude',
      (text: unknown) => ({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } }),
    ],
    ['cursor', (text: unknown) => ({ additional_context: text })],
  ] as const)('of %s gets the memory of the open task', async (agent, form) => {
    const { find, calls } = operations(['one'], done)
    const { call } = session(find, agent)
    expect(JSON.parse(await call('session-start'))).toEqual(form('progress of one\n'))
    expect(calls.at(-1)).toEqual({ name: 'working_memory_show', args: { task: 'one', token_budget: 2000 } })
  })

  test('gets a failure once where the memory names it', async () => {
    const shown = { hook_failure: 'no models' }
    const { find } = operations(['one'], () => ({ refusal: 'no models', help: '' }), { shown })
    const { call } = session(find)
    await call('turn-end')
    expect(await call('session-start')).not.toContain('no models')
  })

  test('with several tasks gets their names, with none nothing', async () => {
    const { find } = operations(['one', 'two'], done)
    expect(await session(find).call('session-start')).toContain('Tasks with a working memory: one, two.')
    expect(await session(operations([], done).find).call('session-start')).toBe('')
  })
})

test('an update is the work of another process, which gets the same input', async () => {
  const { find, calls } = operations(['one'], done)
  const { dir } = tempRepo()
  const file = join(tempFolder(), 'seen')
  const script = `let said = ''; process.stdin.on('data', (d) => (said += d)).on('end', () => setTimeout(() =>
    require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify([process.argv.slice(1), process.env.MEMKEEP_AGENT_HOOK, said.length])), 300))`
  const io: Io = {
    stdout: { write: () => true },
    stderr: { write: () => true },
    stdin: async () => 'x'.repeat(200_000),
    env: {},
    cwd: dir,
    now: () => new Date('2026-06-01T10:00:00Z'),
    self: [process.execPath, '-e', script],
  }
  expect(await agentHook(['claude', 'turn-end'], { color: false, cache: false }, io, find)).toBe(0)
  expect(existsSync(file)).toBe(false)
  await expect
    .poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 10_000 })
    .toBe(JSON.stringify([['agent-hook', 'claude', 'turn-end'], '1', 200_000]))
  expect(calls).toEqual([])
})

describe('the built command', () => {
  /** Ends, whatever it is given; null leaves its standard input open. */
  async function started(cwd: string, args: readonly string[], input: string | null): Promise<unknown> {
    const child = spawn(process.execPath, [resolve('dist/memkeep.cjs'), 'agent-hook', ...args], {
      cwd,
      env: plainEnvironment(),
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
    child.stdin.on('error', () => undefined)
    if (input !== null) child.stdin.end(input)
    const [code] = await once(child, 'exit')
    child.stdin.destroy()
    return [code, out]
  }

  test('ends with 0 and prints nothing that an agent would read', async () => {
    const { dir } = tempRepo()
    for (const [cwd, args, input] of [
      [dir, ['claude', 'turn-end'], '{"transcript_path": "/dev/zero"}'],
      [dir, ['claude', 'before-compaction'], 'x'.repeat(300_000)],
      [dir, ['gemini', 'session-start'], ''],
      [dir, ['claud', 'turn-end'], '{}'],
      [dir, [], '{}'],
      [repoAt(tempFolder()).dir, ['cursor', 'turn-end'], '{}'],
    ] as const) {
      expect(await started(cwd, args, input), args.join(' ')).toEqual([0, ''])
    }
    expect(readFileSync(join(dir, '.git/HEAD'), 'utf8')).toContain('ref:')
  })

  test('ends where the agent leaves the pipe open', async () => {
    const { dir } = tempRepo()
    const moments = ['session-start', 'turn-end'].map((moment) => started(dir, ['claude', moment], null))
    expect(await Promise.all(moments)).toEqual([
      [0, ''],
      [0, ''],
    ])
  })
})
