import { describe, expect, test } from 'vitest'
import { isSameCommand, saidCommands } from '../../../src/formats/statements/commands.ts'
import { driftsBetween } from '../../../src/formats/statements/copies.ts'
import { findTurned } from '../../../src/formats/statements/instead.ts'
import { findNegations } from '../../../src/formats/statements/negations.ts'
import { findOtherNumbers } from '../../../src/formats/statements/numbers.ts'
import { statementsOfPage } from '../../../src/formats/statements/read-statements.ts'
import { repeatedStatements } from '../../../src/formats/statements/repeats.ts'

const files = (...texts: readonly string[]) =>
  texts.map((text, i) => ({ path: `${i}.md`, agent: '', statements: statementsOfPage(text) }))

describe('one thing instead of the other', () => {
  test.each([
    ['Use tabs instead of spaces.', 'Prefer spaces rather than tabs in new files.'],
    [
      'Create custom shell scripts for recurring jobs instead of Taskfiles.',
      'Create and use Taskfiles instead of creating custom shell scripts.',
    ],
  ])('%s', (a, b) => {
    expect(findTurned(files(a, b))).toMatchObject([
      { path: '1.md', line: 1, other: { path: '0.md', line: 1 } },
    ])
  })

  test.each([
    ['Use tabs instead of spaces.', 'Use tabs instead of spaces.'],
    ['Use tabs instead of spaces.', 'Use tabs instead of four blanks.'],
    [
      'State the code that is there, not code that was there.',
      'State the code that is there, not code that was there.',
    ],
  ])('none: %s', (a, b) => {
    expect(findTurned(files(a, b))).toEqual([])
  })
})

describe('the same sentence with another number', () => {
  test('is named with both', () => {
    const all = files(
      'After a restart wait 20s for the gateway.',
      'After a restart wait 60s for the gateway.',
    )
    expect(findOtherNumbers(all)).toEqual([expect.objectContaining({ path: '1.md', line: 1, says: '60s' })])
  })

  test.each([
    ['Step 1 runs the tests of the server.', 'Step 2 runs the tests of the server.'],
    ['Wait 20s first.', 'Wait 60s first.'],
    ['Wait 20s for the gateway, then 5 minutes.', 'Wait 60s for the gateway, then 5 minutes.'],
  ])('none: %s', (a, b) => {
    expect(findOtherNumbers(files(a, b))).toEqual([])
  })
})

describe('negations in other languages', () => {
  test.each([
    ['Не использовать сторонние шрифты в проекте.', 'Всегда использовать сторонние шрифты в проекте.'],
    ['禁止使用外部字体文件在项目中', '必须使用外部字体文件在项目中'],
  ])('%s', (a, b) => {
    expect(findNegations(files(a, b))).toHaveLength(1)
  })
})

describe('the command for one purpose', () => {
  test.each([
    ['Build: `npm run build`', ['build npm run build']],
    ['**Tests**: `pytest -q`', ['tests pytest -q']],
    ['| Lint | `ruff check .` |', ['lint ruff check .']],
    ['Build: `dist`', []],
    ['Build: `cd web && npm run build`', []],
    ['The build is `npm run build` and more', []],
  ] as const)('%s', (text, expected) => {
    expect(saidCommands(text).map(({ of, value }) => `${of} ${value}`)).toEqual(expected)
  })

  test('is the same with more behind it, or through another runner', () => {
    expect(isSameCommand('npm run test', 'npm test')).toBe(true)
    expect(isSameCommand('uv run pytest', 'pytest -q')).toBe(true)
    expect(isSameCommand('./build.ps1', './publish-all.ps1')).toBe(false)
  })
})

describe('copies of one line', () => {
  const drift = (a: string, b: string) =>
    driftsBetween(statementsOfPage(a), statementsOfPage(b), true).map(({ says, otherSays }) => [
      says,
      otherSays,
    ])

  test.each([
    [
      'Use HTTPException for expected errors and model them as responses of their own.',
      'Use HTTPException for unexpected errors and model them as responses of their own.',
      ['expected', 'unexpected'],
    ],
    [
      'Use **Azure OpenAI** as the default model provider.',
      'Use **Anthropic** as the default model provider.',
      ['Azure OpenAI', 'Anthropic'],
    ],
    [
      'Write the plan to `./plans/<module>.plan.md` before the code.',
      'Write the plan to `./docs/plans/<module>.plan.md` before the code.',
      ['./plans/<module>.plan.md', './docs/plans/<module>.plan.md'],
    ],
  ] as const)('%s', (a, b, expected) => {
    expect(drift(a, b).map((pair) => pair.map((one) => one.replaceAll('*', '').toLowerCase()))).toEqual([
      expected.map((one) => one.toLowerCase()),
    ])
  })

  test('a path with and without its folder is one place', () => {
    expect(
      drift(
        'The server writes the file `swagger.json` from its decorators at each build.',
        'The server writes the file `src/api/swagger.json` from its decorators at each build.',
      ),
    ).toEqual([])
  })

  test('what is only named as wrong is no other thing', () => {
    expect(
      drift(
        'Use the built-in types `list` and `dict` for annotations (not `typing.List`).',
        'Use the built-in types `list` and `dict` for annotations (e.g. `list`).',
      ),
    ).toEqual([])
  })
})

describe('what is said again in other words', () => {
  const FILLER = Array.from(
    { length: 8 },
    (_, i) => `## Part ${i}\n\nSentence number ${i} of another thing.\n`,
  ).join('\n')
  const again = (first: string, second: string) =>
    repeatedStatements(statementsOfPage(`# A\n\n${first}\n\n${FILLER}\n\n# B\n\n${second}\n`))

  test('is found where nearly all of its words are the same', () => {
    expect(
      again(
        'Include contextual information in log messages, which helps with debugging.',
        'Include contextual information in all log messages to help with debugging.',
      ),
    ).toHaveLength(1)
  })

  test.each([
    [
      'a question of a list of checks',
      'Include contextual information in all log messages for debugging and audits.',
      'Is contextual information included in all log messages for debugging and audits?',
    ],
    [
      'a line that ends in a colon of another width',
      '当收到包含系统检查的消息时请运行检查脚本：',
      '当收到包含备份检查的消息时请运行检查脚本：',
    ],
    [
      'a statement with another number',
      'Keep all log messages for debugging of the server for 20 days.',
      'Keep log messages for debugging of the server for 30 days.',
    ],
  ])('is not %s', (_, first, second) => {
    expect(again(first, second)).toEqual([])
  })

  test('is not the next line of one list', () => {
    const list =
      '- Every story with a status of `TODO` or `DONE` has to be on the board.\n- Every sub-task with a status of `TODO` or `DONE` has to be on the board of its own story.\n'
    expect(repeatedStatements(statementsOfPage(`${FILLER}\n${list}`))).toEqual([])
  })

  test('is not the head of a table, which only names its columns', () => {
    const table =
      '| Name of the tool | What it is for | When to use it |\n| --- | --- | --- |\n| a | b | c |\n'
    expect(statementsOfPage(table).map(({ text }) => text)).toEqual(['| a | b | c |'])
  })
})
