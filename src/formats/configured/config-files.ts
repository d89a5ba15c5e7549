/** Files that say which tools and versions a repository has by being there: they are not read. */
const BY_NAME: readonly RegExp[] = [
  /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/,
  /^(?:uv\.lock|poetry\.lock|Pipfile(?:\.lock)?)$/,
  /^(?:jest|vitest)\.config\.\w+$|^karma\.conf\.\w+$|^\.mocharc(?:\.\w+)?$/,
  /^(?:\.flake8|\.pylintrc|pylintrc|\.oxlintrc\.json|tslint\.json|dprint\.json)$/,
  /^(?:conftest\.py|Gemfile|Package\.swift|CMakeLists\.txt|mix\.exs)$/,
  /\.sln$/,
]

/** Files whose text says it. */
const BY_TEXT: readonly RegExp[] = [
  /^(?:package\.json|composer\.json|Cargo\.toml|global\.json|pyproject\.toml|go\.mod|setup\.(?:py|cfg)|tox\.ini|pytest\.ini|\.coveragerc)$/,
  /^(?:pom\.xml|build\.gradle(?:\.kts)?|Directory\.Build\.props|rust-toolchain(?:\.toml)?|pubspec\.yaml)$|\.csproj$/,
  /^(?:requirements[\w.-]*\.txt|\.pre-commit-config\.yaml)$/,
  /^(?:\.nvmrc|\.node-version|\.python-version|\.tool-versions|\.?mise\.toml)$/,
  /^(?:\.editorconfig|\.prettierrc(?:\.\w+)?|prettier\.config\.\w+|biome\.jsonc?)$/,
  /^(?:eslint\.config\.\w+|\.eslintrc(?:\.\w+)?|\.?ruff\.toml|\.?rustfmt\.toml)$/,
]

/** The same names are elsewhere what others wrote: also what skills bring along. */
export const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|third_party|\.(?:agents?|claude|cursor|gemini|opencode|qwen|roo|windsurf))\//

const READ = new RegExp(BY_TEXT.map(({ source }) => source).join('|'))

const ANY = new RegExp([...BY_NAME, ...BY_TEXT].map(({ source }) => source).join('|'))

/** True for a file that configures tools, or shows which are used. */
export function isConfig(path: string): boolean {
  return ANY.test(path.slice(path.lastIndexOf('/') + 1)) && !FOREIGN.test(path)
}

/** True for one whose text has to be read. */
export function isReadConfig(path: string): boolean {
  return READ.test(path.slice(path.lastIndexOf('/') + 1))
}
