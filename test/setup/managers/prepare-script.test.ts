import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  namesHusky,
  ownHuskyFolder,
  PREPARE_SCRIPT,
  withoutPrepareScript,
  withPrepareScript,
} from '../../../src/setup/managers/husky.ts'
import { tempFolder, tempRepo } from '../../helpers/temp-repo.ts'

function added(text: string): string {
  const result = withPrepareScript(text)
  if ('byHand' in result) throw new Error(result.byHand)
  return result.text
}

describe('the prepare script', () => {
  test.each([
    '{}',
    '{ }\n',
    '{"name":"x"}',
    '{ "name": "x" }\n',
    '{\n  "name": "x"\n}\n',
    '{\r\n\t"name": "x",\r\n\t"scripts": {\r\n\t\t"test": "a"\r\n\t}\r\n}\r\n',
    '\ufeff{\n    "scripts": {},\n    "name": "x"\n}',
    '{\n  "scripts": { "a": "b", "c": "d" }\n}\n',
    '{\n  "scripts": {\n  }\n}\n',
    '{"scripts":{"test":"a \\" } , {"},"x":[[],{}]}',
  ])('goes into %j and out again', (text) => {
    const once = added(text)
    expect(JSON.parse(once.replace('\ufeff', '')).scripts.prepare).toBe(PREPARE_SCRIPT)
    expect(withPrepareScript(once)).toEqual({ text: once })
    expect(withoutPrepareScript(once)).toBe(text)
  })

  test('is laid out as its surroundings are', () => {
    const script = JSON.stringify(PREPARE_SCRIPT)
    expect(added('{\n  "name": "x"\n}\n')).toBe(
      `{\n  "name": "x",\n  "scripts": {\n    "prepare": ${script}\n  }\n}\n`,
    )
    expect(added('{\n  "scripts": {\n    "test": "a"\n  }\n}\n')).toBe(
      `{\n  "scripts": {\n    "test": "a",\n    "prepare": ${script}\n  }\n}\n`,
    )
  })

  test('does not replace another one, and leaves a husky that is not ours alone', () => {
    expect(withPrepareScript('{"scripts":{"prepare":"npm run build"}}')).toHaveProperty('byHand')
    expect(withPrepareScript('{"scripts":1}')).toHaveProperty('byHand')
    expect(withPrepareScript('[]')).toHaveProperty('byHand')
    const text = '{"devDependencies":{"husky":"9"}}'
    expect(withPrepareScript(text)).toEqual({ text })
    expect(namesHusky(text)).toBe(true)
    expect(namesHusky(added('{}'))).toBe(false)
  })

  test('knows whether husky is ours, also where it was added to a script by hand', () => {
    const both = JSON.stringify({ scripts: { prepare: `npm run build && ${PREPARE_SCRIPT}` } })
    expect([ownHuskyFolder(null, added('{}')), ownHuskyFolder(null, both)]).toEqual(['.husky', '.husky'])
    expect(withPrepareScript(both)).toEqual({ text: both })
    expect([ownHuskyFolder(null, '{}'), ownHuskyFolder('hooks', '{}')]).toEqual([null, 'hooks'])
    expect(ownHuskyFolder('.husky', '{"scripts":{"prepare":"husky"}}')).toBeNull()
  })

  const run = (cwd: string, env: Record<string, string>): number | null =>
    spawnSync(PREPARE_SCRIPT, { cwd, env, shell: '/bin/sh', encoding: 'utf8' }).status

  test('never breaks an install: without memkeep, without a repository, with HUSKY=0, without git', () => {
    const PATH = process.env.PATH ?? ''
    const repo = tempRepo()
    expect(run(repo.dir, { PATH })).toBe(0)
    const own = tempFolder()
    symlinkSync(resolve('dist/memkeep.cjs'), join(own, 'memkeep'))
    symlinkSync(process.execPath, join(own, 'node'))
    expect(run(tempFolder(), { PATH: `${own}:${PATH}` })).toBe(0)
    expect(run(repo.dir, { PATH: `${own}:${PATH}`, HUSKY: '0' })).toBe(0)
    expect(run(repo.dir, { PATH: own })).toBe(0)
    expect(() => repo.git('config', 'core.hooksPath')).toThrow()
    expect(run(repo.dir, { PATH: `${own}:${PATH}` })).toBe(0)
    expect(repo.git('config', '--local', 'core.hooksPath')).toBe('.husky/_')
  })
})
