import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { configurationOf, verdictOn } from '../../../src/formats/configured/verdict.ts'
import type { Choice } from '../../../src/formats/statements/choice.ts'

type Files = { readonly [path: string]: string }

function verdict(
  files: Files,
  choice: Omit<Choice, 'how'> & { readonly how?: Choice['how'] },
  at = '',
): string {
  const found = verdictOn({ how: 'says', ...choice }, configurationOf(new Map(Object.entries(files))), at)
  return found.kind === 'refuted' ? `${found.path}: ${found.value}` : found.kind
}

const manifest = (fields: object): string => JSON.stringify(fields)

test('a style for files of another language is none for JavaScript', () => {
  const style = manifest({
    singleQuote: true,
    overrides: [{ files: ['*.scss', '*.css'], options: { singleQuote: false } }],
  })
  const choice = { topic: 'quotes', of: 'JavaScript', value: 'double quotes' } as const
  expect(verdict({ '.prettierrc': style }, choice)).toBe('.prettierrc: single quotes')
})

test('what holds for any language is known in a folder with one of them', () => {
  const files = { 'api/pyproject.toml': '[tool.ruff]\nline-length = 88\n', 'web/package.json': '{}' }
  const choice = { topic: 'line width', of: '', value: '120' } as const
  expect([verdict(files, choice), verdict(files, choice, 'api')]).toEqual([
    'unknown',
    'api/pyproject.toml: 88',
  ])
})

test('rules of Ruff that have the name of another linter are not that linter', () => {
  const files = { 'pyproject.toml': '[tool.ruff.lint.flake8-quotes]\ninline-quotes = "double"\n' }
  expect(verdict(files, { topic: 'linter', of: 'Python', value: 'flake8' })).toBe('pyproject.toml: ruff')
})

test('the least coverage of the tests', () => {
  const choice = { topic: 'test coverage', of: '', value: '80 %' } as const
  expect(verdict({ 'pytest.ini': 'addopts = --cov-fail-under=90\n' }, choice)).toBe('pytest.ini: 90 %')
  expect(verdict({ 'pyproject.toml': '[tool.coverage.report]\nfail_under = 80\n' }, choice)).toBe('agrees')
})

describe('the package manager', () => {
  const choice = { topic: 'package manager', of: 'JavaScript', value: 'npm' } as const

  test.each([
    [{ 'pnpm-lock.yaml': '' }, 'pnpm-lock.yaml: pnpm'],
    [{ 'web/pnpm-lock.yaml': '', 'bun.lock': '' }, 'bun.lock: bun'],
    [{ 'pnpm-lock.yaml': '', 'docs/package-lock.json': '' }, 'agrees'],
    [{ 'package.json': manifest({ packageManager: 'yarn@4.1.0' }) }, 'package.json: yarn'],
    [{ 'package.json': '{ broken' }, 'unknown'],
    [{ 'uv.lock': '' }, 'unknown'],
    [{}, 'unknown'],
  ] as const)('%j', (files, expected) => {
    expect(verdict(files, choice)).toBe(expected)
  })

  test('what another folder locks says nothing of this one', () => {
    const files = { 'b/pnpm-lock.yaml': '' }
    expect(verdict(files, choice, 'a')).toBe('unknown')
    expect(verdict(files, choice, 'b')).toBe('b/pnpm-lock.yaml: pnpm')
    expect(verdict(files, choice, 'b/docs')).toBe('b/pnpm-lock.yaml: pnpm')
    expect(verdict({ 'a/x/pnpm-lock.yaml': '' }, choice, 'a')).toBe('a/x/pnpm-lock.yaml: pnpm')
  })

  test('a project of .NET says its version and its runner of tests', () => {
    const files = {
      'a/A.csproj': '<TargetFrameworks>net8.0;net9.0</TargetFrameworks>',
      'b/B.csproj':
        '<TargetFramework>net8.0</TargetFramework><PackageReference Include="xunit" Version="2" />',
    }
    expect(verdict(files, { topic: 'version', of: 'dotnet', value: '9' })).toBe('agrees')
    expect(verdict(files, { topic: 'version', of: 'dotnet', value: '6' })).toBe('a/A.csproj: =8')
    expect(verdict(files, { topic: 'test runner', of: 'C#', value: 'nunit' })).toBe('b/B.csproj: xunit')
    const odd = { 'A.csproj': '<TargetFramework>$(Framework)</TargetFramework>' }
    expect(verdict(odd, { topic: 'version', of: 'dotnet', value: '6' })).toBe('unknown')
  })

  test('what Dart is needed', () => {
    const files = { 'pubspec.yaml': "environment:\n  sdk: '>=3.0.0 <4.0.0'\n" }
    expect(verdict(files, { topic: 'version', of: 'dart', value: '2.19' })).toBe(
      'pubspec.yaml: >=3.0.0 <4.0.0',
    )
    expect(verdict(files, { topic: 'version', of: 'dart', value: '3.2' })).toBe('agrees')
  })

  test('what Rust is needed, and which is installed', () => {
    const choice = { topic: 'version', of: 'rust', value: '1.70' } as const
    expect(verdict({ 'Cargo.toml': 'rust-version = "1.75.0"' }, choice)).toBe('Cargo.toml: >=1.75.0')
    expect(verdict({ 'rust-toolchain.toml': '[toolchain]\nchannel = "1.70.0"' }, choice)).toBe('agrees')
    expect(verdict({ 'rust-toolchain': 'stable\n' }, choice)).toBe('unknown')
  })

  test('every manager of Python reads requirements', () => {
    const uv = { topic: 'package manager', of: 'Python', value: 'uv' } as const
    expect(verdict({ 'requirements.txt': '' }, uv)).toBe('unknown')
    expect(verdict({ 'requirements.txt': '' }, { ...uv, value: 'pip', how: 'not' })).toBe('unknown')
    expect(verdict({ 'poetry.lock': '' }, uv)).toBe('poetry.lock: poetry')
  })

  test('what is never used is not the only one that is locked', () => {
    expect(verdict({ 'package-lock.json': '' }, { ...choice, how: 'not' })).toBe('package-lock.json: npm')
    expect(verdict({ 'package-lock.json': '', 'yarn.lock': '' }, { ...choice, how: 'not' })).toBe('unknown')
    expect(verdict({ 'yarn.lock': '' }, { ...choice, how: 'not' })).toBe('unknown')
  })
})

