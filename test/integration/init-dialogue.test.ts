import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { type FakeIo, fakeIo } from '../cli/fake-io.ts'
import { everything, FOUND, plainEnvironment } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const WORKFLOW = '.github/workflows/memory.yml'
const AGENT = '.claude/settings.json'

const WRITE = 'Write these files? [Y/n] '
const PULLS = `Also ${WORKFLOW}, which checks pull requests? [Y/n] `
const AGENTS = `Also ${AGENT}, which lets Claude Code call memkeep during a session? [y/N] `

/** A repository on GitHub with memory, a folder of Claude Code, and memkeep in its package. */
function repository(): TempRepo {
  const repo = tempRepo()
  repo.write(
    'tasks/lessons.md',
    '# Lessons\n\n## 2026-02-08: Pin versions\n\nA minor release broke the build.\n',
  )
  repo.write('package.json', '{\n  "name": "x",\n  "devDependencies": { "memkeep": "0.1.0" }\n}\n')
  repo.write('package-lock.json', '{}\n')
  for (const folder of ['.github', '.claude']) mkdirSync(join(repo.dir, folder))
  return repo
}

type Answered = { readonly io: FakeIo; readonly questions: string[]; readonly closed: () => number }

/** A terminal at which these lines are typed; null is Ctrl-C. */
function terminal({ dir }: TempRepo, answers: readonly (string | null)[], env = {}): Answered {
  const questions: string[] = []
  const left = [...answers]
  let closed = 0
  const openDialogue = async () => ({
    ask: async (question: string) => {
      questions.push(question)
      const answer = left.shift()
      if (answer === undefined) throw new Error(`no answer to ${question}`)
      return answer
    },
    close: () => {
      closed += 1
    },
  })
  return {
    io: fakeIo({ cwd: dir, env: { MEMKEEP_BIN: FOUND, ...env }, openDialogue }),
    questions,
    closed: () => closed,
  }
}

