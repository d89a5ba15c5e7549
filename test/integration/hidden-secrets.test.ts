import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { MEMORY_FORMATS, REPORT_FORMATS } from '../../src/cli/command.ts'
import { mcpClient } from '../helpers/mcp-client.ts'
import { rowsOf } from '../helpers/runs.ts'
import { sampleSecrets } from '../helpers/sample-secrets.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const LOG = 'user/memory/workspaces/shop/decisions.md'
const PLANS = 'resources/workspaces/shop/_plans'
const SAMPLES = new Map(sampleSecrets(11).map(({ kind, secret }) => [kind, secret]))
const sample = (kind: string): string => SAMPLES.get(kind) ?? expect.fail(`no sample of ${kind}`)

/** Where a secret is, and which. */
const PLANTED = {
  title: sample('GitHub, classic'),
  lost: sample('GitHub, fine-grained'),
  tag: sample('Stripe, secret'),
  category: sample('Slack'),
  link: sample('OpenAI, project'),
  file: sample('GitLab, personal'),
  field: sample('Postgres'),
  // A link that leads nowhere, behind so much text that reporters cut it.
  late: sample('JWT'),
  body: sample('Private key'),
}

const entry = (title: string, { category = 'tooling', tags = 'ci', body = 'So it is.' } = {}): string =>
  `### [2026-01-12] ${title}\n\n**Category:** ${category}\n**Tags:** ${tags}\n\n${body}\n\n---\n\n`

/** A workspace whose texts hold secrets in every place; the last commit adds some and loses one. */
function leakyRepo(): TempRepo {
  const repo = tempRepo()
  const { title, lost, tag, category, link, file, field, late, body } = PLANTED
  repo.write(LOG, `# Decisions\n\n${entry('One lockfile')}${entry(`Old ${lost} key`)}`)
  repo.write('resources/workspaces/shop/OVERVIEW.md', '---\nname: Shop\ndescription: One.\n---\n\n# Shop\n')
  repo.commit('first')
  repo.write(
    LOG,
    `# Decisions\n\n${entry(`Rotate ${title} now`)}${entry(`Rotate ${title} now`, { tags: `${tag}, NodeJS` })}${entry('Third', { category })}${entry(
      'Fourth',
      { body: `[a](./${link}.md) [b](./${'x'.repeat(250)}-${late}.md)\n\n${body}` },
    )}`,
  )
  repo.write(`${PLANS}/260101-${file}.md`, `---\nname: ${field}\nstatus: ${field}\n---\n`)
  repo.write(`${PLANS}/260102-wrong.md`, `---\nname: a\n${field}: [\n---\n`)
  repo.commit('second')
  return repo
}

/** Nothing of a secret is in a text, but for letters that many texts have. */
function expectHidden(what: string, text: string): void {
  for (const [place, secret] of Object.entries(PLANTED)) {
    const parts =
      place === 'body' ? secret.split('\n').slice(1, -1) : [secret, secret.slice(-20), secret.slice(0, 36)]
    for (const part of parts) {
      if (part.startsWith('-----')) continue
      expect(text.includes(part), `${what} shows the ${place}: …${part.slice(-12)}`).toBe(false)
    }
  }
}

const STARS = /\*{12}/

