import { describe, expect, test } from 'vitest'
import { readChoices } from '../../../src/formats/statements/read-choices.ts'
import type { Statement } from '../../../src/formats/statements/read-statements.ts'

function said(text: string, part: Partial<Statement> = {}): readonly string[] {
  const statement: Statement = { line: 1, lastLine: 1, form: 'sentence', under: '', text, ...part }
  return readChoices([statement], [text]).map(
    ({ topic, of, how, value }) => `${topic}${of === '' ? '' : ` of ${of}`} ${how} ${value}`,
  )
}

const JS = 'package manager of JavaScript'

test.each([
  [
    'Regenerate the gRPC stubs with `buf generate`.',
    ['command of “regenerate grpc stubs” says buf generate'],
  ],
  [
    'To regenerate the gRPC stubs, run `make generate`.',
    ['command of “regenerate grpc stubs” says make generate'],
  ],
  [
    'Run `buf generate` to regenerate the gRPC stubs before a commit.',
    ['command of “regenerate grpc stubs” says buf generate'],
  ],
  ['If the stubs are old, regenerate them with `buf generate`.', []],
  ['Name the files of a route with `route.ts`.', []],
  [
    'Write end-to-end specs in Cypress, under `cypress/e2e/`',
    ['end-to-end runner of JavaScript says cypress'],
  ],
  ['Install the backend dependencies with Yarn.', ['package manager of JavaScript says yarn']],
  ['PR のベースブランチは `main` とする', ['base branch says main']],
  ['作業ブランチは `develop` から切り、PR も `develop` に向ける', ['base branch says develop']],
  ['プルリクエストの base は `develop` とする', ['base branch says develop']],
  ['所有功能分支从 `develop` 切出。', ['base branch says develop']],
  ['1 行は 80 文字までとし、超える場合は改行する', ['line width says 80']],
  ['**版本**：Python 3.10，不使用更新版本的语法', ['version of python says 3.10']],
  ['关键业务逻辑覆盖率: 100%', []],
  ['整体测试覆盖率必须达到 90% 以上。', ['test coverage says 90 %']],
  ['Target Go 1.23 in the Core Agent; newer APIs are not available.', ['version of go says 1.23']],
])('%s', (text, expected) => {
  expect(said(text)).toEqual(expected)
})

test('commands of two package managers below one heading are one for the other', () => {
  const line = (text: string, under: string): Statement => ({
    line: 1,
    lastLine: 1,
    form: 'code',
    under,
    text,
  })
  const choices = (...all: readonly Statement[]) => readChoices(all, ['']).map(({ value }) => value)
  expect(choices(line('npm install a-package', 'Install'), line('yarn add a-package', 'Install'))).toEqual([])
  expect(choices(line('npm install', 'Install'), line('yarn add a-package', 'Add'))).toEqual(['npm', 'yarn'])
})

describe('the package manager', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['Package manager: npm', [`${JS} says npm`]],
    ['**Package Manager**: `pnpm` (mandatory)', [`${JS} says pnpm`]],
    ['Use `pnpm`, never `npm`.', [`${JS} says pnpm`, `${JS} not npm`]],
    ['STRICTLY USE `pnpm` and not `npm`', [`${JS} says pnpm`, `${JS} not npm`]],
    [
      '**Use pnpm** for package management (never npm or yarn)',
      [`${JS} says pnpm`, `${JS} not npm`, `${JS} not yarn`],
    ],
    ['This repo uses pnpm as the package manager and script runner.', [`${JS} says pnpm`]],
    ['Use bun not npm.', [`${JS} says bun`, `${JS} not npm`]],
    [
      'Use uv for dependency management, not pip.',
      ['package manager of Python says uv', 'package manager of Python not pip'],
    ],
    ['Packages are added and upgraded with Yarn from inside `web/`.', [`${JS} says yarn`]],
    ['Dependencies are updated with npm run update.', []],
    ['Use `npm audit` to look for vulnerabilities', ['command of “look vulnerabilities” says npm audit']],
    ['Use `npm run debug:query` for structured queries', []],
    [
      'Install with `yarn install` and add packages with `yarn add <name>`.',
      [`${JS} runs yarn`, `${JS} runs yarn`],
    ],
    ['Do not run `yarn install` here.', []],
    ['Use Bun APIs when possible, like `Bun.file()`', []],
    ['Use `bun` as the runtime environment and script runner', []],
    ['If you use npm, delete the lockfile first.', []],
    ['Use npm or pnpm.', []],
    ['Publish the package with npm.', []],
  ]
  test.each(cases)('%s', (text, expected) => {
    expect(said(text)).toEqual(expected)
  })

  test.each([
    ['npm install', [`${JS} runs npm`]],
    ['npm ci && npm run build', [`${JS} runs npm`]],
    ['pnpm i --frozen-lockfile   # dependencies', [`${JS} runs pnpm`]],
    ['uv sync', ['package manager of Python runs uv']],
    ['npm install -g lamdera', []],
    ['npm install express', []],
    ['npm install -g', []],
    ['cd web && npm install', []],
    ['npm --prefix web ci', []],
    ['npm run dev', []],
    [
      'npx biome check --write src',
      ['linter of JavaScript runs biome', 'formatter of JavaScript runs biome'],
    ],
    ['pnpm jest src/a.test.ts', ['test runner of JavaScript runs jest']],
    ['pnpm add -g turbo', []],
    ['npm install  # never', []],
  ] as const)('the command %s', (text, expected) => {
    expect(said(text, { form: 'code' })).toEqual(expected)
  })

  test('below a heading that turns the meaning, and at a cross, nothing is said', () => {
    expect(said('Use npm.', { under: 'Rules > Don’t' })).toEqual([`${JS} says npm`])
    expect(said('Use npm.', { under: "Rules > Don't" })).toEqual([])
    expect(said('Use npm.', { under: 'Migration from npm' })).toEqual([])
    expect(said('❌ Use npm.')).toEqual([])
  })
})

