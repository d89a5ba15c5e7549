import { expect, test } from 'vitest'
import { checkLiteral } from '../helpers/check-literal.ts'

const MEMORY = 'user/memory/workspaces'

async function found(...paths: readonly string[]): Promise<string[]> {
  const { diagnostics } = await checkLiteral(Object.fromEntries(paths.map((path) => [path, 'text\n'])))
  return diagnostics
    .filter(({ rule }) => rule === 'unclaimed')
    .map(
      ({ severity, path, message }) =>
        `${severity} ${path}: ${/meant as (\S+)$/.exec(message)?.[1] ?? message}`,
    )
}

test.each([
  ['memory/tasks/x.MD', 'memory/tasks/x.md'],
  ['memory/tasks/x.markdown', 'memory/tasks/x.md'],
  ['memory/Tasks/x.md', 'memory/tasks/x.md'],
  ['memory/tasks/archived/x.md', 'memory/tasks/archive/x.md'],
  ['memory/tasks/2026/spring/x.md', 'memory/tasks/x.md'],
  [`${MEMORY}/devtools/Decisions.md`, `${MEMORY}/devtools/decisions.md`],
  [`${MEMORY}/devtools/archive/decisions-2025.md`, `${MEMORY}/devtools/_archive/decisions-2025.md`],
  [`${MEMORY}/devtools/common/api/decisions.md`, `${MEMORY}/devtools/common/decisions.md`],
  [`${MEMORY}/devtools/_index.yml`, `${MEMORY}/devtools/_index.yaml`],
  ['.working-memory/deploy/state.yml', '.working-memory/deploy/state.yaml'],
  ['.agent-memory/durable/a.JSON', '.agent-memory/durable/a.json'],
  ['.cowork/memory/project/Memory.json', '.cowork/memory/project/memory.json'],
])('%s was probably meant as %s', async (path, meant) => {
  expect(await found(path)).toEqual([`warning ${path}: ${meant}`])
})

test('what comes near to nothing is reported once for each folder', async () => {
  const paths = ['a.png', 'b.png', 'c.png', 'd.png', 'deep/e.pdf'].map((name) => `memory/pictures/${name}`)
  expect(await found(...paths)).toEqual([
    'info memory/pictures: The layout atomic does not read 4 files in its memory folder: a.png, b.png, c.png and 1 more',
    'info memory/pictures/deep: The layout atomic does not read 1 file in its memory folder: e.pdf',
  ])
})

test.each([
  'memory/README.md',
  'memory/tasks/Index.md',
  'memory/.obsidian/app.json',
  'memory/tasks/.gitkeep',
  'memory/tasks/x.md.tmp',
  'resources/workspaces/devtools/notes.txt',
  '.cursor/rules/sub/x.md',
])('nothing is said of %s', async (path) => {
  expect(await found(path, `${MEMORY}/devtools/decisions.md`)).toEqual([])
})
