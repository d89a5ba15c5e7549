import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { programRow } from '../row.ts'
import { install, versionOf } from './install.ts'
import type { Peer } from './peer.ts'

const PACKAGES = ['remark-cli', 'remark-lint', 'remark-frontmatter', 'remark-lint-frontmatter-schema']
const DATE = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
const SHARED = {
  name: { type: 'string', minLength: 1 },
  description: { type: 'string', minLength: 1 },
  tags: { type: 'array', items: { type: 'string' } },
  updated: DATE,
}
const SCHEMAS = {
  overview: { type: 'object', required: ['name', 'description'], properties: SHARED },
  plan: {
    type: 'object',
    required: ['name', 'description', 'status', 'created'],
    properties: {
      ...SHARED,
      status: { enum: ['new', 'in_progress', 'partial', 'done', 'abandoned'] },
      created: DATE,
    },
  },
}

/** The tool that a team would build from parts: parse, lint, and front matter checked against JSON Schemas. */
export const remark: Peer = {
  name: 'remark-cli',
  benches: ['check'],
  install: async (folder) => {
    await install(folder, PACKAGES)
    for (const [name, schema] of Object.entries(SCHEMAS)) {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema))
    }
    const bin = join(folder, 'node_modules', 'remark-cli', 'cli.js')
    const version = versionOf(folder, 'remark-cli')
    const checks = (corpus: string) => {
      const row = (id: string, label: string, config: string) => {
        const args = [bin, '.', '--quiet', '--no-stdout', '--no-config', '--rc-path', config]
        const command = { file: process.execPath, args, cwd: corpus }
        return programRow(id, `remark-cli ${version}, ${label}`, command)
      }
      return [
        row('remark-lint', 'remark-lint', configuration(folder, 'lint', null)),
        row('remark-schema', 'remark-lint and schemas', configuration(folder, 'schema', corpus)),
      ]
    }
    return { name: 'remark-cli', version, isSlow: true, checks }
  },
}

/** Writes a configuration next to the packages. The plugin finds schemas relative to remark's working directory. */
function configuration(folder: string, name: string, corpus: string | null): string {
  const at = (schema: string): string => relative(corpus ?? '', join(folder, `${schema}.json`))
  const globs = {
    [at('overview')]: ['**/OVERVIEW.md'],
    [at('plan')]: ['**/_plans/*.md'],
  }
  const schemas = corpus === null ? '' : `, [schema, ${JSON.stringify({ schemas: globs })}]`
  const file = join(folder, `remarkrc-${name}.mjs`)
  const text = [
    "import frontmatter from 'remark-frontmatter'",
    "import lint from 'remark-lint'",
    "import schema from 'remark-lint-frontmatter-schema'",
    `export default { plugins: [frontmatter, lint${schemas}] }`,
    '',
  ]
  writeFileSync(file, text.join('\n'))
  return file
}