describe('style', () => {
  test.each([
    ['Maintain 2-space indentation', ['indentation says 2 spaces']],
    ['Indent with tabs', ['indentation says tabs']],
    ['Use tabs, not spaces', ['indentation says tabs']],
    ['Spaces, never tabs', ['indentation says spaces']],
    ['Indentation: four spaces', ['indentation says 4 spaces']],
    [
      'TypeScript: 2-space indent; `camelCase` for names (e.g., `userId`).',
      ['indentation of JavaScript says 2 spaces'],
    ],
    [
      'Indentation: 2 spaces for TypeScript, 4 spaces for Python',
      ['indentation of JavaScript says 2 spaces', 'indentation of Python says 4 spaces'],
    ],
    ['2 or 4 spaces of indentation', []],
    ['Indent nested lists by 4 spaces', []],
    ['Leave two spaces between sentences', []],
    ['Use single quotes for strings', ['quotes says single quotes']],
    ['Strings: double quotes, not single quotes', ['quotes says double quotes']],
    ['Use single quotes in Python', ['quotes of Python says single quotes']],
    ['Use double quotes for attributes', []],
    ['Paths with blanks go into double quotes', []],
    ['No semicolons', ['semicolon style says no semicolons']],
    ['TypeScript without semicolons.', ['semicolon style of JavaScript says no semicolons']],
    ['Semicolons: always', ['semicolon style says semicolons']],
    ['Always use semicolons in TypeScript', ['semicolon style of JavaScript says semicolons']],
    ['Every statement ends with a semicolon', ['semicolon style says semicolons']],
    ['Use semicolons to separate tags', []],
    ['Do not put semicolons between commands of a shell', []],
    ['Avoid unnecessary semicolons', []],
    ['No semicolons in types', []],
    ['Semicolons at the end of statements', ['semicolon style says semicolons']],
    ['No semicolons in commit messages', []],
    ['Use semicolons or not, as the file does', []],
    ['Line length: 100', ['line width says 100']],
    ["Keep Ruff's 100-character line length.", ['line width says 100']],
    ['Keep lines under 120 characters', ['line width says 120']],
    ['Max 80 characters per line', ['line width says 80']],
    ['Subject line under 72 characters', ['commit subject says 72']],
    ['Wrap prose at lines of 80 characters', []],
  ] as const)('%s', (text, expected) => {
    expect(said(text)).toEqual(expected)
  })
})

describe('versions', () => {
  test.each([
    [
      'Built with Astro 5, React 19, Supabase, and Stripe.',
      ['version of astro says 5', 'version of react says 19'],
    ],
    ['**Framework**: Next.js 14.2.32 (App Router)', ['version of next says 14']],
    ['Stack: React 19 + Vite (`src/ui/`), one image.', ['version of react says 19']],
    ['This is a Next.js 14 portfolio and blog website', ['version of next says 14']],
    ['Python 3.11+', ['version of python says 3.11+']],
    ['Node.js >= 20', ['version of node says 20+']],
    ['**Runtime**: Node.js 20 + `tsx` for dev', ['version of node says 20']],
    ['Data: SQLAlchemy 2.0 (async)', ['version of sqlalchemy says 2']],
    ['React Native 0.76, Expo SDK 52', ['version of expo says 52']],
    ['In React 19, `ref` is a prop', []],
    ['React 19 APIs', []],
    ['Use Python 3.11+ typing: `str | None`', []],
    ['Migrated from React 17 to React 18', []],
    ['Angular 17-20 (standalone components)', []],
    ['Testing Library (React 16.3.1, User Event 14.6.1)', []],
    ['Vercel with @vercel/node 5.6.3', []],
    ['React 18 and React 19', []],
    ['Python 3', []],
  ] as const)('%s', (text, expected) => {
    expect(said(text)).toEqual(expected)
  })
})