describe('versions', () => {
  test.each([
    ['^18.2.0', '18', 'agrees'],
    ['^18.2.0', '19', 'package.json: ^18.2.0'],
    ['^18.2.0', '17+', 'agrees'],
    ['^18.2.0', '19+', 'package.json: ^18.2.0'],
    ['^17 || ^18', '18', 'agrees'],
    ['>=17', '19', 'agrees'],
    ['>=17 <19', '19', 'package.json: >=17 <19'],
    ['17 - 18', '18', 'agrees'],
    ['18.x', '18', 'agrees'],
    ['19.0.0-rc.1', '19', 'agrees'],
    ['latest', '18', 'unknown'],
    ['workspace:*', '18', 'unknown'],
    ['catalog:', '18', 'unknown'],
    ['*', '18', 'unknown'],
  ])('react %s, stated %s', (range, value, expected) => {
    const files = { 'package.json': manifest({ dependencies: { react: range } }) }
    expect(verdict(files, { topic: 'version', of: 'react', value })).toBe(expected)
  })

  test.each([
    [{ 'package.json': manifest({ engines: { node: '>=20' } }) }, '18+', 'package.json: >=20'],
    [{ 'package.json': manifest({ engines: { node: '>=20' } }) }, '22', 'agrees'],
    [{ 'package.json': manifest({ engines: { node: '>=18' } }), '.nvmrc': 'v22.1.0\n' }, '20', 'agrees'],
    [{ '.nvmrc': 'v22.1.0\n' }, '20', '.nvmrc: =22.1.0'],
    [{ '.nvmrc': '22\n' }, '20+', 'agrees'],
    [{ '.nvmrc': 'lts/*\n' }, '20', 'unknown'],
  ])('node in %j, stated %s', (files, value, expected) => {
    expect(verdict(files, { topic: 'version', of: 'node', value })).toBe(expected)
  })

  test.each([
    ['requires-python = ">=3.11"', '3.11+', 'agrees'],
    ['requires-python = ">=3.11"', '3.12+', 'agrees'],
    ['requires-python = ">=3.11"', '3.10+', 'pyproject.toml: >=3.11'],
    ['requires-python = ">=3.11,<3.13"', '3.13', 'pyproject.toml: >=3.11,<3.13'],
    ['python = "^3.11"', '3.12', 'agrees'],
    ['requires-python = "==3.12.*"', '3.12', 'agrees'],
    ['requires-python = "~=3.11"', '3.10', 'pyproject.toml: ~=3.11'],
  ])('python %s, stated %s', (line, value, expected) => {
    expect(
      verdict({ 'pyproject.toml': `[project]\n${line}\n` }, { topic: 'version', of: 'python', value }),
    ).toBe(expected)
  })

  test('one package of many that agrees is enough', () => {
    const files = {
      'package.json': manifest({ dependencies: { react: '^18.0.0' } }),
      'apps/docs/package.json': manifest({ dependencies: { react: '^19.0.0' } }),
    }
    expect(verdict(files, { topic: 'version', of: 'react', value: '19' })).toBe('agrees')
  })

  test('other manifests', () => {
    expect(
      verdict({ 'go.mod': 'module x\n\ngo 1.23.1\n' }, { topic: 'version', of: 'go', value: '1.21+' }),
    ).toBe('go.mod: >=1.23.1')
    expect(
      verdict({ 'go.mod': 'module x\n\ngo 1.21\n' }, { topic: 'version', of: 'go', value: '1.22' }),
    ).toBe('agrees')
    const composer = manifest({ require: { php: '^8.2', 'laravel/framework': '^11.0|^12.0' } })
    expect(verdict({ 'composer.json': composer }, { topic: 'version', of: 'php', value: '8.1' })).toBe(
      'composer.json: ^8.2',
    )
    expect(
      verdict({ 'composer.json': composer }, { topic: 'version', of: 'laravel/framework', value: '12' }),
    ).toBe('agrees')
    expect(
      verdict({ 'requirements.txt': 'Django==4.2.1\n' }, { topic: 'version', of: 'django', value: '5' }),
    ).toBe('requirements.txt: ==4.2.1')
  })
})

