import { expect, test } from 'vitest'
import { checkLiteral } from '../../helpers/check-literal.ts'

const at = (name: string): string => `.serena/memories/${name}.md`

test('files as people have them are one item each, and nothing is wrong with them', async () => {
  const { documents, diagnostics } = await checkLiteral({
    [at('crlf')]: '# Commands\r\n\r\n- `npm test`\r\n',
    [at('bom')]: '\ufeff# With a mark\n\nText.\n',
    [at('plain')]: 'No heading, and **Project Purpose** in bold.\n',
    [at('late')]: 'Text first.\n\n## Second level\n\n# The title\n',
    [at('topic/empty')]: '',
    [at('front')]: '---\nname: front\nglobs: **/*.ts\n---\n\n# Front matter that is no YAML\n',
  })
  expect(diagnostics).toEqual([])
  expect(documents.flatMap(({ items }) => items.map(({ key, title }) => `${key}: ${title}`))).toEqual([
    'bom: With a mark',
    'crlf: Commands',
    'front: Front matter that is no YAML',
    'late: The title',
    'plain: plain',
    'topic/empty: topic/empty',
  ])
})

test('a memory that was deleted is no loss, an edit is one of the same item', async () => {
  const text = '# A\n\nSessions last a day and are kept in Postgres, next to the users.\n'
  const before = { [at('a')]: text, [at('b')]: `${text}\nAlso mails.\n` }
  const gone = await checkLiteral({ [at('a')]: text.replace('a day', 'two days') }, { before })
  expect(gone.diagnostics).toEqual([])
})
