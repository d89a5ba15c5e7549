import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { everything, loggingBin, memkeep, plainEnvironment } from '../helpers/setup.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const MEMORY = 'user/memory/workspaces/shop/decisions.md'
const CLAUDE = '.claude/settings.json'

/** What people keep in the files of agents. */
const FILES = {
  [CLAUDE]:
    '{\n  "permissions": { "allow": ["Bash(npm test)"] },\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "npm test" }] }\n    ]\n  }\n}\n',
  '.codex/hooks.json': '{"hooks":{}}',
  '.gemini/settings.json': '{\r\n\t// mine\r\n\t"ui": { "theme": "x" },\r\n}\r\n',
  '.cursor/hooks.json': '{ "version": 1, "hooks": { "stop": [] } }\n',
}

function repoWithMemory(): TempRepo {
  const repo = tempRepo()
  repo.write(MEMORY, '# Decisions\n')
  return repo
}

describe('init --agent-hooks', () => {
  test('adds to the files that are there, once, and uninstall leaves them as they were', async () => {
    const { dir, write } = repoWithMemory()
    for (const [path, text] of Object.entries(FILES)) write(path, text)
    const before = everything(dir)
    const first = await memkeep(dir, ['init', '--agent-hooks'])
    expect(first.code).toBe(0)
    for (const path of Object.keys(FILES)) {
      expect(first.out).toContain(`changed  ${path}`)
      expect(readFileSync(join(dir, path), 'utf8').match(/agent-hook/g)).toHaveLength(3)
    }
    expect(first.out).toContain('let Claude Code and Codex and Gemini CLI and Cursor run the new hooks')
    const set = everything(dir)
    const again = await memkeep(dir, ['init', '--agent-hooks'])
    expect(again.out).toContain('everything was set up already')
    expect((await memkeep(dir, ['init'])).out).toContain('everything was set up already')
    expect(everything(dir)).toEqual(set)
    expect((await memkeep(dir, ['uninstall'])).code).toBe(0)
    expect(everything(dir)).toEqual(before)
  })

  test('makes a file for Claude Code where no agent has a folder, and uninstall takes it away', async () => {
    const { dir } = repoWithMemory()
    const { out } = await memkeep(dir, ['init', '--agent-hooks'])
    expect(out).toContain(`created  ${CLAUDE}`)
    expect(existsSync(join(dir, '.cursor'))).toBe(false)
    expect((await memkeep(dir, ['uninstall'])).out).toContain(`deleted  ${CLAUDE}`)
    expect(existsSync(join(dir, '.claude'))).toBe(false)
  })

  test('takes the agents that are named', async () => {
    const { dir } = repoWithMemory()
    mkdirSync(join(dir, '.claude'))
    await memkeep(dir, ['init', '--agent-hooks', 'cursor,gemini'])
    expect(
      [CLAUDE, '.cursor/hooks.json', '.gemini/settings.json', '.codex/hooks.json'].map((path) =>
        existsSync(join(dir, path)),
      ),
    ).toEqual([false, true, true, false])
    const wrong = await memkeep(dir, ['init', '--agent-hooks', 'coursor'])
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('Did you mean "cursor"?')])
  })

  test('without the flag writes none', async () => {
    const { dir } = repoWithMemory()
    mkdirSync(join(dir, '.claude'))
    await memkeep(dir, ['init'])
    expect(existsSync(join(dir, CLAUDE))).toBe(false)
  })

  test('leaves a file of another form, and a symlink, to their owner, with the lines to add', async () => {
    const { dir, write } = repoWithMemory()
    write(CLAUDE, '{ "hooks": [] }\n')
    write('elsewhere.json', '{}\n')
    mkdirSync(join(dir, '.cursor'))
    symlinkSync('../elsewhere.json', join(dir, '.cursor/hooks.json'))
    const { code, out } = await memkeep(dir, ['init', '--agent-hooks'])
    expect(code).toBe(1)
    expect(out).toContain(`${CLAUDE} was left as it is: it is no JSON object, or its hooks have another form`)
    expect(out).toContain('.cursor/hooks.json was left as it is: it is a symlink')
    expect(out).toContain('agent-hook claude turn-end')
    expect(readFileSync(join(dir, CLAUDE), 'utf8')).toBe('{ "hooks": [] }\n')
    expect(readFileSync(join(dir, 'elsewhere.json'), 'utf8')).toBe('{}\n')
  })

  test('is shown by a dry run, and not written', async () => {
    const { dir } = repoWithMemory()
    const before = everything(dir)
    expect((await memkeep(dir, ['init', '--agent-hooks', '--dry-run'])).out).toContain(`created  ${CLAUDE}`)
    expect(everything(dir)).toEqual(before)
  })
})

test('doctor says which agents call memkeep, and which entry is missing', async () => {
  const { dir, write } = repoWithMemory()
  const said = async (): Promise<string> => (await memkeep(dir, ['doctor'])).out
  await memkeep(dir, ['init'])
  expect(await said()).not.toContain('.claude')
  await memkeep(dir, ['init', '--agent-hooks'])
  expect(await said()).toContain(`✔ ${CLAUDE} lets Claude Code call memkeep`)
  write(CLAUDE, readFileSync(join(dir, CLAUDE), 'utf8').replace('"PreCompact"', '"Other"'))
  expect(await said()).toContain(
    `✖ ${CLAUDE} has no entry of memkeep for PreCompact\n  → Run memkeep init --agent-hooks claude.`,
  )
})

