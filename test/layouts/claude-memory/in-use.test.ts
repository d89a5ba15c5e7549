import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { literalSnapshot } from '../../../src/core/snapshot.ts'
import type { Source } from '../../../src/core/source.ts'
import { readSource } from '../../../src/engine/documents/document-stage.ts'
import { claudeMemory } from '../../../src/layouts/claude-memory/layout.ts'
import { loadingsOf } from '../../../src/layouts/claude-memory/loading.ts'
import { type IndexFacts, readIndex, readTopic } from '../../../src/layouts/claude-memory/memory.ts'
import { checkLiteral } from '../../helpers/check-literal.ts'

async function sourceOf(path: string, text: string): Promise<Source> {
  const claim = claudeMemory.claim(path, 'file', DEFAULT_SETTINGS)
  if (!claim) throw new Error('not claimed')
  const bytes = new TextEncoder().encode(text)
  return readSource({
    path,
    bytes,
    id: text,
    layout: claudeMemory,
    claim,
    rules: [],
    settings: DEFAULT_SETTINGS,
  })
}

test.each([
  ['MEMORY.md', '- [A](a.md)\n- [B](notes/b.md)\n', true],
  ['MEMORY.md', '- [A](a.md)\n', false],
  ['MEMORY.md', '- [A](../a.md)\n- [B](/b.md)\n', false],
  ['MEMORY.md', '# How memory is freed\n\nSee [A](a.md) and [B](b.md).\n', false],
  ['memory/MEMORY.md', '- [A](a.md)\n', true],
  ['memory/MEMORY.md', '# Facts\n\n- The port is 80.\n', false],
  ['.claude/memory/MEMORY.md', '# Facts\n\n- The port is 80.\n', true],
  ['.claude/memory/MEMORY.md', '', true],
])('%s with %j is an index: %s', async (path, text, isIndex) => {
  const source = await sourceOf(path, text)
  const reading = readIndex(source)
  expect((reading.facts as unknown as IndexFacts).isIndex).toBe(isIndex)
  const [kind] = claudeMemory.kinds
  if (typeof kind?.signature !== 'function') throw new Error('no signature')
  expect(kind.signature(source, reading)).toBe(isIndex)
})

test('a topic is one item, whatever its front matter says', async () => {
  const item = async (text: string) => readTopic(await sourceOf('memory/deploys.md', text)).items?.[0]
  expect(await item('---\nname: Deploys\ntype: project\ndescription: how\n---\n\n# Queue\n')).toMatchObject({
    title: 'Deploys',
    fields: { type: 'project', description: 'how' },
  })
  expect(await item('---\nname: a: b\nmetadata:\n---\n# Queue\n')).toMatchObject({ key: 'memory/deploys.md' })
  expect(await item('# Queue\r\n\r\nText.\r\n')).toMatchObject({ title: 'Queue', fields: { type: null } })
  expect(await item('Text.\n')).toMatchObject({ title: 'deploys' })
})

test('a topic file that goes is a warning, and its row no loss', async () => {
  const index = '- [A](a.md): x\n'
  const before = {
    '.claude/memory/MEMORY.md': `${index}- [B](b.md): y\n`,
    '.claude/memory/a.md': '# A\n',
    '.claude/memory/b.md': '# B\n\nWorkers take a row.\n',
  }
  const after = { '.claude/memory/MEMORY.md': index, '.claude/memory/a.md': '# A\n' }
  expect((await checkLiteral(after, { before })).diagnostics).toMatchObject([
    { path: '.claude/memory/b.md', rule: 'file-lost', severity: 'warning' },
  ])
})

test('reports say how full an index is by the limit that is nearest', async () => {
  const path = '.claude/memory/MEMORY.md'
  const loading = async (text: string) => {
    const source = await sourceOf(path, text)
    const { facts = null } = readIndex(source)
    const document = { path, kind: 'claude-index', facts }
    const { files } = literalSnapshot({ [path]: text })
    return loadingsOf({ documents: [document], files } as unknown as Parameters<typeof loadingsOf>[0])[0]
  }
  expect(await loading('a\n'.repeat(20))).toMatchObject({ unit: 'lines', total: 20, most: 200 })
  expect(await loading(`${'a'.repeat(5000)}\n`)).toMatchObject({ unit: 'characters', total: 5000 })
  expect(await loading('a\n'.repeat(250))).toMatchObject({
    files: [{ path, size: 250, lost: 'the end of a section' }],
    standing: 'enforced',
  })
})
