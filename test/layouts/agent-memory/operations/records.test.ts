import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { runCheck } from '../../../../src/engine/check.ts'
import { agentMemory } from '../../../../src/layouts/agent-memory/layout.ts'
import { addRecord } from '../../../../src/layouts/agent-memory/operations/add-record.ts'
import { findRecords } from '../../../../src/layouts/agent-memory/operations/find-records.ts'
import { getRecord } from '../../../../src/layouts/agent-memory/operations/get-record.ts'
import { listRecords } from '../../../../src/layouts/agent-memory/operations/list-records.ts'
import { promoteRecord } from '../../../../src/layouts/agent-memory/operations/promote-record.ts'
import { updateRecord } from '../../../../src/layouts/agent-memory/operations/update-record.ts'
import { call, dataOf, NOW, storeAt } from '../../../helpers/agent-memory/store.ts'
import { askOperation, CALL, operationInput } from '../../../helpers/ask-operation.ts'
import { sampleSecrets } from '../../../helpers/sample-secrets.ts'
import { tempFolder, tempRepo } from '../../../helpers/temp-repo.ts'
import { idOf, recordText } from '../records.ts'

const [{ secret: SECRET = '' } = {}] = sampleSecrets(1)

const FACT: JsonObject = { kind: 'fact', summary: 'Prices are in cents', content: 'Never in floats.' }

describe('add', () => {
  test('writes a whole record in the order of the format, and an ignore file first where git would add it', async () => {
    const { dir, git } = tempRepo()
    const store = storeAt(dir)
    const args = {
      ...FACT,
      tags: [' CRM', 'crm', 'odata'],
      entities: ['Opportunity', 'opportunity'],
      confidence: 0.9,
    }
    const data = await dataOf(call(dir, addRecord, args, { caller: 'cli', mint: CALL.mint }))
    const path = `working/${CALL.mint(0)}.json`
    expect(data).toEqual({ saved: true, id: CALL.mint(0), path: `.agent-memory/${path}`, scope: 'working' })
    expect(store.read(path).toString()).toBe(
      `${JSON.stringify(
        {
          id: CALL.mint(0),
          scope: 'working',
          kind: 'fact',
          summary: 'Prices are in cents',
          content: 'Never in floats.',
          tags: ['crm', 'odata'],
          entities: ['Opportunity'],
          confidence: 0.9,
          source: 'cli',
          created_at: NOW,
          updated_at: NOW,
          last_used_at: NOW,
          schemaVersion: 1,
        },
        null,
        2,
      )}\n`,
    )
    expect(store.read('.gitignore').toString()).toBe('*\n')
    expect(git('status', '--porcelain')).toBe('')
    const source = { kind: 'work-tree' } as const
    const options = { cwd: dir, today: '2026-06-01', source, paths: [], fix: false, cache: false, skip: [] }
    expect((await runCheck(options)).report.diagnostics).toEqual([])
  })

  test('adds no ignore file where git ignores the directory, and works without git', async () => {
    const { dir, write } = tempRepo()
    write('.gitignore', '/.agent-memory/\n')
    await dataOf(call(dir, addRecord, FACT))
    expect(storeAt(dir).all()).toHaveLength(1)
    const plain = tempFolder()
    await dataOf(call(plain, addRecord, FACT))
    expect(storeAt(plain).all()).toHaveLength(1)
  })

  test('twice is once: the answer names the record and what differs', async () => {
    const { dir } = tempRepo()
    const first = await dataOf(call(dir, addRecord, FACT))
    expect(await dataOf(call(dir, addRecord, FACT))).toMatchObject({
      saved: false,
      id: first.id,
      duplicate_of: first.id,
    })
    const other = { ...FACT, content: ' Never  in floats.\n', confidence: 1 }
    const again = await dataOf(call(dir, addRecord, other))
    expect(again).toMatchObject({ saved: false, duplicate_of: first.id })
    expect(String(again.notes)).toContain('It differs in confidence:')
    // What a call leaves out has a default, and is no difference that it asked for.
    const bare = await dataOf(call(dir, addRecord, { ...FACT, summary: 'Another one' }))
    expect(bare.notes).toEqual([
      `A record of this scope and kind has this content already, under the summary "${FACT.summary}": nothing was saved.`,
      `It differs in summary: \`memkeep memory update --id ${first.id}\` with these fields changes it.`,
    ])
    expect(await dataOf(call(dir, addRecord, { ...other, allow_duplicate: true }))).toMatchObject({
      saved: true,
    })
    expect(await dataOf(call(dir, addRecord, { ...other, allow_duplicate: true }))).toMatchObject({
      saved: false,
    })
    expect(await dataOf(call(dir, addRecord, { ...FACT, kind: 'note' }))).toMatchObject({ saved: true })
    expect(await dataOf(call(dir, addRecord, { ...FACT, scope: 'session' }))).toMatchObject({ saved: true })
  })

  test.each<readonly [string, JsonObject, RegExp]>([
    ['durable', { scope: 'durable' }, /promoted/],
    ['a summary of two lines', { summary: 'a\nb' }, /one line/],
    ['an empty content', { content: '  ' }, /empty/],
    ['a kind of another tool', { kind: 'observation' }, /kind/],
    ['a secret', { content: `The key is ${SECRET}` }, /secret|token/i],
    ['hidden characters', { content: 'a\u202eb' }, /direction|U\+202E|hidden|invisible/i],
    ['a confidence over 1', { confidence: 1.5 }, /confidence/],
    ['an unknown parameter', { memoryRoot: 'src' }, /memoryRoot/],
  ])('refuses %s, and writes nothing', async (_, part, why) => {
    const { dir } = tempRepo()
    expect(await call(dir, addRecord, { ...FACT, ...part })).toMatchObject({
      refusal: expect.stringMatching(why),
    })
    expect(storeAt(dir).all()).toEqual([])
  })

  test('leaves a directory with anything else in it alone', async () => {
    const { dir, write } = tempRepo()
    write('.agent-memory/notes.txt', 'mine\n')
    expect(await call(dir, addRecord, FACT)).toMatchObject({ refusal: expect.stringContaining('notes.txt') })
    expect(storeAt(dir).all()).toEqual(['notes.txt'])
  })
})

