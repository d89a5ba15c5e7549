import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { type Converted, convertedFiles, extensionOf } from '../../src/fs/content-filters.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

/** What is converted in an empty repository, under these settings of a person and these attributes. */
function converted(settings: (folder: string) => string, attributes = ''): Converted {
  const top = tempFolder()
  const gitDir = join(top, '.git')
  mkdirSync(gitDir)
  writeFileSync(join(top, '.gitattributes'), attributes)
  vi.stubEnv('GIT_CONFIG_GLOBAL', settings(top))
  vi.stubEnv('XDG_CONFIG_HOME', top)
  try {
    return convertedFiles([], { top, gitDir, commonDir: gitDir })
  } finally {
    vi.unstubAllEnvs()
  }
}

const NONE = new Set()

test.each([
  ['that are not there', 'none', NONE],
  ['that are said to be none', '/dev/null', NONE],
  ['without attributes', '[core]\n\tautocrlf = input\n', NONE],
  ['with attributes that are said to be none', '[core]\n\tattributesFile = /dev/null\n', NONE],
  ['with attributes that convert', '[core]\n\tattributesFile = attributes\n', 'all'],
  ['with two sections on a line', '[user][core "a"][core]attributesFile = attributes\n', 'all'],
  [
    'with a comment that ends in a backslash',
    '[core] ; C:\\\n\tattributesFile = attributes\n\tbare = false # C:\\\n',
    'all',
  ],
  ['with a value on two lines', '[core]\n\tattributesFile = attri\\\nbutes\n', 'all'],
  ['that cannot be read', '.', 'all'],
])('settings %s', (_, text, expected) => {
  const found = converted((folder) => {
    writeFileSync(join(folder, 'attributes'), '* filter=x\n')
    writeFileSync(join(folder, 'settings'), text)
    if (text.startsWith('[')) return join(folder, 'settings')
    return text.startsWith('/') ? text : join(folder, text)
  })
  expect(found).toEqual(expected)
})

describe('attributes', () => {
  test.each([
    ['', []],
    ['*.md text eol=lf merge=memkeep\n', []],
    ['# *.md filter=x\n', []],
    ['  # *.md filter=x\n', []],
    ['*.md -filter !ident\n', []],
    ['*.png filter=lfs diff=lfs merge=lfs -text\n*.PSD filter=lfs\r\n', ['png', 'psd']],
    ['images/a.b.jpeg ident', ['jpeg']],
    ['"a file.tar.gz" filter=x\n*.md text\n', ['gz']],
    ['"a.zip filter=x', ['zip']],
    ['"*.md".png filter=x', ['md']],
    ['a.yaml\vb.png working-tree-encoding=UTF-16', ['png']],
  ])('that convert files of some extensions: %j', (text, expected) => {
    expect(converted(() => '/dev/null', text)).toEqual(new Set(expected))
  })

  test.each([
    '* ident\n',
    'memory/** filter=x',
    '*.[pP]ng filter=x',
    '*.md* filter=x',
    '*.md" filter=x',
    'a\\.png filter=x',
    '"\\056png" filter=x',
    '[attr]a.png filter=x\n',
    '\ufeff[attr]a.png filter=x\n',
    '*.png filter=x\n* filter=y',
  ])('that may convert any file: %j', (text) => {
    expect(converted(() => '/dev/null', text)).toBe('all')
  })
})

test.each([
  ['a/b.MD', 'md'],
  ['a.b/c', ''],
  ['.gitattributes', 'gitattributes'],
  ['a.tar.gz', 'gz'],
  ['a.', ''],
])('the extension of %s', (path, expected) => {
  expect(extensionOf(path)).toBe(expected)
})
