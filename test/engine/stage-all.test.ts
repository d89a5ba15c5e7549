import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../src/core/settings.ts'
import { claimFiles } from '../../src/engine/claims.ts'
import { type Readable, stageAll } from '../../src/engine/stage-all.ts'
import { type StageWorkers, startStageWorkers } from '../../src/engine/stage-workers.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'

const ENTRY =
  '### [2026-01-05] One\n\n**Category:** tooling\n**Tags:** a, b\n\nBecause [it](./gone.md) <is>.\n\n---\n'
const FILES = readable(
  Array.from({ length: 40 }, (_, i) => {
    const body = i % 5 === 0 ? `${'\ud83d\ude00 > - a\n'.repeat(i)}\u200b` : ENTRY.repeat(i)
    return [`user/memory/workspaces/w${i}/decisions.md`, `\ufeff# Log ${i}\r\n\n${body}`]
  }),
)
const options = { rules, settings: DEFAULT_SETTINGS, parser: 'auto' } as const
const opened: StageWorkers[] = []

afterEach(async () => {
  for (const workers of opened.splice(0)) await workers.close()
})

describe('documents are the same', () => {
  test('with workers', async () => {
    expect(FILES).toHaveLength(40)
    const alone = await stageAll(FILES, { ...options, workers: null })
    expect(alone.map(({ path }) => path)).toEqual(FILES.map(({ one }) => one.file.path))
    expect(alone.flatMap(({ findings }) => findings).length).toBeGreaterThan(5)
    const helped = await stageAll(FILES, { ...options, workers: open(startStageWorkers(2)) })
    expect(JSON.stringify(helped)).toBe(JSON.stringify(alone))
  })

  test.each([
    ['cannot start', 'throw new Error("no")'],
    ['ends at its first task', 'require("worker_threads").parentPort.on("message", () => process.exit(1))'],
    ['runs out of memory', 'const all = []; for (;;) all.push(new Array(1e4).fill({}))'],
    [
      'leaves every document to others',
      `const { parentPort } = require("worker_threads")
       parentPort.on("message", ({ number, tasks }) => parentPort.postMessage({ number, documents: tasks.map(() => null) }))`,
    ],
  ])('with a worker that %s', async (_, source) => {
    const file = join(mkdtempSync(join(tmpdir(), 'memkeep-worker-')), 'worker.cjs')
    writeFileSync(file, source)
    const workers = open(startStageWorkers(1, { file: pathToFileURL(file), memoryMb: 24 }))
    const helped = await stageAll(FILES, { ...options, workers })
    expect(helped).toEqual(await stageAll(FILES, { ...options, workers: null }))
  })
})

test('a worker reads, and a lost one says so ever after', async () => {
  const workers = open(startStageWorkers(1))
  const [first] = FILES
  if (!first) throw new Error('no file')
  const { one, content } = first
  const task = { path: one.file.path, ...content, layout: one.layout.id, claim: one.claim }
  const request = { tasks: [task], settings: DEFAULT_SETTINGS, parser: 'auto' } as const
  expect(await workers.stage(0, request)).toEqual(await stageAll([first], { ...options, workers: null }))
  await expect(workers.stage(0, { ...request, tasks: [{ ...task, layout: 'unheard-of' }] })).rejects.toThrow(
    'no layout unheard-of',
  )
  await expect(workers.stage(0, request)).rejects.toThrow('no layout unheard-of')
  await expect(workers.stage(1, request)).rejects.toThrow('no worker 1')
})

function open(workers: StageWorkers): StageWorkers {
  opened.push(workers)
  return workers
}

function readable(texts: readonly (readonly string[])[]): Readable[] {
  const files = texts.map(([path = '']) => [path, { path, mode: 'file', id: null }] as const)
  const contents = new Map(texts.map(([path = '', text = '']) => [path, Buffer.from(text)]))
  const snapshot = { files: new Map(files), stored: true } as unknown as Parameters<typeof claimFiles>[0]
  return claimFiles(snapshot, { layouts, settings: DEFAULT_SETTINGS }).flatMap((one) => {
    const bytes = contents.get(one.file.path)
    return bytes ? [{ one, content: { bytes, id: createHash('sha1').update(bytes).digest('hex') } }] : []
  })
}
