import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BOT, fakeGithub } from '../../helpers/fake-github.ts'
import { obeyedCommands } from '../../helpers/runner-commands.ts'
import { LONG, runs } from '../../helpers/runs.ts'
import { sampleSecrets } from '../../helpers/sample-secrets.ts'
import { repoAt, type TempRepo, tempFolder } from '../../helpers/temp-repo.ts'
import { variant } from '../../helpers/variant.ts'
import {
  addEntry,
  append,
  checkout,
  DECISIONS,
  entry,
  host,
  index,
  LESSONS,
  mergeRef,
  NO_COMMIT,
  push,
  SHOP,
  type Trigger,
} from './ci-repo.ts'
import { runAction, type Step, TOKEN } from './run-action.ts'

const FINE = entry('One queue per shop')
const WRONG = entry('One queue per shop', '')
const MARKER = '<!-- memkeep -->'

type Requested = { readonly repo: TempRepo; readonly trigger: Trigger }

/** A pull request of one commit, as GitHub has it: with the commit that would merge it. */
async function request(text: string, from = 'octo/memory'): Promise<Requested> {
  const repo = await host()
  const base = repo.git('rev-parse', 'main')
  repo.git('checkout', '--quiet', '-b', 'topic')
  const head = await addEntry(repo, DECISIONS, text)
  return { repo, trigger: opened(head, base, { sha: mergeRef(repo, 'topic'), from }) }
}

function opened(
  head: string,
  base: string,
  { sha, from = 'octo/memory' }: { sha?: string; from?: string },
): Trigger {
  const sides = {
    head: { sha: head, repo: { full_name: from } },
    base: { sha: base, ref: 'main', repo: { full_name: 'octo/memory' } },
  }
  return {
    name: 'pull_request',
    payload: { pull_request: { number: 7, ...sides } },
    env: { GITHUB_BASE_REF: 'main', GITHUB_SHA: sha },
  }
}

/** `main`, and a branch `topic` on which something is changed. */
async function topic(change: (repo: TempRepo) => void, settings = ''): Promise<Requested> {
  const repo = await host(settings)
  const base = repo.git('rev-parse', 'main')
  repo.git('checkout', '--quiet', '-b', 'topic')
  change(repo)
  await index(repo)
  return { repo, trigger: opened(repo.commit('topic'), base, {}) }
}