describe('style', () => {
  const editorconfig =
    'root = true\n\n[*]\nindent_style = space\nindent_size = 2\n\n[*.py]\nindent_size = 4\n\n[Makefile]\nindent_style = tab\n'

  test.each([
    [{ '.editorconfig': editorconfig }, 'JavaScript', '2 spaces', 'agrees'],
    [{ '.editorconfig': editorconfig }, 'JavaScript', '4 spaces', '.editorconfig: 2 spaces'],
    [{ '.editorconfig': editorconfig }, 'Python', '4 spaces', 'agrees'],
    [{ '.editorconfig': editorconfig }, '', 'tabs', '.editorconfig: 2 spaces'],
    [{ '.editorconfig': editorconfig }, '', 'spaces', 'agrees'],
    [{ '.prettierrc': '{ "useTabs": true }' }, '', '2 spaces', '.prettierrc: tabs'],
    [{ '.prettierrc': '{ "useTabs": true }', 'go.mod': '', 'package.json': '{}' }, '', '2 spaces', 'unknown'],
    [{ '.prettierrc': '"@company/prettier-config"' }, '', '4 spaces', 'unknown'],
    [{ 'biome.json': '{}' }, 'JavaScript', '2 spaces', 'biome.json: tabs'],
    [{ 'package.json': '{ "prettier": { "tabWidth": 4 } }' }, '', '2 spaces', 'package.json: 4 spaces'],
  ] as const)('indentation in %j: %s %s', (files, of, value, expected) => {
    expect(verdict(files, { topic: 'indentation', of, value })).toBe(expected)
  })

  test('quotes and widths', () => {
    const prettier = { '.prettierrc.yaml': 'singleQuote: true\nprintWidth: 100\n' }
    expect(verdict(prettier, { topic: 'quotes', of: '', value: 'double quotes' })).toBe(
      '.prettierrc.yaml: single quotes',
    )
    expect(verdict(prettier, { topic: 'line width', of: '', value: '100' })).toBe('agrees')
    expect(verdict(prettier, { topic: 'line width', of: '', value: '80' })).toBe('.prettierrc.yaml: 100')
    const ruff = { 'pyproject.toml': '[tool.ruff]\nline-length = 100\n' }
    expect(verdict(ruff, { topic: 'line width', of: 'Python', value: '88' })).toBe('pyproject.toml: 100')
    expect(
      verdict(
        { ...prettier, 'eslint.config.js': '"max-len": [2, 120]' },
        { topic: 'line width', of: '', value: '120' },
      ),
    ).toBe('unknown')
  })
})