describe('tools, branches and limits', () => {
  const tests = 'test runner of JavaScript'
  test.each([
    ['**Testing**: Vitest + Testing Library', [`${tests} says vitest`]],
    ['Unit Testing: Jasmine + Karma', [`${tests} says jasmine`]],
    ['Use Vitest for testing', [`${tests} says vitest`]],
    ['Frameworks: Jest for unit tests; Playwright for the rest.', [`${tests} says jest`]],
    ['**Linting**: ESLint with its recommended rules', ['linter of JavaScript says eslint']],
    ['Format with Prettier', ['formatter of JavaScript says prettier']],
    ['Tests (e.g., Playwright, Jest) cover what matters', []],
    ['Linting: ESLint or Biome', []],
    ['jest.mock is hoisted', []],
    ['The default branch in this repo is `master`.', ['base branch says master']],
    ['Default branch: `dev`', ['base branch says dev']],
    ['Base branch: main, or develop for hotfixes', []],
    ['Keep functions modular and under 50 lines.', ['longest function says 50']],
    ['Rust functions: max 60 lines', ['longest function of Rust says 60']],
    ['Files must not exceed 300 lines', ['longest file says 300']],
    ['For small files (< 100 lines)', []],
    ['Functions have 20 to 30 lines', []],
  ] as const)('%s', (text, expected) => {
    expect(said(text)).toEqual(expected)
  })
})

test.each([
  ['We run the suite with Vitest.', ['test runner of JavaScript says vitest']],
  ['Tests are written for Jest: stubs first', ['test runner of JavaScript says jest']],
  ['Format and lint with Biome.', ['linter of JavaScript says biome', 'formatter of JavaScript says biome']],
  [
    'Prettier owns all formatting: single quotes, semicolons',
    ['quotes says single quotes', 'formatter of JavaScript says prettier'],
  ],
  [
    'Prettier formats, ESLint lints.',
    ['linter of JavaScript says eslint', 'formatter of JavaScript says prettier'],
  ],
  ['PRs go against `develop`, and only after a green run.', ['base branch says develop']],
  ['Target Java 17: records are fine.', ['version of java says 17']],
  ['**Dart**: 2.19, so no records or patterns', ['version of dart says 2.19']],
  ['Build and test with the .NET 8 SDK', ['version of dotnet says 8']],
  ['The toolchain is Rust 1.70', ['version of rust says 1.70']],
  ['로컬 Node.js는 v20 LTS로 맞춰서 사용하세요.', ['version of node says 20']],
  ['한 줄은 최대 120자까지만 작성하고', ['line width says 120']],
  ['测试覆盖率不得低于 85%', ['test coverage says 85 %']],
  [
    'Run the suite with `pytest` before a commit',
    ['test runner of Python says pytest', 'test runner of Python runs pytest'],
  ],
  [
    'Biome lints and formats instead of ESLint',
    ['linter of JavaScript says biome', 'formatter of JavaScript says biome'],
  ],
  ['Jest/Vitest run the tests', []],
  ['ESLint warnings about tests are ignored', []],
  ['Branch off `develop` and open a merge request against it', ['base branch says develop']],
  ['`dev` is the default branch', ['base branch says dev']],
  ['CI runs on every PR to main', []],
  ['Promote dev to main with a PR', []],
  ['Keep every component under 350 lines and split it when it gets longer.', ['longest component says 350']],
  ['Split any function that grows beyond 100 lines', ['longest function says 100']],
  ['Split core/jobs.py (1834 lines) into smaller modules', []],
  ['Test coverage must stay above 80%', ['test coverage says 80 %']],
  ['Branch coverage is 71% now', []],
  ['| Next.js | 14 (App Router) | Framework |', ['version of next says 14']],
  ['| **语言** | TypeScript | 5.0.0+ |', ['version of typescript says 5+']],
  ['런타임 — Node.js 20 LTS 고정.', ['version of node says 20']],
  ['Node.js 20 を使わない', []],
  ['My framework is React (version 18.2.0)', ['version of react says 18']],
  ['Крейт собирается в edition 2024 — без оглядки', ['version of rust edition says 2024']],
  ['When a package is missing, install it with `yarn add`', ['package manager of JavaScript runs yarn']],
  ['Indent YAML with four spaces, including list items under a key.', ['indentation of YAML says 4 spaces']],
  ['Indent with tabs, one a level, never with spaces', ['indentation says tabs']],
  ['Wrap lines at 88 characters.', ['line width says 88']],
  ['Code may run to 100 characters a line before it is broken', ['line width says 100']],
  [
    'Indent TSX with tabs, so that deeply nested lists stay readable',
    ['indentation of JavaScript says tabs'],
  ],
  ['String literals take single quotes, except where one has an apostrophe', ['quotes says single quotes']],
  ['Install and build under Node 20; newer ones were not tried', ['version of node says 20']],
  ['The server is run on JDK 17, so point `JAVA_HOME` there', ['version of java says 17']],
  ['Anything in Python goes through Black before a commit', ['formatter of Python says black']],
  ['Work on a topic branch cut from `main` when you open a pull request', ['base branch says main']],
  [
    'Functions are short enough to read: 40 lines is the ceiling, test helpers included',
    ['longest function says 40'],
  ],
  ['Keep components under 150 lines, split if larger', ['longest component says 150']],
  ['Formatter: dprint', ['formatter of JavaScript says dprint']],
  ['The workspace is on Rust edition 2021.', ['version of rust edition says 2021']],
  ['Prerequisites: the .NET 9 SDK and PowerShell.', ['version of dotnet says 9']],
  ['New PRs: base `main`, ready for review.', ['base branch says main']],
  ['Open it with `gh pr create --base dev` as a PR', ['base branch says dev']],
])('%s', (text, expected) => {
  expect(said(text)).toEqual(expected)
})