describe('an event', () => {
  const MERGE = 'refs/pull/1/merge'
  const TOPIC = 'refs/heads/topic'
  /** What `memkeep ci` makes of an event is tested of the command; that the action hands it on, in the long run. */
  const handsOn = variant

  test('pull_request, clean: a green check with the summary and the outputs', async () => {
    const { repo, trigger } = await request(FINE)
    const { dir } = checkout(repo, MERGE)
    const ran = await runAction(dir, trigger, { inputs: { 'sarif-file': 'out.sarif' }, built: true })
    expect(ran).toMatchObject({ code: 0, outputs: { errors: '0', warnings: '0' } })
    expect(ran.outputs['sarif-file']).toBe(join(dir, 'out.sarif'))
    expect(JSON.parse(readFileSync(join(dir, 'out.sarif'), 'utf8')).runs[0].results).toEqual([])
    expect(ran.summary).not.toBe('')
    expect(obeyedCommands(ran.out + ran.err)).toEqual([])
  })

  test('pull_request, bad: a red check with an annotation at the line', async () => {
    const { repo, trigger } = await request(WRONG)
    const ran = await runAction(checkout(repo, MERGE).dir, trigger)
    expect(ran).toMatchObject({ code: 1, outputs: { errors: '1', failing: '1' } })
    expect(ran.out).toMatch(/^::error .*file=user\/memory\/workspaces\/shop\/decisions\.md,line=20,/m)
    expect(ran.summary).not.toBe('')
  })

  test('pull_request from a fork, whose token may only read: judged alike, and the comment left out', async () => {
    const { repo, trigger } = await request(WRONG, 'mallory/memory')
    const github = await fakeGithub()
    github.fault = ({ method, path }) =>
      method === 'POST' && path !== '/graphql' ? { status: 403 } : undefined
    const ran = await runAction(checkout(repo, MERGE).dir, trigger, { inputs: { comment: 'true' }, github })
    expect(ran).toMatchObject({ code: 1, outputs: { errors: '1' } })
    expect(ran.out).toContain(
      '::notice title=memkeep::no comment was made: the token may not do that (status 403); a pull request from a fork',
    )
    expect(github.comments).toEqual([])
  })

  test.each(LONG ? [1, 2] : [1])(
    'pull_request, in a clone of depth %i: reported, not passed',
    async (depth) => {
      const { repo, trigger } = await request(FINE)
      const ran = await runAction(checkout(repo, MERGE, depth).dir, trigger)
      expect(ran.code).toBe(2)
      expect(ran.out).toMatch(/^::error title=memkeep::.*fetch-depth: 0/m)
    },
  )

  handsOn('pull_request without a merge base', async () => {
    const { repo } = await request(FINE)
    const base = repo.git('rev-parse', 'main')
    repo.git('checkout', '--quiet', '--orphan', 'other')
    const trigger = opened(repo.commit('begun anew'), base, {})
    const ran = await runAction(checkout(repo, 'refs/heads/other').dir, trigger)
    expect(ran.code).toBe(2)
    expect(ran.out).toMatch(/^::error title=memkeep::.*no common history/m)
  })

  test('push to main', async () => {
    const repo = await host()
    const before = repo.git('rev-parse', 'main')
    await addEntry(repo, DECISIONS, WRONG)
    expect(await runAction(checkout(repo, 'refs/heads/main').dir, push(before))).toMatchObject({ code: 1 })
  })

  handsOn('push, the first one', async () => {
    const repo = await host()
    const ran = await runAction(checkout(repo, 'refs/heads/main', 1).dir, push(NO_COMMIT))
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('nothing to compare with') })
  })

  handsOn('merge_group', async () => {
    const repo = await host()
    const base = repo.git('rev-parse', 'main')
    const head = await addEntry(repo, DECISIONS, WRONG)
    const trigger = { name: 'merge_group', payload: { merge_group: { base_sha: base, head_sha: head } } }
    expect(await runAction(checkout(repo, 'refs/heads/main').dir, trigger)).toMatchObject({ code: 1 })
  })

  handsOn('schedule', async () => {
    const repo = await host()
    const { dir } = checkout(repo, 'refs/heads/main', 1)
    expect(await runAction(dir, { name: 'schedule' })).toMatchObject({ code: 0 })
  })

  handsOn('pull_request that renames a memory', async () => {
    const { repo, trigger } = await topic((made) => {
      const plans = 'resources/workspaces/shop/_plans'
      made.git('mv', `${plans}/260115-guest-checkout.md`, `${plans}/260115-guests.md`)
    })
    expect(await runAction(checkout(repo, TOPIC).dir, trigger)).toMatchObject({ code: 0 })
  })

  handsOn('pull_request that deletes an immutable item', async () => {
    const { repo, trigger } = await topic((made) => {
      const text = readFileSync(join(made.dir, DECISIONS), 'utf8')
      made.write(DECISIONS, text.replace(/### \[2026-01-16\][\s\S]*?---\n\n/, ''))
    }, 'history: { decisions: { mode: immutable } }\n')
    const ran = await runAction(checkout(repo, TOPIC).dir, trigger)
    expect(ran).toMatchObject({ code: 1, out: expect.stringMatching(/^::error .*history/m) })
  })

  handsOn('pull_request with the markers of a conflict', async () => {
    const { repo, trigger } = await topic((made) =>
      append(made, LESSONS, '<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other\n'),
    )
    const ran = await runAction(checkout(repo, TOPIC).dir, trigger)
    expect(ran).toMatchObject({ code: 1, out: expect.stringContaining('no-conflict-marker') })
  })

  variant('with thousands of findings: ten annotations, a summary and a comment that fit', async () => {
    const repo = await host('rules: { derived-fresh: off }\n')
    const many = Array.from(
      { length: 400 },
      (_, i) => `### [2026-03-01] Entry ${i}\n\n**Tags:** A, B\n\nText.\n\n---\n`,
    )
    const base = repo.git('rev-parse', 'main')
    repo.git('checkout', '--quiet', '-b', 'topic')
    for (let i = 0; i < runs(34, 4); i += 1) repo.write(`${SHOP}/../w${i}/decisions.md`, many.join('\n'))
    const trigger = opened(repo.commit('many'), base, {})
    const github = await fakeGithub()
    const ran = await runAction(checkout(repo, TOPIC).dir, trigger, { inputs: { comment: 'true' }, github })
    expect(ran.code).toBe(1)
    expect(Number(ran.outputs.errors)).toBeGreaterThan(runs(30_000, 3_000))
    expect(ran.out.match(/^::error /gm)).toHaveLength(10)
    expect(Buffer.byteLength(ran.summary)).toBeLessThan(900 * 1024)
    expect(github.comments[0]?.body.length).toBeLessThanOrEqual(65_536)
    expect(github.comments[0]?.body).toContain(MARKER)
  })

  test('in no repository', async () => {
    const ran = await runAction(tempFolder(), { name: 'push' }, { built: true })
    expect(ran).toMatchObject({ code: 2, outputs: {} })
    expect(ran.out).toMatch(/^::error title=memkeep::.*git repository/m)
  })
})

