import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../helpers/temp-repo.ts'

/** npm shows the `prepare` of a package that is installed from a file as a script that runs; its file is not in there. */
test('a package has no script for its installation, and package.json is as it was after packing', () => {
  const folder = tempFolder()
  const file = join(folder, 'package.json')
  copyFileSync('package.json', file)
  const before = readFileSync(file, 'utf8')
  const { prepack, postpack } = JSON.parse(before).scripts
  const [, ...rest] = String(prepack).split(' && ')
  for (const [script, prepare] of [
    [rest.join(' && '), undefined],
    [postpack, 'node scripts/prepare.mjs'],
  ]) {
    const { status, stderr } = spawnSync(script, { cwd: folder, encoding: 'utf8', shell: true })
    expect(status, stderr).toBe(0)
    const { scripts } = JSON.parse(readFileSync(file, 'utf8'))
    expect(scripts.prepare).toBe(prepare)
    for (const name of ['preinstall', 'install', 'postinstall']) expect(scripts).not.toHaveProperty(name)
  }
  expect(readFileSync(file, 'utf8')).toBe(before)
})
