import { describe, expect, test } from 'vitest'
import { withShim } from '../../../src/hooks/hook-file.ts'
import { detect } from '../../../src/hooks/managers/detect.ts'
import { fileKey, type HookFolder, type Site } from '../../../src/hooks/site.ts'

type Given = {
  readonly hooksPath?: string
  readonly folder?: HookFolder
  readonly root?: Record<string, string>
  readonly git?: Record<string, string>
}

function site({ hooksPath, folder = { base: 'git', path: 'hooks' }, root = {}, git = {} }: Given): Site {
  const files = new Map(
    Object.entries({ root, git }).flatMap(([base, texts]) =>
      Object.entries(texts).map(([path, text]) => [
        fileKey(base === 'root' ? 'root' : 'git', path),
        { text, executable: true },
      ]),
    ),
  )
  return { hooksPath: hooksPath ?? null, folder, files }
}

function found(given: Given): unknown {
  return detect(site(given)).manager
}

const made = withShim(null, { name: 'pre-commit', pathspecs: ['m'] })
const OURS = 'text' in made ? made.text : ''
const HUSKY = { 'package.json': '{"devDependencies":{"husky":"9"}}', '.husky/pre-commit': 'npm test\n' }
const LEFTHOOK = '#!/bin/sh\nif [ "$LEFTHOOK" = "0" ]; then exit 0; fi\ncall_lefthook run "pre-commit" "$@"\n'

describe('what runs the hooks', () => {
  test('nothing', () => {
    expect(found({})).toEqual({ kind: 'none' })
    expect(found({ root: { 'package.json': '{}' } })).toEqual({ kind: 'none' })
  })

  test('husky: by core.hooksPath, or because the package has it', () => {
    const folder = { base: 'root', path: '.husky/_' } as const
    expect(found({ hooksPath: '.husky/_', folder })).toEqual({ kind: 'husky', folder: '.husky' })
    const deeper = { base: 'root', path: 'web/.hooks/_' } as const
    expect(found({ hooksPath: 'web/.hooks/_', folder: deeper })).toEqual({
      kind: 'husky',
      folder: 'web/.hooks',
    })
    expect(found({ root: HUSKY })).toEqual({ kind: 'husky', folder: '.husky' })
    expect(found({ root: { '.husky/pre-commit': OURS } })).toEqual({ kind: 'husky', folder: '.husky' })
    expect(found({ root: { '.husky/pre-commit': 'npm test\n' } })).toEqual({ kind: 'none' })
  })

  test('hook files where core.hooksPath says, or in the git directory', () => {
    const folder = { base: 'root', path: '.githooks' } as const
    expect(found({ hooksPath: '.githooks', folder })).toEqual({
      kind: 'hook-files',
      base: 'root',
      folder: '.githooks',
    })
    const own = { kind: 'hook-files', base: 'git', folder: 'hooks' }
    expect(found({ git: { 'hooks/commit-msg': '#!/bin/sh\n' } })).toEqual(own)
    expect(found({ git: { 'hooks/pre-commit': OURS } })).toEqual(own)
    expect(found({ hooksPath: '/r/.git/hooks' })).toEqual(own)
  })

  test('a directory outside', () => {
    expect(found({ hooksPath: '/hooks', folder: { outside: '/hooks' }, root: HUSKY })).toEqual({
      kind: 'outside',
      folder: '/hooks',
    })
  })

  test.each([
    ['lefthook.yml', 'lefthook'],
    ['.lefthook.yaml', 'lefthook'],
    ['.config/lefthook.yml', 'lefthook'],
    ['lefthook.toml', 'lefthook'],
    ['.pre-commit-config.yaml', 'pre-commit'],
    ['prek.toml', 'prek'],
    ['.simple-git-hooks.json', 'simple-git-hooks'],
    ['simple-git-hooks.cjs', 'simple-git-hooks'],
  ])('what %s sets up', (file, kind) => {
    expect(found({ root: { [file]: '' } })).toEqual({ kind, file })
    expect(found({ root: { [file]: '' }, git: { 'hooks/pre-commit': OURS } })).toEqual({ kind, file })
  })

  test('simple-git-hooks in the package', () => {
    const text = '{"simple-git-hooks":{"pre-commit":"a"}}'
    expect(found({ root: { 'package.json': text } })).toEqual({
      kind: 'simple-git-hooks',
      file: 'package.json',
    })
  })

  test('of several the one that git leads to; the others are named', () => {
    const root = { ...HUSKY, 'lefthook.yml': '', '.pre-commit-config.yaml': '' }
    const both = detect(site({ root, git: { 'hooks/pre-commit': LEFTHOOK } }))
    expect(both.manager).toEqual({ kind: 'lefthook', file: 'lefthook.yml' })
    expect(both.others.map(({ kind }) => kind)).toEqual(['husky', 'pre-commit'])
    const own = detect(site({ root, git: { 'hooks/pre-push': 'git lfs pre-push "$@"\n' } }))
    expect(own.manager).toMatchObject({ kind: 'hook-files' })
    expect(own.others.map(({ kind }) => kind)).toEqual(['husky', 'lefthook', 'pre-commit'])
  })

  test('what a manager wrote counts as it was before memkeep', () => {
    const signed = withShim('#!/bin/sh\n# lefthook\n', { name: 'pre-commit', pathspecs: [] })
    const text = 'text' in signed ? signed.text : ''
    expect(found({ root: { 'lefthook.yml': '' }, git: { 'hooks/pre-commit': text } })).toMatchObject({
      kind: 'lefthook',
    })
    const path = withShim('#!/bin/sh\n', { name: 'pre-commit', pathspecs: ['.lefthook'] })
    const ours = 'text' in path ? path.text : ''
    expect(found({ root: { 'lefthook.yml': '' }, git: { 'hooks/pre-commit': ours } })).toMatchObject({
      kind: 'hook-files',
    })
  })
})