describe('doctor says of an agent', () => {
  const ID = 'claude,codex,gemini,cursor'
  const doctorIn = async (cwd: string, env: Record<string, string> = {}): Promise<string> =>
    (await memkeep(cwd, ['doctor'], env)).out

  test('that its command gets to memkeep, and that it does not', async () => {
    const { dir, write } = repoWithMemory()
    await memkeep(dir, ['init', '--agent-hooks'])
    const path = join(tempFolder(), 'memkeep')
    writeFileSync(path, `#!/bin/sh\nexec node '${resolve('dist/memkeep.cjs')}' "$@"\n`, { mode: 0o755 })
    expect(await doctorIn(dir, { MEMKEEP_BIN: path })).toContain(`✔ the command of ${CLAUDE} gets to memkeep`)
    expect(await doctorIn(dir, { MEMKEEP_BIN: 'no-such-program-here' })).toContain(
      `✖ the command of ${CLAUDE} does not get to memkeep, and Claude Code says nothing of it`,
    )
    write(CLAUDE, readFileSync(join(dir, CLAUDE), 'utf8').replaceAll('echo memkeep', 'touch ran'))
    expect(await doctorIn(dir)).toContain(`the entry of ${CLAUDE} for SessionStart was not run`)
    expect(existsSync(join(dir, 'ran'))).toBe(false)
  })

  test('that its command was not run where there is no sh, as in a terminal of Windows', async () => {
    const { dir } = repoWithMemory()
    await memkeep(dir, ['init', '--agent-hooks'])
    const bin = tempFolder()
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    symlinkSync(git, join(bin, 'git'))
    expect(await doctorIn(dir, { PATH: bin })).toContain(
      `– the command of ${CLAUDE} was not run: there is no \`sh\` on PATH`,
    )
  })

  test('what it does not do when it is started in a folder below the top', async () => {
    const { dir } = repoWithMemory()
    await memkeep(dir, ['init', '--agent-hooks', ID])
    const top = await doctorIn(dir)
    expect(top).toContain('Claude Code started in a folder below the top calls no hook')
    const below = await doctorIn(join(dir, 'user/memory'))
    expect(below).toContain('✖ Claude Code started here, in user/memory, calls no hook of the repository')
    expect(below).toContain('✖ Gemini CLI started here, in user/memory, has neither hooks nor MCP servers')
    expect(below).not.toContain('Codex started here')
    expect(below).toContain(
      'not tested: Codex calls a hook that is new or changed only after a person has reviewed it',
    )
  })

  test('whether Codex trusts the repository', async () => {
    const { dir } = repoWithMemory()
    await memkeep(dir, ['init', '--agent-hooks', 'codex'])
    const home = tempFolder()
    const said = (): Promise<string> => doctorIn(dir, { CODEX_HOME: home })
    expect(await said()).toContain('whether Codex trusts this repository is not known')
    const config = (text: string): void => writeFileSync(join(home, 'config.toml'), text)
    config('[projects."/elsewhere"]\ntrust_level = "trusted"\n')
    expect(await said()).toContain(
      '✖ Codex does not trust this repository: it reads neither its hooks nor its MCP servers, and says nothing of it',
    )
    config(
      `[projects."${dir}"]\ntrust_level = "untrusted"\n[projects."/elsewhere"]\ntrust_level = "trusted"\n`,
    )
    expect(await said()).toContain('✖ Codex does not trust')
    config(`model = "x"\n\n[projects.'${dir}']\n# mine\ntrust_level = "trusted"\n`)
    expect(await said()).toContain('✔ Codex trusts this repository')
  })
})

describe('the command of an entry', () => {
  const commandOf = async (dir: string): Promise<string> => {
    await memkeep(dir, ['init', '--agent-hooks'])
    return JSON.parse(readFileSync(join(dir, CLAUDE), 'utf8')).hooks.Stop[0].hooks[0].command
  }

  test('calls memkeep at the top of the work tree, from any folder below it', async () => {
    const { dir } = repoWithMemory()
    const command = await commandOf(dir)
    const { path, calls } = loggingBin()
    const options = { env: { ...plainEnvironment(), MEMKEEP_BIN: path }, cwd: join(dir, 'user/memory') }
    expect(execFileSync('sh', ['-c', command], options).toString()).toBe('')
    expect(calls()).toEqual([`${dir}: agent-hook claude turn-end`])
  })

  test('finds memkeep in node_modules, else on PATH, and runs what MEMKEEP_BIN names before both', async () => {
    const { dir, write } = repoWithMemory()
    const command = await commandOf(dir)
    const [installed, onPath] = [loggingBin(), loggingBin()]
    const env = { ...plainEnvironment(), PATH: `${dirname(onPath.path)}:${process.env.PATH}` }
    execFileSync('sh', ['-c', command], { cwd: dir, env })
    expect(onPath.calls()).toHaveLength(1)
    write('node_modules/.bin/memkeep', readFileSync(installed.path, 'utf8'))
    chmodSync(join(dir, 'node_modules/.bin/memkeep'), 0o755)
    execFileSync('sh', ['-c', command], { cwd: dir, env })
    execFileSync('sh', ['-c', command], { cwd: dir, env: { ...env, MEMKEEP_BIN: '' } })
    expect(installed.calls()).toHaveLength(2)
    execFileSync('sh', ['-c', command], { cwd: dir, env: { ...env, MEMKEEP_BIN: onPath.path } })
    expect([installed.calls().length, onPath.calls().length]).toEqual([2, 2])
  })

  test('ends with 0 where memkeep is missing, fails, or there is no repository', async () => {
    const { dir } = repoWithMemory()
    const command = await commandOf(dir)
    for (const [bin, cwd] of [
      ['no-such-program-here', dir],
      ['false', dir],
      ['false', tempFolder()],
    ] as const) {
      const env = { ...plainEnvironment(), MEMKEEP_BIN: bin }
      expect(execFileSync('sh', ['-c', command], { env, cwd, stdio: 'pipe' }).toString()).toBe('')
    }
  })
})