describe('the comment', () => {
  const COMMENT = { comment: 'true' }

  test('repeats no secret of an entry', async () => {
    const secret = sampleSecrets(5).find(({ kind }) => kind === 'GitHub, classic')?.secret ?? ''
    const { repo, trigger } = await request(entry(`Rotate ${secret} now`))
    const github = await fakeGithub()
    const ran = await runAction(checkout(repo, 'refs/pull/1/merge').dir, trigger, { inputs: COMMENT, github })
    expect(github.comments[0]?.body).toContain(`Rotate ${'*'.repeat(secret.length)} now`)
    expect(JSON.stringify([ran, github.requests])).not.toContain(secret)
  })

  test('comes once, is updated, and is not made when nothing is to say', async () => {
    const github = await fakeGithub()
    const bad = await request(WRONG)
    const clone = checkout(bad.repo, 'refs/pull/1/merge')
    const first = await runAction(clone.dir, bad.trigger, { inputs: COMMENT, github, built: true })
    expect(first).toMatchObject({ code: 1, out: expect.stringContaining('memkeep: commented on') })
    expect(github.comments).toMatchObject([{ user: { login: BOT }, body: `${MARKER}\n${first.summary}` }])
    const again = await runAction(clone.dir, bad.trigger, { inputs: COMMENT, github })
    expect(again.out).toContain('up to date')
    const good = await request(FINE)
    const fixed = await runAction(checkout(good.repo, 'refs/pull/1/merge').dir, good.trigger, {
      inputs: COMMENT,
      github,
    })
    expect(fixed).toMatchObject({ code: 0, out: expect.stringContaining('memkeep: updated the comment') })
    expect(github.comments).toMatchObject([{ body: `${MARKER}\n${fixed.summary}` }])
    expect([...github.tokens]).toEqual([`Bearer ${TOKEN}`])
    for (const { out, err, summary } of [first, again, fixed])
      expect(out + err + summary).not.toContain(TOKEN)
  })

  test('is not asked for: no request goes to GitHub', async () => {
    const github = await fakeGithub()
    const { repo, trigger } = await request(WRONG)
    await runAction(checkout(repo, 'refs/pull/1/merge').dir, trigger, { github })
    expect(github.requests).toEqual([])
  })

  test.each([
    ['without a pull request', { name: 'schedule' }, {}, 'this run is not about a pull request'],
    ['without a token', null, { token: '' }, 'there is no token'],
  ])('%s is left out with a notice', async (_, other, inputs, why) => {
    const github = await fakeGithub()
    const { repo, trigger } = await request(FINE)
    const { dir } = checkout(repo, 'refs/pull/1/merge')
    const ran = await runAction(dir, other ?? trigger, { inputs: { ...COMMENT, ...inputs }, github })
    expect(ran).toMatchObject({
      code: 0,
      out: expect.stringContaining(`::notice title=memkeep::no comment was made: ${why}\n`),
    })
    expect(github.requests).toEqual([])
  })

  variant('that cannot be made changes nothing of the check', async () => {
    const github = await fakeGithub()
    github.fault = () => ({ status: 500, text: `::error::${TOKEN}` })
    const { repo, trigger } = await request(FINE)
    const { dir } = checkout(repo, 'refs/pull/1/merge')
    const ran = await runAction(dir, trigger, { inputs: COMMENT, github })
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('it answered with status 500\n') })
    expect(github.requests).toHaveLength(3)
    expect(obeyedCommands(ran.out + ran.err)).toEqual(['notice'])
    const alone = await runAction(dir, trigger, { inputs: COMMENT, repository: 'none' })
    expect(alone).toMatchObject({ code: 0, out: expect.stringContaining('which is not owner/name\n') })
  })
})

test('wrong use is shown with the run, in one line that starts no other command', async () => {
  const ran = await runAction(
    tempFolder(),
    { name: 'push' },
    { inputs: { 'fail-on': 'a\r\n::set-env name=A::b' } },
  )
  expect(ran.code).toBe(2)
  expect(obeyedCommands(ran.out + ran.err)).toEqual(['error'])
})

