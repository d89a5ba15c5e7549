import { execSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  broughtHusky,
  namesHusky,
  PREPARE_SCRIPT,
  withoutPrepareScript,
  withPrepareScript,
} from '../../../src/hooks/managers/prepare-script.ts'
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

  test('does not replace another one, and leaves husky to whoever has it', () => {
    expect(withPrepareScript('{"scripts":{"prepare":"npm run build"}}')).toHaveProperty('byHand')
    expect(withPrepareScript('{"scripts":1}')).toHaveProperty('byHand')
    expect(withPrepareScript('[]')).toHaveProperty('byHand')
    const text = '{"devDependencies":{"husky":"9"}}'
    expect(withPrepareScript(text)).toEqual({ text })
    expect(namesHusky(text)).toBe(true)
    expect(namesHusky(added('{}'))).toBe(false)
  })

  test('tells whose husky it is, also where somebody added it to a script by hand', () => {
    const both = JSON.stringify({ scripts: { prepare: `npm run build && ${PREPARE_SCRIPT}` } })
    expect([broughtHusky(null, added('{}')), broughtHusky(null, both)]).toEqual(['.husky', '.husky'])
    expect(withPrepareScript(both)).toEqual({ text: both })
    expect([broughtHusky(null, '{}'), broughtHusky('hooks', '{}')]).toEqual([null, 'hooks'])
    expect(broughtHusky('.husky', '{"scripts":{"prepare":"husky"}}')).toBeNull()
  })

  const run = (cwd: string, env: Record<string, string> = {}): string =>
    execSync(PREPARE_SCRIPT, { cwd, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' })

  /** Has memkeep as pnpm lays it out: what it needs lies beside it only. */
  const withMemkeep = (dir: string): void => {
    mkdirSync(join(dir, 'node_modules'))
    symlinkSync(resolve('.'), join(dir, 'node_modules/memkeep'))
  }

  test('arms husky, where memkeep is installed', () => {
    const repo = tempRepo()
    withMemkeep(repo.dir)
    expect(run(repo.dir)).toBe('')
    expect(repo.git('config', 'core.hooksPath')).toBe('.husky/_')
  })

  test('never breaks an install: without memkeep, without a repository, with HUSKY=0, without git', () => {
    const bare = tempFolder()
    expect(run(bare)).toBe('')
    withMemkeep(bare)
    expect(run(bare)).toBe('')
    const repo = tempRepo()
    withMemkeep(repo.dir)
    expect(run(repo.dir, { HUSKY: '0' })).toBe('')
    const bin = tempFolder()
    symlinkSync(process.execPath, join(bin, 'node'))
    symlinkSync('/bin/sh', join(bin, 'sh'))
    expect(run(repo.dir, { PATH: bin })).toBe('')
    expect(() => repo.git('config', 'core.hooksPath')).toThrow()
  })
})
