import type { Topic } from '../statements/choice.ts'
import { endingsOf, LANGUAGE_NAMES } from '../statements/choice.ts'

/** What a file of configuration holds about a topic; `value` is null where it may hold anything. */
export type Held = {
  readonly topic: Topic
  /** A language or a package, as a choice has it. */
  readonly of: string
  readonly value: string | null
  readonly path: string
}

type Part = Omit<Held, 'path'>

const JS = 'JavaScript'

/** What a file of configuration holds. */
export function heldIn(path: string, text: string): readonly Held[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return [...byName(name), ...byText(name, text)].map((one) => ({ ...one, path }))
}

const LOCKS: { readonly [name: string]: readonly [of: string, manager: string] } = {
  'package-lock.json': [JS, 'npm'],
  'npm-shrinkwrap.json': [JS, 'npm'],
  'pnpm-lock.yaml': [JS, 'pnpm'],
  'yarn.lock': [JS, 'yarn'],
  'bun.lock': [JS, 'bun'],
  'bun.lockb': [JS, 'bun'],
  'uv.lock': ['Python', 'uv'],
  'poetry.lock': ['Python', 'poetry'],
  Pipfile: ['Python', 'pipenv'],
  'Pipfile.lock': ['Python', 'pipenv'],
}

const TOOL_FILES: readonly (readonly [form: RegExp, topic: Topic, of: string, value: string])[] = [
  [/^jest\.config/, 'test runner', JS, 'jest'],
  [/^vitest\.config/, 'test runner', JS, 'vitest'],
  [/^karma\.conf/, 'test runner', JS, 'karma'],
  [/^\.mocharc/, 'test runner', JS, 'mocha'],
  [/^(?:eslint\.config|\.eslintrc)/, 'linter', JS, 'eslint'],
  [/^\.oxlintrc/, 'linter', JS, 'oxlint'],
  [/^tslint/, 'linter', JS, 'tslint'],
  [/^biome\./, 'linter', JS, 'biome'],
  [/^biome\./, 'formatter', JS, 'biome'],
  [/^(?:\.prettierrc|prettier\.config)/, 'formatter', JS, 'prettier'],
  [/^dprint/, 'formatter', JS, 'dprint'],
  [/^(?:pytest\.ini|conftest\.py)$/, 'test runner', 'Python', 'pytest'],
  [/^\.flake8$/, 'linter', 'Python', 'flake8'],
  [/^\.?pylintrc$/, 'linter', 'Python', 'pylint'],
  [/^\.?ruff\.toml$/, 'linter', 'Python', 'ruff'],
  [/^\.?ruff\.toml$/, 'formatter', 'Python', 'ruff'],
]

function byName(name: string): readonly Part[] {
  const [of, value] = LOCKS[name] ?? []
  return [
    ...(of !== undefined && value !== undefined ? [{ topic: 'package manager' as const, of, value }] : []),
    // Every manager reads it.
    ...(/^requirements.*\.txt$|^setup\.py$/.test(name)
      ? [{ topic: 'package manager' as const, of: 'Python', value: null }]
      : []),
    ...TOOL_FILES.flatMap(([form, topic, language, tool]) =>
      form.test(name) ? [{ topic, of: language, value: tool }] : [],
    ),
  ]
}

