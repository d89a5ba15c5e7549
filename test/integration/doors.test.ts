import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ATTACKS, type Attack, layoutsInGit } from '../../scripts/generate/guard-table.ts'
import { amongLayoutsOn } from '../../src/core/places.ts'
import { layouts } from '../../src/layouts/index.ts'
import { attacked, type Sample, samplesOf } from '../helpers/attacked-files.ts'
import type { Files } from '../helpers/check-literal.ts'
import { LONG } from '../helpers/runs.ts'
import { type CommitRepo, commitRepo } from './commit/commit-repo.ts'

// Every kind of memory, changed in every way, through the three doors that a change passes: nothing goes unseen at any of them.

/** Writes what differs between two states, and stages it. */
function turn(repo: CommitRepo, from: Files, to: Files): void {
  for (const path of Object.keys(from)) if (from[path] !== to[path]) repo.remove(path)
  for (const [path, file] of Object.entries(to)) {
    if (from[path] === file) continue
    if (typeof file === 'string') repo.write(path, file)
    else if (file instanceof Uint8Array) repo.write(path, Buffer.from(file))
    else if ('link' in file) repo.link(path, file.link)
  }
  repo.git('add', '--all', '--force')
}

/** All files of a layout's samples, and the paths that an attack on each of them touches. */
function changed(samples: readonly Sample[], attack: Attack): { files: Files; paths: readonly string[] } {
  let files: Files = {}
  for (const sample of samples) files = { ...files, ...sample.files }
  const paths: string[] = []
  for (const sample of samples) {
    const next = attacked({ ...sample, files: { ...files } }, attack)
    if (!next) continue
    files = next
    paths.push(sample.path)
  }
  return { files, paths }
}

function isSeen(path: string, said: string): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return said.includes(path) || (folder !== '' && said.includes(folder))
}

const ROWS = layoutsInGit(amongLayoutsOn(layouts)).flatMap((layout, i) =>
  ATTACKS.filter((_, j) => LONG || j === i % ATTACKS.length).map(
    (attack) => [layout.id, attack, layout] as const,
  ),
)

test.each(ROWS)('%s, %s', { timeout: 60_000 }, async (_id, attack, layout) => {
  const samples = await samplesOf(layout)
  let clean: Files = { 'memkeep.yaml': `layouts: { ${layout.id}: on }\n` }
  for (const sample of samples) clean = { ...clean, ...sample.files }
  const { files, paths } = changed(samples, attack)
  if (paths.length === 0) return
  const repo = commitRepo({ files: null })
  turn(repo, {}, clean)
  repo.git('commit', '--quiet', '--no-verify', '--message', 'first')
  repo.git('checkout', '--quiet', '-b', 'topic')
  turn(repo, clean, { ...files, 'memkeep.yaml': clean['memkeep.yaml'] ?? '' })
  const staged = paths.filter((path) =>
    repo.git('diff', '--cached', '--name-only').split('\n').includes(path),
  )
  writeFileSync(join(repo.gitDir, 'MSG'), 'change\n')
  const hook = repo.run(['commit', '--file', join(repo.gitDir, 'MSG')]).stderr
  if (repo.git('rev-parse', 'HEAD') === repo.git('rev-parse', 'main'))
    repo.git('commit', '--quiet', '--no-verify', '--message', 'change')
  const [check = '', ran = ''] = ['check', 'ci'].map(
    (door) => repo.memkeep([door, '--base', 'main', '--format', 'json']).stdout,
  )
  const unseen = staged.flatMap((path) => [
    ...(isSeen(path, check) ? [] : [`check: ${path}`]),
    ...(isSeen(path, ran) ? [] : [`ci: ${path}`]),
    // Git names what a commit changes; what it takes away of memory is said.
    ...(isSeen(path, hook) || files[path] !== undefined ? [] : [`hook: ${path}`]),
  ])
  expect(unseen, hook).toEqual([])
})