describe('the directory of one call', () => {
  const at = (root: string) => ({ settings: { agentMemory: { root } } })

  test('is used where it is absent, empty or such a memory', async () => {
    const { dir, git } = tempRepo()
    mkdirSync(join(dir, 'notes/mine'), { recursive: true })
    const { id } = await dataOf(call(dir, addRecord, FACT, at('notes/mine')))
    expect(storeAt(dir, 'notes/mine').all()).toEqual(['.gitignore', `working/${id}.json`])
    expect(storeAt(dir).all()).toEqual([])
    expect(await dataOf(call(dir, findRecords, { query: 'cents' }, at('notes/mine')))).toMatchObject({
      total: 1,
    })
    expect(git('status', '--porcelain')).toBe('')
  })

  test('is refused where it is anything else, for reading too, and nothing becomes ignored', async () => {
    const { dir, write, commit, git } = tempRepo()
    write('src/app.ts', 'export {}\n')
    write('held/working/a.json', recordText())
    write('config/app/settings.json', '{}\n')
    commit()
    write('config/app/local.json', '{}\n')
    write('user/memory/workspaces/shop/decisions.md', '# Decisions\n')
    mkdirSync(join(dir, 'inner/deep'), { recursive: true })
    writeFileSync(join(dir, 'inner/.git'), 'gitdir: elsewhere\n')
    symlinkSync(tempFolder(), join(dir, 'link'))
    const before = git('status', '--porcelain', '--ignored')
    const roots = [
      '.',
      '..',
      '../x',
      '/tmp/x',
      '.git',
      '.git/x',
      'src',
      'src/app.ts',
      'held',
      'config',
      'link',
      'link/x',
      'inner',
      'inner/deep',
      'user',
      'user/memory/workspaces/x',
      'a\\b',
      '',
    ]
    for (const root of roots) {
      for (const operation of [addRecord, listRecords]) {
        const args = operation === addRecord ? FACT : {}
        expect(await call(dir, operation, args, at(root)), root).toMatchObject({
          refusal: expect.any(String),
          failure: 'use',
        })
      }
    }
    expect(git('status', '--porcelain', '--ignored')).toBe(before)
  }, 120_000)
})