describe('semicolons', () => {
  const on = { topic: 'semicolon style', of: '' } as const

  test.each([
    [{ '.prettierrc': '{ "semi": false }' }, 'semicolons', '.prettierrc: no semicolons'],
    [{ '.prettierrc': '{}' }, 'no semicolons', '.prettierrc: semicolons'],
    [{ '.prettierrc': '{}' }, 'semicolons', 'agrees'],
    [
      { 'biome.json': '{ "javascript": { "formatter": { "semicolons": "asNeeded" } } }' },
      'no semicolons',
      'agrees',
    ],
    [{ '.prettierrc': '{}', 'eslint.config.js': '"semi": [2, "never"]' }, 'no semicolons', 'unknown'],
    [{ 'package.json': '{ "prettier": "@company/style" }' }, 'no semicolons', 'unknown'],
  ] as const)('%j: %s', (files, value, expected) => {
    expect(verdict(files, { ...on, value })).toBe(expected)
  })
})

describe('tools', () => {
  const jest = {
    'package.json': manifest({ devDependencies: { 'ts-jest': '1', 'eslint-config-next': '1' } }),
  }

  test.each([
    ['test runner', 'vitest', 'package.json: jest'],
    ['test runner', 'jest', 'agrees'],
    ['linter', 'biome', 'package.json: eslint'],
    ['formatter', 'prettier', 'unknown'],
  ] as const)('%s %s', (topic, value, expected) => {
    expect(verdict(jest, { topic, of: 'JavaScript', value })).toBe(expected)
  })

  test('the edition of Rust, and the SDK of .NET', () => {
    const files = {
      'Cargo.toml': '[package]\nedition = "2024"\n',
      'global.json': '{ "sdk": { "version": "10.0.100" } }',
    }
    const said = (of: string, value: string): string => verdict(files, { topic: 'version', of, value })
    expect(said('rust edition', '2021')).toBe('Cargo.toml: =2024')
    expect(said('rust edition', '2024')).toBe('agrees')
    expect(said('dotnet', '9')).toBe('global.json: >=10')
    expect(said('dotnet', '10')).toBe('agrees')
  })

  test('of Python', () => {
    const files = { 'pyproject.toml': '[project.optional-dependencies]\ndev = ["ruff>=0.5"]\n' }
    expect(verdict(files, { topic: 'linter', of: 'Python', value: 'flake8' })).toBe('pyproject.toml: ruff')
    expect(verdict(files, { topic: 'linter', of: 'Python', value: 'ruff' })).toBe('agrees')
  })
})

test('the order of files does not matter, and no text of a file throws', () => {
  const names = [
    'package.json',
    '.editorconfig',
    '.prettierrc',
    'biome.json',
    'pyproject.toml',
    'go.mod',
    '.nvmrc',
    'web/package.json',
  ]
  const topics = ['package manager', 'indentation', 'quotes', 'line width', 'version', 'test runner'] as const
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.string(), fc.json())), {
        selector: ([name]) => name,
      }),
      fc.constantFrom(...topics),
      fc.constantFrom('2 spaces', 'npm', '80', '18', '18+', 'vitest'),
      (files, topic, value) => {
        const choice = { topic, of: topic === 'version' ? 'node' : '', value, how: 'says' as const }
        const one = verdictOn(choice, configurationOf(new Map(files)), '')
        expect(verdictOn(choice, configurationOf(new Map(files.toReversed())), '')).toEqual(one)
      },
    ),
  )
})

describe('the version of Java', () => {
  const choice = { topic: 'version', of: 'java', value: '21' } as const

  test.each([
    [{ 'pom.xml': '<java.version>17</java.version>' }, 'pom.xml: =17'],
    [{ 'pom.xml': '<maven.compiler.release>21</maven.compiler.release>' }, 'agrees'],
    [{ 'server/build.gradle.kts': 'jvmToolchain(17)' }, 'server/build.gradle.kts: =17'],
    [{ 'app/build.gradle.kts': 'languageVersion = JavaLanguageVersion.of(17)' }, 'app/build.gradle.kts: =17'],
    [{ 'build.gradle': 'sourceCompatibility = JavaVersion.VERSION_1_8' }, 'build.gradle: =8'],
    [{ 'build.gradle': "sourceCompatibility = '21'" }, 'agrees'],
    [{ 'pom.xml': '<project/>' }, 'unknown'],
  ] as const)('%j', (files, expected) => {
    expect(verdict(files, choice)).toBe(expected)
  })
})