describe('on a terminal', () => {
  test('Enter is what --yes does', async () => {
    const [asked, unasked] = [repository(), repository()]
    const { io, questions, closed } = terminal(asked, ['', '', ''])
    expect(await main(['init'], io)).toBe(0)
    expect(await main(['init', '--yes'], terminal(unasked, []).io)).toBe(0)
    expect(questions).toEqual([WRITE, PULLS, AGENTS])
    expect(closed()).toBe(1)
    const written = (repo: TempRepo) => Object.keys(everything(repo.dir)).sort()
    expect(written(asked)).toEqual(written(unasked))
    expect(existsSync(join(asked.dir, WORKFLOW))).toBe(true)
    expect(existsSync(join(asked.dir, AGENT))).toBe(false)
  })

  test('what was found and what is written is shown before, folded by folder', async () => {
    const { io } = terminal(repository(), ['n'])
    await main(['init'], io)
    expect(io.printed.err).toMatch(
      /^Memory: log \(1 file: tasks\/lessons\.md\)\.\n\nmemkeep checks every commit/,
    )
    expect(io.printed.err).toContain(
      '\n  .husky/: pre-commit, pre-merge-commit, pre-push, post-commit, post-applypatch, post-merge',
    )
    expect(io.printed.err).toMatch(/\n {2}.*\bmemkeep\.yaml\b.*\n/)
    expect(io.printed.out).toBe('')
  })

  test('what comes with it and what does not come is said before the question', async () => {
    const asked = async (repo: TempRepo): Promise<string> => {
      const { io } = terminal(repo, ['n'])
      await main(['init'], io)
      return io.printed.err
    }
    const husky = 'The hooks are run by husky, which comes with memkeep'
    const prepare = 'package.json gets a `prepare` script: it sets up every other clone'
    const none = 'No workflow for pull requests is written: no remote of this repository is on GitHub'
    const onGithub = await asked(repository())
    expect(onGithub).toContain(husky)
    expect(onGithub).toContain(prepare)
    expect(onGithub).not.toContain(none)
    const prepared = repository()
    prepared.write(
      'package.json',
      '{ "scripts": { "prepare": "tsc" }, "devDependencies": { "memkeep": "0" } }\n',
    )
    const other = await asked(prepared)
    expect(other).not.toContain(prepare)
    expect(other).toContain(
      'left     package.json was left as it is: it has another `prepare` script. To add by hand:',
    )
    expect(other).toContain('"prepare": "memkeep init --clone || exit 0"')
    const theirs = repository()
    theirs.write('package.json', '{ "devDependencies": { "husky": "9.1.7" } }\n')
    expect(await asked(theirs)).toContain('The hooks are run by husky, since no other hook manager')
    const yarn = repository()
    yarn.write('package.json', '{ "private": true, "packageManager": "yarn@4.18.1" }\n')
    expect(await asked(yarn)).toContain(prepare.replace('prepare', 'postinstall'))
    const elsewhere = await asked(tempRepo())
    expect(elsewhere).toContain(husky)
    expect(elsewhere).toContain(none)
    expect(elsewhere).not.toContain(prepare)
    const managed = tempRepo()
    managed.write('package.json', '{ "simple-git-hooks": { "pre-commit": "true" } }')
    const said = await asked(managed)
    expect(said).toContain(
      'The hooks will be run by simple-git-hooks (package.json), once git calls it for all of them.',
    )
    expect(said).not.toContain(prepare)
  })

  test('single parts are left out or added', async () => {
    const repo = repository()
    const { io, questions } = terminal(repo, ['what?', 'YES', 'no', ' y '])
    expect(await main(['init'], io)).toBe(0)
    expect(questions).toEqual([WRITE, WRITE, PULLS, AGENTS])
    expect(existsSync(join(repo.dir, WORKFLOW))).toBe(false)
    expect(readFileSync(join(repo.dir, AGENT), 'utf8')).toContain('memkeep')
  })

  test.each([
    ['n', ['n']],
    ['Ctrl-C', [null]],
    ['Ctrl-C at the second question', ['y', null]],
    ['Ctrl-C at the last question', ['y', 'y', null]],
  ] as const)('%s writes nothing', async (_, answers) => {
    const repo = repository()
    const before = everything(repo.dir)
    const { io, closed } = terminal(repo, answers)
    expect(await main(['init'], io)).toBe(0)
    expect(io.printed.out).toBe('')
    expect(io.printed.err).toMatch(/\nNothing was written\.\n$/)
    expect(everything(repo.dir)).toEqual(before)
    expect(closed()).toBe(1)
  })

  test('what does not apply is not asked', async () => {
    const repo = tempRepo()
    repo.write('tasks/lessons.md', '# Lessons\n\n## 2026-02-08: Pin versions\n\nA minor release broke it.\n')
    const { io, questions } = terminal(repo, [''])
    await main(['init'], io)
    expect(questions).toEqual([WRITE])
    const again = terminal(repo, [])
    await main(['init'], again.io)
    expect(again.questions).toEqual([])
    expect(again.io.printed.out).toContain('everything was set up already')
  })

  test.each([
    ['--yes', ['--yes'], {}],
    ['--dry-run', ['--dry-run'], {}],
    ['--clone', ['--clone'], {}],
    ['--format json', ['--format', 'json'], {}],
    ['CI', [], { CI: 'true' }],
  ] as const)('%s asks nothing', async (_, flags, env) => {
    const { io, questions } = terminal(repository(), [], env)
    await main(['init', ...flags], io)
    expect(questions).toEqual([])
    expect(io.printed.err).toBe('')
  })

  test('agents that the flag names are not asked about', async () => {
    const repo = repository()
    const { io, questions } = terminal(repo, ['', ''])
    await main(['init', '--agent-hooks', 'claude'], io)
    expect(questions).toEqual([WRITE, PULLS])
    expect(existsSync(join(repo.dir, AGENT))).toBe(true)
  })
})