test('a section about commits says which branch the others are based on, and nothing else of the code', () => {
  expect(said('New PRs: base `main`.', { under: 'PR and commit' })).toEqual(['base branch says main'])
  expect(said('Wrap lines at 72 characters.', { under: 'Commit messages' })).toEqual([])
})

describe('a version with the reason behind it', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['The module targets Go 1.22, so stay away from what came later.', ['version of go says 1.22']],
    ['Use Node.js 22; older versions fail on the built-in `WebSocket`', ['version of node says 22']],
    ['Minimum supported interpreter is Python 3.12, so use `type` aliases', ['version of python says 3.12+']],
    ['Upgraded from Node 18; Node 22', ['version of node says 22']],
    ['Use React 18; the app of the shop uses React 19', []],
  ]
  test.each(cases)('%s', (text, choices) => {
    expect(said(text)).toEqual(choices)
  })
})

describe('what a statement says before its reasons', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['Lint with Biome - a phase is not done while it reports anything', ['linter of JavaScript says biome']],
    [
      'Write strings with double quotes, single quotes only where one is inside',
      ['quotes says double quotes'],
    ],
    ['Function length: at most 50 lines', ['longest function says 50']],
    ['Keep functions short and single-purpose (<20 lines).', ['longest function says 20']],
    ['The base of every pull request is `main`.', ['base branch says main']],
    ['Open the PR against `develop`; releases are cut from there.', ['base branch says develop']],
    ['Open the PR against `develop` or `main`', []],
    ['Java 21', ['version of java says 21']],
    ['런타임 — Node.js 20 LTS', ['version of node says 20']],
  ]
  test.each(cases)('%s', (text, choices) => {
    expect(said(text)).toEqual(choices)
  })
})

describe('what statements in other languages say', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      '字符串字面量一律使用双引号，只有字符串内部含有双引号时才换用另一种引号。',
      ['quotes says double quotes'],
    ],
    ['使用单引号，不要使用双引号', ['quotes says single quotes']],
    [
      'Sangría de **4 espacios** en TypeScript; nunca tabuladores.',
      ['indentation of JavaScript says 4 spaces'],
    ],
    ['들여쓰기는 스페이스 2칸', ['indentation says 2 spaces']],
    ['インデントはスペース4つ', ['indentation says 4 spaces']],
    ['한 줄은 80자를 넘기지 않는다. 길어지면 인자 단위로 줄을 나눈다.', ['line width says 80']],
    ['每行不超过 100 个字符', ['line width says 100']],
    ['Las líneas no pasan de 100 caracteres', ['line width says 100']],
    [
      'コードの整形は Prettier、静的解析は ESLint で行います。',
      ['formatter of JavaScript says prettier', 'linter of JavaScript says eslint'],
    ],
    ['パッケージ管理は pnpm を使う', [`${JS} says pnpm`]],
    ['Prettier による整形は使わない', []],
    ['コードの整形に Prettier は使いません', []],
    ['函数不超过 50 行', ['longest function says 50']],
    ['如果使用双引号，请转义', []],
    ['Отступы: 2 пробела, без табуляции', ['indentation says 2 spaces']],
    ['Le fichier a 80 lignes', []],
  ]
  test.each(cases)('%s', (text, choices) => {
    expect(said(text)).toEqual(choices)
  })
})