function byText(name: string, text: string): readonly Part[] {
  if (name === 'package.json') return ofPackage(text)
  if (name === 'composer.json') return ofComposer(text)
  if (name === '.editorconfig') return ofEditorConfig(text)
  if (/^(?:\.prettierrc|prettier\.config)/.test(name)) return ofPrettier(text)
  if (name.startsWith('biome.')) return ofBiome(text)
  if (/^(?:eslint\.config|\.eslintrc)/.test(name)) return ofEslint(text)
  if (/^\.?rustfmt\.toml$/.test(name)) return [width('Rust', text, /^\s*max_width\s*=\s*(\d+)/m, '100')]
  if (name === 'go.mod')
    return versions(
      'go',
      [...text.matchAll(/^go\s+(\S+)/gm)].map(([, one]) => `>=${one}`),
    )
  if (name === 'Cargo.toml')
    return [
      ...versions(
        'rust edition',
        [...text.matchAll(/^\s*edition\s*=\s*"(\d{4})"/gm)].map(([, one]) => `=${one}`),
      ),
      ...versions(
        'rust',
        [...text.matchAll(/^\s*rust-version\s*=\s*"(\d[\d.]*)"/gm)].map(([, one]) => `>=${one}`),
      ),
    ]
  if (name === 'pubspec.yaml')
    return versions(
      'dart',
      [...text.matchAll(/^ +sdk:\s*["']?([\^><=\d][^"'\n]*)/gm)].map(([, one]) => one?.trim()),
    )
  if (/^rust-toolchain(?:\.toml)?$/.test(name))
    return [pin('rust', /^\s*channel\s*=\s*"([^"]+)"/m.exec(text)?.[1] ?? text)]
  if (name === 'pom.xml' || name.startsWith('build.gradle')) return javaVersions(text)
  if (name === 'global.json')
    return versions(
      'dotnet',
      [...text.matchAll(/"version"\s*:\s*"(\d+)\./g)].map(([, one]) => `>=${one}`),
    )
  if (name.endsWith('.csproj') || name === 'Directory.Build.props') return ofDotnet(text)
  if (name === '.nvmrc' || name === '.node-version') return [pin('node', text)]
  if (name === '.python-version') return [pin('python', text)]
  if (name === '.tool-versions' || /mise\.toml$/.test(name)) return ofToolVersions(text)
  if (
    /^(?:pyproject\.toml|requirements.*|setup\.|tox\.ini|pytest\.ini|\.coveragerc|\.?ruff\.toml|\.pre-commit)/.test(
      name,
    )
  )
    return ofPython(name, text)
  return []
}

function versions(of: string, ranges: readonly (string | undefined)[]): readonly Part[] {
  return ranges.flatMap((value) => (value === undefined ? [] : [{ topic: 'version' as const, of, value }]))
}

/** `<java.version>17</java.version>`, `JavaLanguageVersion.of(17)`, `jvmToolchain(17)`, `sourceCompatibility = '17'` */
function javaVersions(text: string): readonly Part[] {
  const found = text.matchAll(
    /<(?:java\.version|maven\.compiler\.(?:source|release|target))>\s*(?:1\.)?(\d+)\s*<|(?:JavaLanguageVersion\.of|jvmToolchain)\((\d+)\)|\bsourceCompatibility\s*=\s*(?:JavaVersion\.VERSION_|['"])(?:1[._])?(\d+)/g,
  )
  const versionsHere = [...found].map(([, ...all]) => all.find((one) => one !== undefined))
  return versions(
    'java',
    [...new Set(versionsHere)].map((one) => `=${one}`),
  )
}

/** `<TargetFramework>net8.0</TargetFramework>` and the runner of tests; a framework that is not named with two numbers may be any. */
function ofDotnet(text: string): readonly Part[] {
  const found = [...text.matchAll(/<TargetFrameworks?(?: [^>]*)?>([^<]*)</g)].flatMap(([, all = '']) =>
    all.split(';').map((one) => /^\s*net(\d+)\.\d+/.exec(one)?.[1]),
  )
  const named = text.matchAll(/<Package(?:Reference|Version) Include="(xunit|nunit|mstest)/gi)
  const runners = [...named].map(
    ([, name = '']): Part => ({ topic: 'test runner', of: 'C#', value: name.toLowerCase() }),
  )
  if (found.some((one) => one === undefined))
    return [{ topic: 'version', of: 'dotnet', value: null }, ...runners]
  return [
    ...versions(
      'dotnet',
      [...new Set(found)].map((one) => `=${one}`),
    ),
    ...runners,
  ]
}

/** `20`, `v20.11.0`; a name such as `lts/*` may be any. */
function pin(of: string, text: string): Part {
  const value = /^\s*v?(\d+(?:\.\d+)*)\s*$/m.exec(text)?.[1] ?? null
  return { topic: 'version', of, value: value === null ? null : `=${value}` }
}

function ofToolVersions(text: string): readonly Part[] {
  const names: { readonly [tool: string]: string } = {
    nodejs: 'node',
    node: 'node',
    python: 'python',
    golang: 'go',
    go: 'go',
    php: 'php',
  }
  return [...text.matchAll(/^\s*"?(nodejs|node|python|golang|go|php)"?\s*=?\s*"?v?(\d+(?:\.\d+)*)"?/gm)].map(
    ([, tool = '', value = '']) => ({ topic: 'version', of: names[tool] ?? tool, value: `=${value}` }),
  )
}

type Fields = { readonly [key: string]: unknown }

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function parsed(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch {
    return null
  }
}

function textIn(fields: Fields, key: string): string | undefined {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Packages that show a tool by their names. */
const TOOL_PACKAGES: readonly (readonly [form: RegExp, topic: Topic, value: string])[] = [
  [/(?:^|[@/-])jest(?:$|[-/])|^react-scripts$/, 'test runner', 'jest'],
  [/^vitest$|^@vitest\/|^vite-plus$/, 'test runner', 'vitest'],
  [/^mocha$/, 'test runner', 'mocha'],
  [/^jasmine(?:-core)?$/, 'test runner', 'jasmine'],
  [/^karma(?:-|$)/, 'test runner', 'karma'],
  [/^@?playwright(?:$|\/|-)/, 'end-to-end runner', 'playwright'],
  [/^cypress$/, 'end-to-end runner', 'cypress'],
  [/eslint/, 'linter', 'eslint'],
  [/^@biomejs\/biome$|^ultracite$/, 'linter', 'biome'],
  [/^@biomejs\/biome$|^ultracite$/, 'formatter', 'biome'],
  [/^(?:oxlint|vite-plus)$/, 'linter', 'oxlint'],
  [/^tslint$/, 'linter', 'tslint'],
  [/prettier/, 'formatter', 'prettier'],
  [/^dprint$/, 'formatter', 'dprint'],
]

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

function ofPackage(text: string): readonly Part[] {
  const manifest = parsed(text)
  if (manifest === null) return []
  const all = DEPENDENCIES.flatMap((key) => Object.entries(fieldsOf(manifest[key])))
  const manager = /^(npm|pnpm|yarn|bun)@/.exec(textIn(manifest, 'packageManager') ?? '')?.[1]
  const node = textIn(fieldsOf(manifest.engines), 'node')
  const volta = textIn(fieldsOf(manifest.volta), 'node')
  const style = manifest.prettier
  return [
    ...(manager === undefined ? [] : [{ topic: 'package manager' as const, of: JS, value: manager }]),
    ...versions('node', [node, volta === undefined ? undefined : `=${volta}`]),
    ...all.map(
      ([of, range]): Part => ({
        topic: 'version',
        of,
        value: typeof range === 'string' && /^[\d^~><=v*x]/.test(range) ? range : null,
      }),
    ),
    ...all.flatMap(([name]) =>
      TOOL_PACKAGES.flatMap(([form, topic, value]) => (form.test(name) ? [{ topic, of: JS, value }] : [])),
    ),
    ...(typeof style === 'object' && style !== null ? ofPrettier(JSON.stringify(style)) : []),
    ...(typeof style === 'string' || manifest.eslintConfig !== undefined ? anyStyle() : []),
  ]
}

function ofComposer(text: string): readonly Part[] {
  const manifest = parsed(text)
  const all = ['require', 'require-dev'].flatMap((key) => Object.entries(fieldsOf(manifest?.[key])))
  return all.map(([of, range]) => ({
    topic: 'version',
    of,
    value: typeof range === 'string' ? range.replaceAll(/\|+/g, '||') : null,
  }))
}

/** A style that is written elsewhere may be any. */
function anyStyle(): readonly Part[] {
  return (['indentation', 'quotes', 'semicolon style', 'line width'] as const).map((topic) => ({
    topic,
    of: JS,
    value: null,
  }))
}

/** Every value of a key, wherever in the text it is. */
function valuesOf(text: string, key: string): readonly string[] {
  return [...text.matchAll(new RegExp(`["']?\\b${key}\\b["']?\\s*[:=]\\s*["']?(\\w+)`, 'g'))].map(
    ([, value = '']) => value,
  )
}

function ofPrettier(written: string): readonly Part[] {
  const text = withoutOverrides(written)
  // A shared style, or code that makes one.
  if (/\b(?:require|import|extends)\b|\.\.\./.test(text) || /^\s*["'][^"']+["']\s*$/.test(text))
    return anyStyle()
  return partsOfStyle({
    areTabs: or(valuesOf(text, 'useTabs'), 'false').map((one) => one === 'true'),
    widths: or(valuesOf(text, 'tabWidth'), '2'),
    quotes: or(valuesOf(text, 'singleQuote'), 'false').map((one) => (one === 'true' ? 'single' : 'double')),
    semicolons: or(valuesOf(text, 'semi'), 'true').map((one) => one === 'true'),
    lines: or(valuesOf(text, 'printWidth'), '80'),
  })
}

/** A style as it is for JavaScript: what is set for files of other endings goes. */
function withoutOverrides(text: string): string {
  const style = parsed(text)
  if (!Array.isArray(style?.overrides)) return text
  const overrides = style.overrides.filter((one: unknown) => {
    const globs = [fieldsOf(one).files].flat()
    return globs.some(
      (glob) => typeof glob !== 'string' || endingsOf(JS).some((ending) => covers(glob, ending)),
    )
  })
  return JSON.stringify({ ...style, overrides })
}

function ofBiome(text: string): readonly Part[] {
  if (/"extends"/.test(text)) return anyStyle()
  return partsOfStyle({
    areTabs: or(valuesOf(text, 'indentStyle'), 'tab').map((one) => one === 'tab'),
    widths: or(valuesOf(text, 'indentWidth'), '2'),
    quotes: or(valuesOf(text, 'quoteStyle'), 'double'),
    semicolons: or(valuesOf(text, 'semicolons'), 'always').map((one) => one === 'always'),
    lines: or(valuesOf(text, 'lineWidth'), '80'),
  })
}

/** Values, or what a tool takes where there is none. */
function or(values: readonly string[], other: string): readonly string[] {
  return values.length > 0 ? values : [other]
}

/** Every value that a formatter of JavaScript is configured with anywhere. */
type Style = {
  readonly areTabs: readonly boolean[]
  readonly widths: readonly string[]
  readonly quotes: readonly string[]
  readonly semicolons: readonly boolean[]
  readonly lines: readonly string[]
}

function partsOfStyle({ areTabs, widths, quotes, semicolons, lines }: Style): readonly Part[] {
  const spaces = widths.map((width) => `${width} spaces`)
  const indentations = areTabs.flatMap((isTab) => (isTab ? ['tabs'] : spaces))
  return [
    ...indentations.map((value): Part => ({ topic: 'indentation', of: JS, value })),
    ...quotes.map((quote): Part => ({ topic: 'quotes', of: JS, value: `${quote} quotes` })),
    ...semicolons.map(
      (isWith): Part => ({
        topic: 'semicolon style',
        of: JS,
        value: isWith ? 'semicolons' : 'no semicolons',
      }),
    ),
    ...lines.map((value): Part => ({ topic: 'line width', of: JS, value })),
  ]
}

/** Rules of style in ESLint have many forms: they may hold anything. */
function ofEslint(text: string): readonly Part[] {
  const rules = [
    ['indentation', /["'](?:@?[\w/-]+\/)?indent["']/],
    ['quotes', /["'](?:@?[\w/-]+\/)?quotes["']/],
    ['semicolon style', /["'](?:@?[\w/-]+\/)?semi["']/],
    ['line width', /["'](?:@?[\w/-]+\/)?max-len["']/],
  ] as const
  return rules.flatMap(([topic, form]) => (form.test(text) ? [{ topic, of: JS, value: null }] : []))
}

function width(of: string, text: string, form: RegExp, other: string): Part {
  return { topic: 'line width', of, value: form.exec(text)?.[1] ?? other }
}

const TOOLS_OF_PYTHON: { readonly [tool: string]: readonly ('linter' | 'formatter')[] } = {
  ruff: ['linter', 'formatter'],
  flake8: ['linter'],
  pylint: ['linter'],
  black: ['formatter'],
  yapf: ['formatter'],
}

function ofPython(name: string, text: string): readonly Part[] {
  const isProject = name === 'pyproject.toml'
  const ruff = isProject ? /^\[tool\.ruff\b/m.test(text) : /ruff\.toml$/.test(name)
  const black = isProject && /^\[tool\.black\]/m.test(text)
  const lengths = [...text.matchAll(/^\s*(?:line[-_]length|max[-_]line[-_]length)\s*=\s*(\d+)/gm)].map(
    ([, value = '']) => value,
  )
  const style = /^\s*quote-style\s*=\s*"(single|double)"/m.exec(text)?.[1]
  const tools = Object.keys(TOOLS_OF_PYTHON).filter((tool) =>
    new RegExp(`(?<![\\w-])${tool}(?![\\w-])`, 'i').test(text),
  )
  const managers = isProject
    ? ['poetry', 'uv'].filter((tool) => new RegExp(`^\\[tool\\.${tool}\\b`, 'm').test(text))
    : []
  const python = [
    ...text.matchAll(/^\s*(?:requires-python|python|python_requires)\s*=\s*["']([^"']+)["']/gm),
  ].map(([, range]) => range)
  const coverage = text.matchAll(/(?:--cov-fail-under|^\s*fail_under)[= ]+(\d{1,3})\b/gm)
  return [
    ...[...coverage].map(([, value]) => ({ topic: 'test coverage' as const, of: '', value: `${value} %` })),
    ...managers.map((value) => ({ topic: 'package manager' as const, of: 'Python', value })),
    ...versions('python', python),
    ...['django', 'pydantic', 'sqlalchemy'].flatMap((of) => versions(of, pythonRanges(of, text))),
    ...tools.flatMap((value) =>
      (TOOLS_OF_PYTHON[value] ?? []).map((topic) => ({ topic, of: 'Python', value })),
    ),
    ...(lengths.length > 0 ? lengths : ruff || black ? ['88'] : []).map((value) => ({
      topic: 'line width' as const,
      of: 'Python',
      value,
    })),
    ...(black || style !== undefined
      ? [
          {
            topic: 'quotes' as const,
            of: 'Python',
            value: /skip-string-normalization\s*=\s*true/.test(text) ? null : `${style ?? 'double'} quotes`,
          },
        ]
      : []),
    ...(black ? [{ topic: 'indentation' as const, of: 'Python', value: '4 spaces' }] : []),
  ]
}

/** Ranges of a package in a list of requirements or in Poetry's table. */
function pythonRanges(name: string, text: string): readonly string[] {
  const found = text.matchAll(
    new RegExp(
      `^[\\s"']*${name}(?:\\[[^\\]]*\\])?["']?\\s*(?:=\\s*["{][^"]*?"?)?\\s*((?:[><=~^!]{1,3}\\s*)?\\d[^"'#;\\s]*)`,
      'gim',
    ),
  )
  return [...found].map(([, range = '']) => range)
}

/** What each language is indented with, and in which quotes and widths, as the sections of an `.editorconfig` say. */
function ofEditorConfig(text: string): readonly Part[] {
  const sections: { readonly glob: string; readonly keys: Map<string, string> }[] = []
  for (const line of text.split(/\r?\n/)) {
    const head = /^\s*\[(.+)\]\s*$/.exec(line)?.[1]
    if (head !== undefined) sections.push({ glob: head, keys: new Map() })
    const [, key, value] = /^\s*([\w-]+)\s*=\s*([^#;]*?)\s*$/.exec(line) ?? []
    if (key !== undefined && value !== undefined)
      sections.at(-1)?.keys.set(key.toLowerCase(), value.toLowerCase())
  }
  return LANGUAGE_NAMES.flatMap((of) =>
    endingsOf(of).flatMap((ending) => {
      const keys = new Map(
        sections.filter(({ glob }) => covers(glob, ending)).flatMap((one) => [...one.keys]),
      )
      return styleOf(keys).map((one) => ({ ...one, of }))
    }),
  )
}

function covers(glob: string, ending: string): boolean {
  if (glob === '*' || glob === '**') return true
  const braces = /\{([^}]*)\}/.exec(glob)?.[1]
  const names =
    braces === undefined ? [glob] : braces.split(',').map((one) => glob.replace(/\{[^}]*\}/, one.trim()))
  return names.some((one) => one.endsWith(`*.${ending}`))
}

function styleOf(keys: ReadonlyMap<string, string>): readonly Omit<Part, 'of'>[] {
  const style = keys.get('indent_style')
  const size = keys.get('indent_size') ?? keys.get('tab_width')
  const length = keys.get('max_line_length')
  const quote = keys.get('quote_type')
  return [
    ...(style === 'tab' ? [{ topic: 'indentation' as const, value: 'tabs' }] : []),
    ...(style === 'space'
      ? [{ topic: 'indentation' as const, value: size === undefined ? 'spaces' : `${size} spaces` }]
      : []),
    ...(length !== undefined && /^\d+$/.test(length)
      ? [{ topic: 'line width' as const, value: length }]
      : []),
    ...(quote === 'single' || quote === 'double'
      ? [{ topic: 'quotes' as const, value: `${quote} quotes` }]
      : []),
  ]
}