describe('a log whose entries are not certain', () => {
  const PATH = 'docs/decisions.md'
  const PROSE = 'Words that belong to nothing in particular, and go on and on for a while. '.repeat(9)
  const labelled = ['A', 'B', 'C'].map((title) => `### ${title}\n**By:** x\n\nShort.\n\n`).join('')
  const QUESTION = `${PATH}: are its entries (1) headings \`#\` that call themselves an entry (1), (2) headings \`##\` (3), or (3) is it no log? [1/2/3/Enter: leave it open] `
  const OPEN = `${PATH}: it is not certain what its entries are, so no loss of one is refused. Add to \`logs\` in memkeep.yaml: \`{ path: ${PATH}, entries: "# {title}" }\` for headings \`#\` that call themselves an entry (1), \`{ path: ${PATH}, entries: "## {title}" }\` for headings \`##\` (3), or \`{ path: ${PATH}, ignore: true }\` if it is no log`
  const CERTAIN = '  - { path: tasks/lessons.md, entries: "## {date}: {title}" }\n'

  function uncertain(): TempRepo {
    const repo = repository()
    repo.write(PATH, `## Rules\n\n${labelled}# Decision: D\n\n## Work\n\n${PROSE}\n\n## Rest\n\n${PROSE}\n`)
    return repo
  }

  const settingsOf = ({ dir }: TempRepo): string => readFileSync(join(dir, 'memkeep.yaml'), 'utf8')

  test.each([
    ['the first reading', ['1'], `  - { path: ${PATH}, entries: "# {title}" }\n`],
    ['the second', [' 2 '], `  - { path: ${PATH}, entries: "## {title}" }\n`],
    ['that it is no log, at the second attempt', ['4', '3'], `  - { path: ${PATH}, ignore: true }\n`],
  ])('is asked about, and the answer is written: %s', async (_, answers, line) => {
    const repo = uncertain()
    const { io, questions } = terminal(repo, ['', '', '', ...answers])
    expect(await main(['init'], io)).toBe(0)
    expect(questions).toEqual([WRITE, PULLS, AGENTS, ...answers.map(() => QUESTION)])
    expect(settingsOf(repo)).toContain(`\nlogs:\n${CERTAIN}${line}`)
    expect(io.printed.out).not.toContain('not certain')
  })

  test('is left open by Enter, and where nothing is asked: one line says what to write', async () => {
    const [asked, unasked] = [uncertain(), uncertain()]
    const ask = terminal(asked, ['', '', '', ''])
    await main(['init'], ask.io)
    const yes = terminal(unasked, [])
    await main(['init', '--yes'], yes.io)
    expect(settingsOf(unasked)).toBe(settingsOf(asked))
    expect(settingsOf(asked)).toContain(`\nlogs:\n${CERTAIN}`)
    expect(settingsOf(asked)).not.toContain(PATH)
    for (const { io } of [ask, yes]) expect(io.printed.out).toContain(`  - ${OPEN}\n`)
    const again = terminal(unasked, [])
    await main(['init', '--yes'], again.io)
    expect(again.io.printed.out).not.toContain('not certain')
  })

  test('is named in a dry run, and not where no settings are written', async () => {
    const repo = uncertain()
    const dry = terminal(repo, [])
    await main(['init', '--dry-run'], dry.io)
    expect(dry.io.printed.out).toContain(`  - ${OPEN}\n`)
    const clone = terminal(repo, [])
    await main(['init', '--clone'], clone.io)
    expect(clone.io.printed.out).not.toContain('not certain')
    repo.write('memkeep.yaml', '')
    const { io, questions } = terminal(repo, ['', '', ''])
    await main(['init'], io)
    expect(questions).toEqual([WRITE, PULLS, AGENTS])
    expect(settingsOf(repo)).toBe('')
  })

  test('Ctrl-C at its question writes nothing', async () => {
    const repo = uncertain()
    const before = everything(repo.dir)
    const { io } = terminal(repo, ['', '', '', null])
    await main(['init'], io)
    expect(everything(repo.dir)).toEqual(before)
  })

  test('is read as the answer says', async () => {
    const repo = uncertain()
    await main(['init'], terminal(repo, ['', '', '', '2']).io)
    const { io } = terminal(repo, [])
    await main(['files', '--explain'], io)
    expect(io.printed.out).toContain(`${PATH}  log, 3 items by \`## {title}\``)
    expect(io.printed.out).not.toContain('uncertain')
  })
})

const HAS_SCRIPT = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')

/** Runs init on a pseudo-terminal of util-linux; types each text when the one before it is shown. */
function onPty(
  dir: string,
  typed: readonly (readonly [string, string])[],
): Promise<{ code: number; out: string }> {
  const command = `'${process.execPath}' '${resolve('dist/memkeep.cjs')}' init`
  const { CI: _, ...plain } = plainEnvironment()
  const env = { ...plain, MEMKEEP_BIN: resolve('dist/memkeep.cjs') }
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: dir, env })
  const left = [...typed]
  let out = ''
  let read = 0
  return new Promise((done) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8')
      const [first] = left
      if (!first || !out.slice(read).includes(first[0])) return
      read = out.length
      left.shift()
      child.stdin.write(first[1])
    })
    child.on('close', (code) => done({ code: code ?? -1, out: out.replaceAll('\r', '') }))
  })
}

describe.skipIf(!HAS_SCRIPT)('on a real terminal', () => {
  test('answers are read, and the process ends', async () => {
    const repo = repository()
    const { code, out } = await onPty(repo.dir, [
      ['Write these files?', '\r'],
      ['pull requests?', 'n\r'],
      ['during a session', 'y\r'],
    ])
    expect({ code, out }).toMatchObject({ code: 0 })
    expect(out).toContain('commit what was written:')
    expect(existsSync(join(repo.dir, 'memkeep.yaml'))).toBe(true)
    expect(existsSync(join(repo.dir, WORKFLOW))).toBe(false)
    expect(existsSync(join(repo.dir, AGENT))).toBe(true)
  })

  test('answers that are typed ahead count', async () => {
    const repo = repository()
    const { code, out } = await onPty(repo.dir, [['Write these files?', '\rn\rn\r']])
    expect({ code, out }).toMatchObject({ code: 0 })
    expect(existsSync(join(repo.dir, 'memkeep.yaml'))).toBe(true)
    expect(existsSync(join(repo.dir, WORKFLOW))).toBe(false)
  })

  test.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
    ['n', 'n\r'],
  ])('%s writes nothing', async (_, key) => {
    const repo = repository()
    const before = everything(repo.dir)
    const { code, out } = await onPty(repo.dir, [['Write these files?', key]])
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/\nNothing was written\.\n$/) })
    expect(everything(repo.dir)).toEqual(before)
  })
})
