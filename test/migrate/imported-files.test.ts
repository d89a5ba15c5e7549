import { expect, test } from 'vitest'
import { contentDigest, type ImportedFiles, importFiles } from '../../src/migrate/imported-files.ts'

type Files = { readonly [name: string]: string }

function imported(
  sources: { readonly [label: string]: Files },
  files: Files = {},
  elsewhere: Files = {},
): ImportedFiles {
  const known = new Map([
    ...Object.entries(elsewhere).map(([path, text]) => [contentDigest(text), path] as const),
    ...Object.entries(files).map(([name, text]) => [contentDigest(text), name] as const),
  ])
  return importFiles(
    Object.entries(sources).map(([label, own]) => ({ label, files: new Map(Object.entries(own)) })),
    { files: new Map(Object.entries(files)), known },
  )
}

const INDEX = '# Memory\n\n- [Testing](testing.md) -- how tests run\n'

test('a first folder is copied as it is', () => {
  const { texts, files } = imported({ app: { 'MEMORY.md': INDEX, 'testing.md': 'Run npm test.\n' } })
  expect(Object.fromEntries(texts)).toEqual({ 'MEMORY.md': INDEX, 'testing.md': 'Run npm test.\n' })
  expect(files.map(({ outcome }) => outcome)).toEqual(['new', 'index'])
})

test('a second run has nothing to write', () => {
  const app = { 'MEMORY.md': INDEX, 'testing.md': 'Run npm test.\n' }
  const other = { 'MEMORY.md': `${INDEX}- More.\n`, 'testing.md': 'Run make.\n' }
  const { texts } = imported({ app, other })
  expect(imported({ app, other }, Object.fromEntries(texts)).texts.size).toBe(0)
})

test('another text of the same name gets a name of its own, and its row follows; the same text is written once', () => {
  const { texts, files } = imported({
    app: { 'MEMORY.md': INDEX, 'testing.md': 'Run npm test.\n', 'same.md': 'Same.\n' },
    'app-two': {
      'MEMORY.md': INDEX,
      'testing.md': 'Run make.\n',
      'other.md': '---\nname: x\n---\n\nSame.\r\n',
    },
  })
  expect([...texts.keys()].sort()).toEqual(['MEMORY.md', 'same.md', 'testing-app-two.md', 'testing.md'])
  expect(texts.get('MEMORY.md')).toBe(
    `${INDEX}\n## From app-two\n\n- [Testing](testing-app-two.md) -- how tests run\n\n- [same](same.md)\n`,
  )
  expect(files.find(({ name }) => name === 'other.md')).toEqual({
    label: 'app-two',
    name: 'other.md',
    outcome: 'same',
    as: 'same.md',
  })
})

test('what is remembered elsewhere is not written again, and no row leads to it', () => {
  const { texts } = imported(
    { app: { 'MEMORY.md': `${INDEX}\nBe short.\n`, 'testing.md': 'Run npm test.\n' } },
    {},
    { 'docs/decisions.md': 'Run npm test.\n' },
  )
  expect(Object.fromEntries(texts)).toEqual({ 'MEMORY.md': '# Memory\n\n\nBe short.\n' })
})

test('of an index only what is new comes below what is there, block by block, and every byte before it stays', () => {
  const there = '# Memory\r\n\r\n- Use pnpm.\r\n\r\n```sh\r\nmake\r\n```\r\n'
  const added =
    '# Memory\n\n## Old\n\n- Use pnpm.\n\n## New\n\n```sh\nmake\n\nmake test\n```\n- Use make.\n  Always.\n'
  const { texts } = imported({ app: { 'MEMORY.md': added } }, { 'MEMORY.md': there })
  expect(texts.get('MEMORY.md')).toBe(
    `${there}\n## From app\n\n## New\n\n\`\`\`sh\nmake\n\nmake test\n\`\`\`\n- Use make.\n  Always.\n`.replaceAll(
      /(?<!\r)\n/g,
      '\r\n',
    ),
  )
})

test('names that agents load by themselves, and names that are taken in another case, are not used', () => {
  const { texts } = imported(
    { app: { 'CLAUDE.md': 'a\n', 'README.md': 'b\n', 'notes.md': 'c\n' } },
    { 'Notes.md': 'd\n' },
  )
  expect([...texts.keys()]).toEqual(['CLAUDE-notes.md', 'README-notes.md', 'notes-app.md', 'MEMORY.md'])
})
