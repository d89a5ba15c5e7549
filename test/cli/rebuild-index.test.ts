import { beforeEach, expect, test, vi } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { type IndexResult, runIndex } from '../../src/maintain/rebuild-index.ts'
import { diagnostic } from '../reporters/sample-report.ts'
import { fakeIo } from './fake-io.ts'

vi.mock('../../src/engine/check.ts', () => ({ runCheck: vi.fn() }))
vi.mock('../../src/maintain/rebuild-index.ts', () => ({ runIndex: vi.fn() }))

const nothing: IndexResult = { written: [], stale: [], refused: [], notes: [], plan: new Map() }
const stale = diagnostic({ path: 'm/_index.yaml', rule: 'derived-fresh', message: 'Unexpected total' })
const planned = new Map([['m/_index.yaml', { path: 'm/_index.yaml', before: 'a', after: 'b' }]])

function did(result: Partial<IndexResult>): void {
  vi.mocked(runIndex).mockResolvedValue({ ...nothing, ...result })
}

async function index(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const io = fakeIo()
  const code = await main(['index', ...argv], io)
  return { code, ...io.printed }
}

beforeEach(() => {
  vi.mocked(runIndex).mockReset()
})

test('asks for a rebuild', async () => {
  did({})
  await index('--check', '--config', 'm.yaml', '--no-cache', '-C', 'sub')
  const options = { cwd: '/repo/sub', config: 'm.yaml', check: true, cache: false, today: '2026-03-09' }
  expect(vi.mocked(runIndex).mock.calls).toEqual([[options]])
})

test('says when nothing was to do', async () => {
  did({})
  const said = { code: 0, out: '✔ every derived file is up to date\n', err: '' }
  expect(await index()).toEqual(said)
  expect(await index('--check')).toEqual(said)
})

test('names what it wrote, and passes remarks on', async () => {
  did({ written: ['m/_index.yaml'], stale: [stale], plan: planned, notes: ['kept a copy'] })
  expect(await index()).toEqual({
    code: 0,
    out: 'wrote    m/_index.yaml\n\n✔ 1 derived file written\n',
    err: 'memkeep: kept a copy\n',
  })
})

test('--check names what is stale and exits 1', async () => {
  did({ stale: [stale], plan: planned })
  const out =
    'stale    m/_index.yaml\n         Unexpected total\n\n✖ 1 derived file not up to date: memkeep index\n'
  expect(await index('--check')).toEqual({ code: 1, out, err: '' })
})

test('--check names a file that differs even where the finding is suppressed', async () => {
  did({ plan: planned })
  const out = 'stale    m/_index.yaml\n\n✖ 1 derived file not up to date: memkeep index\n'
  expect(await index('--check')).toEqual({ code: 1, out, err: '' })
})

test('a file that could not be written is named, and exits 2', async () => {
  did({ refused: [{ path: 'm/_index.yaml', reason: 'a symlink' }] })
  const out = 'refused  m/_index.yaml: a symlink\n\n✖ 1 derived file not written\n'
  expect(await index()).toEqual({ code: 2, out, err: '' })
})

test('as JSON', async () => {
  did({ written: ['m/_index.yaml'], stale: [stale], plan: planned })
  const { out } = await index('--format', 'json')
  expect(JSON.parse(out)).toEqual({
    version: 1,
    written: ['m/_index.yaml'],
    stale: [stale],
    refused: [],
    changes: [{ path: 'm/_index.yaml', before: 'a', after: 'b' }],
  })
})
