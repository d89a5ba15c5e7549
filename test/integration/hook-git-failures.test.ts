import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { residentCommand } from '../helpers/resident/resident.ts'
import { LONG } from '../helpers/runs.ts'
import { tempFolder } from '../helpers/temp-repo.ts'
import { type Failure, makeFakeGit } from '../model/fake-git.ts'
import { MEMORY } from '../model/independent-index.ts'
import { type Preparation, type PreparedCommit, prepareCommit } from '../model/prepared-commit.ts'
import { PLAIN_VARIANT } from '../model/sandbox.ts'

const memkeep = residentCommand()

type Situation = Pick<Preparation, 'variant' | 'form'>

/** With line ends to convert and with another index that stays: every call of git that the hook knows. */
const PARTIAL: Situation = {
  variant: { ...PLAIN_VARIANT, autocrlf: true },
  form: { kind: 'only', paths: [`${MEMORY}/alpha/decisions.md`] },
}

const LINKED: Situation = {
  variant: { ...PLAIN_VARIANT, linked: true },
  form: { kind: 'all', paths: [] },
}

const PLAIN: Situation = { variant: PLAIN_VARIANT, form: { kind: 'plain', paths: [] } }

type Case = { readonly failures: readonly Failure[]; readonly where: string } & Situation

/** Every failure in turn; those that look alike to a caller share the situations. */
const CASES: readonly Case[] = [
  { failures: ['ends with 128', 'ends with 137'], where: 'commit -a in a linked work tree', ...LINKED },
  {
    failures: ['ends with 1', 'is killed', 'talks garbage', 'stops in the middle'],
    where: 'commit -- path',
    ...PARTIAL,
  },
]

/** So many calls further the next one fails: with each of the failures, still. */
const STEP = LONG ? 1 : 5

/** The failures take turns from call to call; in the long run every call has every one of them. */
const TURNS = (
  LONG ? CASES.flatMap((one) => one.failures.map((failure) => ({ ...one, failures: [failure] }))) : CASES
).map((one) => ({ ...one, how: one.failures.join(' or ') }))

async function prepared(rest: Omit<Preparation, 'memkeep'>): Promise<PreparedCommit> {
  const commit = await prepareCommit({ memkeep, ...rest })
  onTestFinished(commit.dispose)
  return commit
}

test.each(TURNS)(
  'a git that $how, call by call, in $where: the commit is right, or refused with exit 2',
  async ({ failures, variant, form }) => {
    const fake = makeFakeGit(tempFolder())
    const commit = await prepared({ variant, form, hookLines: fake.hookLines })
    for (let call = 1; ; call += STEP) {
      const failure = failures[call % failures.length] ?? 'is killed'
      fake.arm(call, failure)
      const { ended, hookCode, faults } = await commit.attempt()
      const calls = fake.calls()
      const context = `${failure}: call ${call} of ${calls.length}: ${calls[call - 1] ?? 'none'}\n${ended.said}`
      expect.soft(faults, context).toEqual([])
      if (calls.length < call) {
        expect.soft(ended.code, context).toBe(0)
        expect.soft(call, 'a hook that hardly calls git').toBeGreaterThan(5)
        return
      }
      if (ended.code === 0) continue
      expect.soft(hookCode, context).toBe(2)
      expect.soft(ended.said, context).toMatch(/^memkeep: \S/m)
    }
  },
  180_000,
)

test('git that is not there: the commit is refused', async () => {
  const bin = join(tempFolder(), 'bin')
  mkdirSync(bin)
  symlinkSync(process.execPath, join(bin, 'node'))
  const commit = await prepared({ ...PLAIN, hookLines: `PATH='${bin}'\nexport PATH\n` })
  const { ended, hookCode, faults } = await commit.attempt()
  expect(faults).toEqual([])
  expect(hookCode).toBe(2)
  expect(ended.said).toContain('git is not installed')
})

describe('another process holds the lock of the index', () => {
  test('for a moment: the hook waits', async () => {
    const commit = await prepared({
      ...PLAIN,
      hookLines: ': >.git/index.lock\n(sleep 0.3; rm .git/index.lock) >/dev/null 2>&1 &\n',
    })
    const { ended, faults } = await commit.attempt()
    expect(faults).toEqual([])
    expect(ended.code, ended.said).toBe(0)
  })

  test('for good: the commit is refused, and the lock is left to its owner', async () => {
    const commit = await prepared({ ...PLAIN, hookLines: ': >.git/index.lock\n' })
    const { ended, hookCode, faults } = await commit.attempt()
    expect(faults).toEqual([])
    expect(hookCode).toBe(2)
    expect(ended.said).toContain('index.lock')
    expect(existsSync(join(commit.sandbox.dir, '.git/index.lock'))).toBe(true)
  })
})