describe('find', () => {
  const files = {
    [`.agent-memory/working/${idOf(1)}.json`]: { ignored: recordText() },
    [`.agent-memory/working/${idOf(2)}.json`]: {
      ignored: recordText({
        id: idOf(2),
        summary: 'Retry limit',
        content: 'The limit of retries is five.',
        tags: ['ci'],
        kind: 'decision',
      }),
    },
    [`.agent-memory/durable/${idOf(3)}.json`]: {
      ignored: recordText({
        id: idOf(3),
        scope: 'durable',
        summary: 'Retry',
        content: 'A retry waits.',
        tags: ['CI', 'queue'],
        entities: [],
      }),
    },
  }
  const found = async (args: JsonObject) => {
    const answer = await askOperation(findRecords, {
      files,
      args: { no_touch: true, ...args },
      layout: agentMemory,
    })
    if ('refusal' in answer) throw new Error(answer.refusal)
    return (answer.data.results as unknown as readonly { id: string }[]).map(({ id }) =>
      Number.parseInt(id.slice(-2), 16),
    )
  }

  test.each<readonly [JsonObject, readonly number[]]>([
    [{ query: 'retry limit' }, [2, 3]],
    [{ query: 'retry', scope: 'durable' }, [3]],
    [{ query: '', kind: ['fact'] }, [1, 3]],
    [{ query: '', tags: 'ci' }, [2, 3]],
    [{ query: '', tags: ['CI', 'queue'], all_tags: true }, [3]],
    [{ query: '', entities: 'OPPORTUNITY' }, [1, 2]],
    [{ query: 'retry', scope: ['working', 'durable'], limit: 1 }, [3]],
    [{ query: 'of retries is' }, [2]],
    [{ query: 'unknown' }, []],
    [{ query: 'retr' }, [2, 3]],
  ])('%j gives %j', async (args, ids) => {
    expect(await found(args)).toEqual(ids)
  })

  const asked = async (args: JsonObject) => {
    const answer = await askOperation(findRecords, {
      files,
      args: { no_touch: true, ...args },
      layout: agentMemory,
    })
    if ('refusal' in answer) throw new Error(answer.refusal)
    return answer
  }

  test.each<readonly [JsonObject, readonly number[]]>([
    [{ query: 'limiting of retries' }, [2, 3]],
    [{ query: 'the retry waited' }, [3, 2]],
    [{ query: 'retries', scope: 'working' }, [2]],
    [{ query: 'OPPORTUNITIES' }, [2, 1]],
    [{ query: 'retries', limit: 1 }, [3]],
    [{ query: '', kind: ['fact'] }, [1, 3]],
  ])('ranker bm25 with %j gives %j', async (args, ids) => {
    expect(await found({ ...args, ranker: 'bm25' })).toEqual(ids)
  })

  test('ranker seed is what is given without one', async () => {
    const { text } = await asked({ query: 'retry limit', explain: true })
    expect((await asked({ query: 'retry limit', explain: true, ranker: 'seed' })).text).toBe(text)
  })

  test('ranker bm25 gives the same on any day, and its scores have no bonus', async () => {
    const of = async (now: string): Promise<unknown> => {
      const args = { no_touch: true, query: 'retry limit', ranker: 'bm25', explain: true }
      const answer = await askOperation(findRecords, { files, args, layout: agentMemory, now })
      return 'data' in answer ? answer.data.results : answer
    }
    const results = (await of('2026-06-01T00:00:00.000Z')) as readonly { score: number; explain: object }[]
    expect(results.map(({ explain }) => Object.keys(explain))).toEqual([['bm25'], ['bm25']])
    expect(await of('2036-06-01T00:00:00.000Z')).toEqual(results)
  })

  test('ranker bm25 gives nothing where nothing answers, and says so', async () => {
    const none = await asked({ query: 'zebra', ranker: 'bm25' })
    expect(none.data).toMatchObject({
      results: [],
      total: 0,
      notes: ['No record that passes the filters answers the query.'],
    })
    const weak = await asked({ query: 'five ways to paint a zebra on purple quantum walls', ranker: 'bm25' })
    expect(weak.data).toMatchObject({
      total: 0,
      notes: ['No record that passes the filters answers the query: 1 of them only shares words with it.'],
    })
    expect((await asked({ query: 'retry', ranker: 'bm25' })).data.notes).toBeUndefined()
  })

  test('reads the texts of what it gives, and of what its facts do not decide', async () => {
    const input = await operationInput(findRecords, {
      files,
      args: { query: 'retry limit', limit: 1 },
      layout: agentMemory,
    })
    expect([...input.sources.keys()].map((path) => path.slice(-7, -5))).toEqual(['02'])
  })

  test('notes the use once in ten minutes, and changes no other byte', async () => {
    const { dir } = tempRepo()
    const store = storeAt(dir)
    store.put('.gitignore', '*\n')
    const text = recordText().replaceAll('\n', '\r\n')
    const path = `working/${idOf(1)}.json`
    store.put(path, `\ufeff${text}`)
    expect(await dataOf(call(dir, findRecords, { query: 'guid' }))).toMatchObject({ total: 1, status: 'ok' })
    const touched = `\ufeff${text.replace('2026-02-20T12:00:00Z', NOW)}`
    expect(store.read(path).toString()).toBe(touched)
    await dataOf(call(dir, getRecord, { id: idOf(1) }, { clock: () => '2026-06-01T10:09:59.999Z' }))
    await dataOf(
      call(dir, findRecords, { query: 'guid', no_touch: true }, { clock: () => '2026-06-02T10:00:00.000Z' }),
    )
    await dataOf(call(dir, listRecords, {}))
    expect(store.read(path).toString()).toBe(touched)
    await dataOf(
      call(dir, getRecord, { id: idOf(1).toUpperCase() }, { clock: () => '2026-06-01T10:10:00.000Z' }),
    )
    expect(store.read(path).toString()).toContain('2026-06-01T10:10:00.000Z')
  })
})

