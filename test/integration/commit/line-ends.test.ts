import { describe, expect, test } from 'vitest'
import { LONG } from '../../helpers/runs.ts'
import { type CommitRepo, commitRepo, expectState, stateOf } from './commit-repo.ts'
import { decisions, type Files, memory, SHOP } from './memory-files.ts'

const SECOND = memory('shop', { decisions: [1, 2], lessons: [1] })

function crlf(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
  )
}

/** Checks everything out again, so that the files on disk have the line ends that git gives them. */
function checkedOutAgain(repo: CommitRepo): CommitRepo {
  for (const path of repo.git('ls-files', 'user').split('\n')) repo.remove(path)
  repo.git('checkout', '--quiet', '--', 'user')
  return repo
}

const SETTINGS: readonly (readonly [string, string, Files])[] = [
  ['core.autocrlf', '[core]\n\tautocrlf = true\n', {}],
  ['core.autocrlf and core.safecrlf', '[core]\n\tautocrlf = true\n\tsafecrlf = warn\n', {}],
  ['the attribute eol=crlf', '', { '.gitattributes': 'user/** text eol=crlf\n' }],
  ['core.eol and the attribute text', '[core]\n\teol = crlf\n', { '.gitattributes': 'user/** text=auto\n' }],
]

const WAYS: readonly (readonly [string, readonly string[]])[] = [
  ['-a', ['-a']],
  ['-- path', ['--', SHOP.decisions]],
]

describe('files on disk have CRLF, and LF in the repository', () => {
  for (const [turn, [name, config, attributes]] of SETTINGS.entries()) {
    // Each setting with each way in the long run; else they take turns.
    const some = WAYS.filter((_, i) => LONG || i === turn % WAYS.length)
    test.each(some)(`by ${name}: the file on disk follows with its CRLF, %s`, (_, args) => {
      const repo = checkedOutAgain(
        commitRepo({ files: { ...attributes, ...memory('shop', { decisions: [1], lessons: [1] }) }, config }),
      )
      if (config.includes('safecrlf')) repo.git('config', 'core.safecrlf', 'true')
      expect(stateOf(repo).work[SHOP.index]).toContain('workspace: shop\r\n')
      repo.write(SHOP.decisions, decisions(1, 2).replaceAll('\n', '\r\n'))
      expect(repo.passes(...args)).not.toContain('memkeep')
      expectState(repo, { head: { ...attributes, ...SECOND }, work: { ...attributes, ...crlf(SECOND) } })
    })
  }

  test('by core.autocrlf: an edit on disk stays, whatever its line ends', () => {
    const repo = checkedOutAgain(commitRepo({ config: '[core]\n\tautocrlf = true\n' }))
    repo.write(SHOP.decisions, decisions(1, 2).replaceAll('\n', '\r\n'))
    repo.write(SHOP.index, 'mine\r\n')
    expect(repo.passes('--', SHOP.decisions)).toContain('has other edits')
    expectState(repo, {
      head: SECOND,
      work: { ...crlf(SECOND), [SHOP.index]: 'mine\r\n' },
      status: [` M ${SHOP.index}`],
    })
  })

  test('by core.autocrlf: a new index is written with CRLF', () => {
    const repo = commitRepo({ files: { 'notes.txt': 'x\n' }, config: '[core]\n\tautocrlf = true\n' })
    repo.stage({ [SHOP.decisions]: decisions(1).replaceAll('\n', '\r\n') })
    expect(repo.passes()).not.toContain('memkeep')
    const all = memory('shop', { decisions: [1] })
    expectState(repo, { head: { 'notes.txt': 'x\n', ...all }, work: { 'notes.txt': 'x\n', ...crlf(all) } })
  })

  test('by core.autocrlf, but the index on disk has LF: it follows, and git sees no change', () => {
    const repo = commitRepo({ config: '[core]\n\tautocrlf = true\n' })
    repo.write(SHOP.decisions, decisions(1, 2).replaceAll('\n', '\r\n'))
    expect(repo.passes('-a')).not.toContain('memkeep')
    const { head, index, status } = stateOf(repo)
    expect({ head, index, status }).toEqual({ head: SECOND, index: SECOND, status: [] })
  })

  test('core.autocrlf=input', () => {
    const repo = commitRepo({ config: '[core]\n\tautocrlf = input\n' })
    repo.write(SHOP.decisions, decisions(1, 2).replaceAll('\n', '\r\n'))
    repo.passes('-a')
    expectState(repo, {
      head: SECOND,
      work: { ...SECOND, [SHOP.decisions]: decisions(1, 2).replaceAll('\n', '\r\n') },
    })
  })
})

describe('content filters', () => {
  const ROT = '[filter "rot"]\n\tclean = tr a-m n-z\n\tsmudge = tr n-z a-m\n'
  const turned = (text = ''): string =>
    text.replace(/[a-m]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 13))

  test('of memory indexes: the repository has the cleaned one, the disk the smudged one', () => {
    const attributes = { '.gitattributes': '_index.yaml filter=up\n' }
    const config = '[filter "up"]\n\tclean = sed s/alpha/ALPHA/\n\tsmudge = sed s/ALPHA/alpha/\n'
    const repo = commitRepo({
      files: { ...attributes, ...memory('shop', { decisions: [1], lessons: [1] }) },
      config,
    })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('-a')
    const { head, index, work, status } = stateOf(repo)
    expect(work).toEqual({ ...attributes, ...SECOND })
    expect(head[SHOP.index]).toBe(SECOND[SHOP.index]?.replace('alpha', 'ALPHA'))
    expect({ index, status }).toEqual({ index: head, status: [] })
  })

  test('of logs: what is committed is read, and no filter of them is run', () => {
    const attributes = { '.gitattributes': 'decisions.md filter=rot\n' }
    const repo = commitRepo({ files: { ...attributes, 'notes.txt': 'x\n' }, config: ROT })
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.git('add', SHOP.decisions)
    const before = stateOf(repo)
    expect(before.index[SHOP.decisions]).toBe(turned(decisions(1, 2)))
    repo.stops()
    expect(stateOf(repo)).toEqual(before)
  })

  test('that fails, and is required: refused, and nothing is written', () => {
    const attributes = { '.gitattributes': '_index.yaml filter=no\n' }
    const repo = commitRepo({ files: { ...attributes, ...memory('shop', { decisions: [1], lessons: [1] }) } })
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    const before = stateOf(repo)
    repo.git('config', 'filter.no.clean', 'false')
    repo.git('config', 'filter.no.required', 'true')
    const ended = repo.memkeep(['hook', 'pre-commit'])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain('external filter')
    repo.git('config', '--remove-section', 'filter.no')
    expect(stateOf(repo)).toEqual(before)
  })
})