test('nothing is written through a link that a commit brought, nor into the directory of git', async () => {
  const { repo, trigger } = await topic((repo) => {
    repo.link('report.sarif', '../victim')
    repo.link('out', '..')
  })
  const clone = checkout(repo, 'refs/heads/topic')
  for (const file of ['report.sarif', 'out/report.sarif', '.git/config']) {
    const asked: NonNullable<Step['inputs']>[] = [{ 'sarif-file': file }, { shard: '1/1', output: file }]
    for (const inputs of asked.slice(0, LONG || file === '.git/config' ? 2 : 1)) {
      const ran = await runAction(clone.dir, trigger, { inputs })
      expect(ran.code).toBe(2)
      expect(ran.err).toContain(`cannot write ${file}`)
    }
  }
  expect(existsSync(join(clone.dir, '..', 'victim'))).toBe(false)
  expect(existsSync(join(clone.dir, '..', 'report.sarif'))).toBe(false)
  const elsewhere = join(tempFolder(), 'report.sarif')
  expect((await runAction(clone.dir, trigger, { inputs: { 'sarif-file': elsewhere } })).code).toBe(0)
  expect(existsSync(elsewhere)).toBe(true)
})

variant('shards are written by some steps and put together by another, with the same result', async () => {
  const { repo, trigger } = await request(WRONG)
  const { dir } = checkout(repo, 'refs/pull/1/merge')
  const workspace = tempFolder()
  repoAt(workspace).git('clone', '--quiet', dir, 'repository')
  repoAt(join(workspace, 'repository')).git(
    'fetch',
    '--quiet',
    dir,
    '+refs/remotes/origin/*:refs/remotes/origin/*',
  )
  const inputs = { 'working-directory': 'repository/' }
  for (const number of [1, 2]) {
    const output = `shards-${number}`
    const ran = await runAction(workspace, trigger, {
      inputs: { ...inputs, shard: `${number}/2`, output },
      built: true,
    })
    expect(ran).toMatchObject({ code: 0, outputs: {} })
  }
  const shards = join(workspace, 'shards')
  mkdirSync(shards)
  renameSync(join(workspace, 'shards-1'), join(shards, '1'))
  const alone = await runAction(workspace, trigger, { inputs: { ...inputs, shards: 'shards' }, built: true })
  expect(alone).toMatchObject({
    code: 2,
    out: expect.stringContaining('::error title=memkeep::no file of shard 2/2'),
  })
  renameSync(join(workspace, 'shards-2'), join(shards, '2'))
  const whole = await runAction(workspace, trigger, { inputs, built: true })
  const merged = await runAction(workspace, trigger, { inputs: { ...inputs, shards: 'shards' }, built: true })
  expect(merged).toMatchObject({ code: 1, outputs: whole.outputs, summary: whole.summary })
  expect(existsSync(join(workspace, 'repository/shards'))).toBe(false)
})

test('the review opens one issue with the report, and says so when it cannot', async () => {
  const repo = await host()
  const github = await fakeGithub()
  const step = { inputs: { command: 'review' }, github }
  const first = await runAction(repo.dir, { name: 'schedule' }, { ...step, built: true })
  expect(first).toMatchObject({ code: 0, out: 'memkeep: opened issue 1\n' })
  const second = await runAction(repo.dir, { name: 'workflow_dispatch' }, step)
  expect(second).toMatchObject({ code: 0, out: 'memkeep: updated issue 1\n' })
  expect(github.issues).toMatchObject([
    { title: expect.stringMatching(/^Review of the memory, \d{4} Q[1-4]$/), labels: ['memkeep-review'] },
  ])
  expect(github.issues[0]?.body).toMatch(/^<!-- memkeep review -->\n\S/)
  github.fault = () => ({ status: 403 })
  const refused = await runAction(repo.dir, { name: 'schedule' }, step)
  expect(refused.code).toBe(2)
  expect(refused.out).toMatch(
    /^::error title=memkeep::the issue of the review was not written: .*issues: write/m,
  )
})

test('nothing of the pull request is run: no package, no script, no setting of npm', async () => {
  const { repo, trigger } = await topic((made) => {
    const code = `require('node:fs').writeFileSync(${JSON.stringify(join(made.dir, 'ran'))}, '')\n`
    made.write('node_modules/memkeep/index.js', code)
    made.write('node_modules/@octokit/request/index.js', code)
    made.write('migrations/0001-own.mjs', code)
    writeFileSync(join(made.dir, '.npmrc'), 'script-shell=/nonexistent\n')
  })
  await runAction(checkout(repo, 'refs/heads/topic').dir, trigger)
  expect(existsSync(join(repo.dir, 'ran'))).toBe(false)
})