test.each(['.agent-memory', '.agent-memory/working'])(
  '%s that is a symlink is named and not followed',
  async (path) => {
    const { dir, link } = tempRepo()
    link(path, tempFolder())
    for (const operation of [findRecords, listRecords]) {
      expect(await dataOf(call(dir, operation, {}))).toMatchObject({
        total: 0,
        diagnostics: { unreadable: 1, files: [path] },
      })
    }
    expect(await call(dir, addRecord, FACT)).toMatchObject({
      refusal: expect.stringContaining('symlink'),
    })
  },
)

describe('promote and update', () => {
  const scene = () => {
    const { dir } = tempRepo()
    const store = storeAt(dir)
    store.put('.gitignore', '*\n')
    store.put(`session/${idOf(1)}.json`, recordText({ scope: 'session', extra: { kept: true } }))
    store.put(`working/${idOf(2)}.json`, recordText({ id: idOf(2), kind: 'note' }))
    return { dir, store }
  }

  test('a record goes to durable with everything that it had, and twice is once', async () => {
    const { dir, store } = scene()
    const args = { id: idOf(1), fromScope: 'session', confidence: 1 }
    expect(await dataOf(call(dir, promoteRecord, args))).toMatchObject({ saved: true, scope: 'durable' })
    expect(store.has(`session/${idOf(1)}.json`)).toBe(false)
    expect(store.json(`durable/${idOf(1)}.json`)).toMatchObject({
      scope: 'durable',
      confidence: 1,
      updated_at: NOW,
      promoted_from: 'session',
      promoted_at: NOW,
      extra: { kept: true },
    })
    const picture = store.picture()
    expect(await dataOf(call(dir, promoteRecord, args))).toMatchObject({ saved: false, already: true })
    expect(store.picture()).toEqual(picture)
  })

  test.each<readonly [string, JsonObject, RegExp]>([
    ['a note', { id: idOf(2), fromScope: 'working' }, /note is not promoted/],
    ['from another scope', { id: idOf(1), fromScope: 'working' }, /is in session/],
    ['an unknown id', { id: idOf(9), fromScope: 'working' }, /No record/],
    ['to its own scope', { id: idOf(2), fromScope: 'working', toScope: 'working' }, /not promoted/],
  ])('refuses %s', async (_, args, why) => {
    const { dir, store } = scene()
    const before = store.picture()
    expect(await call(dir, promoteRecord, args)).toMatchObject({ refusal: expect.stringMatching(why) })
    expect(store.picture()).toEqual(before)
  })

  test('a note goes from session to working', async () => {
    const { dir, store } = scene()
    store.put(`session/${idOf(3)}.json`, recordText({ id: idOf(3), scope: 'session', kind: 'note' }))
    await dataOf(call(dir, promoteRecord, { id: idOf(3), fromScope: 'session', toScope: 'working' }))
    expect(store.json(`working/${idOf(3)}.json`)).toMatchObject({ promoted_from: 'session' })
  })

  test('an update changes the fields given, keeps the bytes of the others, and twice does nothing more', async () => {
    const { dir, store } = scene()
    const path = `session/${idOf(1)}.json`
    const before = store.read(path).toString()
    const args = { id: idOf(1), summary: 'New "summary"', confidence: 0.25 }
    expect(await dataOf(call(dir, updateRecord, args))).toMatchObject({ saved: true })
    const after = before
      .replace('"Owner filters need the GUID without braces"', '"New \\"summary\\""')
      .replace('0.9', '0.25')
      .replace('2026-02-21T08:00:00Z', NOW)
    expect(store.read(path).toString()).toBe(after)
    expect(
      await dataOf(call(dir, updateRecord, args, { clock: () => '2026-06-02T00:00:00.000Z' })),
    ).toMatchObject({
      saved: false,
    })
    expect(store.read(path).toString()).toBe(after)
    await dataOf(call(dir, updateRecord, { id: idOf(1), tags: ['A', 'b'] }))
    expect(store.json(path)).toMatchObject({ tags: ['a', 'b'], extra: { kept: true } })
  })

  test('a dry run shows the change and writes nothing', async () => {
    const { dir, store } = scene()
    const before = store.picture()
    for (const [operation, args] of [
      [updateRecord, { id: idOf(1), summary: 'x' }],
      [promoteRecord, { id: idOf(1), fromScope: 'session' }],
      [addRecord, FACT],
    ] as const) {
      const result = await call(dir, operation, { ...args, dry_run: true })
      expect(result).toMatchObject({ written: [], data: { saved: false, dry_run: true } })
      if ('plan' in result) expect(result.plan.size).toBeGreaterThan(0)
    }
    expect(store.picture()).toEqual(before)
  })
})