describe('a secret in any place of the memory', () => {
  test.each(rowsOf(REPORT_FORMATS, 2))('is in no check as %s', async (format) => {
    const { dir } = leakyRepo()
    const all = await memkeep(dir, ['check', '--no-cache', '--format', format])
    const change = await memkeep(dir, ['check', '--base', 'HEAD~1', '--format', format])
    const again = await memkeep(dir, ['check', '--format', format])
    for (const { code, out, err } of [all, change, again]) {
      expect(code).toBe(1)
      expectHidden(format, out + err)
      expect(out).toMatch(STARS)
    }
  })

  test.each(rowsOf(REPORT_FORMATS, 3))('is in no check as %s that a file is made of', async (format) => {
    const { dir } = leakyRepo()
    const file = join(tempFolder(), 'report')
    await memkeep(dir, ['check', '--format', format, '--output', file])
    const text = readFileSync(file, 'utf8')
    expectHidden(format, text)
    expect(text).toMatch(STARS)
  })

  test.each(MEMORY_FORMATS)('is in no report as %s', async (format) => {
    const { dir } = leakyRepo()
    const { out, err } = await memkeep(dir, ['report', '--format', format])
    expectHidden(format, out + err)
    expect(out).toMatch(STARS)
  })

  test('is in neither the annotations of a run in CI, nor its summary, nor its SARIF', async () => {
    const { dir } = leakyRepo()
    const folder = tempFolder()
    const [summary, sarif, outputs] = ['summary', 'sarif', 'outputs'].map((name) => join(folder, name))
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs }
    const { code, out, err } = await memkeep(dir, ['ci', '--base', 'HEAD~1', '--sarif', sarif ?? ''], env)
    expect(code).toBe(1)
    for (const file of [summary, sarif]) {
      const text = readFileSync(file ?? '', 'utf8')
      expectHidden(String(file), text)
      expect(text).toMatch(STARS)
    }
    expect(existsSync(outputs ?? '')).toBe(true)
    expectHidden('ci', out + err)
    expect(out).toMatch(STARS)
  })

  test.each([
    [['hook', 'pre-commit', '--']],
    [['index', '--check']],
    [['index', '--check', '--format', 'json']],
    [['archive', LOG, '--keep', '1', '--dry-run']],
    [['archive', LOG, '--keep', '1', '--dry-run', '--format', 'json']],
    [['migrate', '--dry-run']],
    [['migrate', '--dry-run', '--format', 'json']],
    [['migrate', '--list']],
    [['baseline', '--format', 'json']],
    [['verify-merge', PLANTED.title]],
    [['check', '--base', PLANTED.title]],
    [['check', PLANTED.title]],
    [['explain', PLANTED.title]],
    [[PLANTED.title]],
    [['context', '--workspace', 'shop', '--topics', 'decisions,plans,overview']],
    [['context', '--workspace', 'shop', '--format', 'json']],
    [['context', '--workspace', PLANTED.title]],
    [['context', '--workspace', 'shop', '--category', PLANTED.title]],
    [
      [
        'save',
        '--workspace',
        'shop',
        '--type',
        'decision',
        '--title',
        `Rotate ${PLANTED.title} now`,
        '--content',
        'x',
      ],
    ],
    [
      [
        'save',
        '--workspace',
        'shop',
        '--type',
        'decision',
        '--title',
        'One more',
        '--content',
        'x',
        '--dry-run',
      ],
    ],
  ])('is not shown by %j', async (args) => {
    const { dir, git } = leakyRepo()
    if (args[0] === 'hook') git('reset', '--soft', 'HEAD~1')
    const { out, err } = await memkeep(dir, args)
    expectHidden(args.join(' '), out + err)
    expect(out + err).not.toBe('')
  })

  test('is in no answer to an agent', async () => {
    const { client, said } = await mcpClient(leakyRepo().dir)
    const scope = { workspace: 'shop' }
    const ask = async (name: string, args: object): Promise<CallToolResult> =>
      (await client.callTool({ name, arguments: { ...args } })) as CallToolResult
    const answers = [
      await ask('workspace_get_context', {
        scope,
        topics: ['decisions', 'plans', 'overview'],
      }),
      await ask('workspace_get_context', { scope, filters: { category: PLANTED.title } }),
      await ask('workspace_get_context', { scope: { workspace: PLANTED.title } }),
      await ask('workspace_save_memory', {
        scope,
        type: 'decision',
        title: `Rotate ${PLANTED.title} now`,
        content: 'x',
      }),
      await client.listResources(),
      ...(await Promise.all(
        (
          await client.listResources()
        ).resources
          .filter(({ uri }) => uri.endsWith('decisions.md'))
          .map(({ uri }) => client.readResource({ uri })),
      )),
    ]
    expect(JSON.stringify(answers[0])).toMatch(STARS)
    expect(JSON.stringify(answers.at(-1))).toMatch(STARS)
    for (const [i, answer] of answers.entries())
      expectHidden(`answer ${i}`, JSON.stringify(answer, null, 0).replaceAll('\\n', '\n'))
    expectHidden('the log', said())
  })
})
