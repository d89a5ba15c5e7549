import { describe, expect, test } from 'vitest'
import { commitRepo, type Making } from './commit-repo.ts'

const LOG = '# Decisions\n\n## 2026-01-01: A queue\n\nIt is small.\n\n## 2026-01-05: A cache\n\nIt is fast.\n'
const SHORT = LOG.slice(0, LOG.indexOf('## 2026-01-05'))
const COMPOSED = 'r\u00e9sum\u00e9'
const DECOMPOSED = 're\u0301sume\u0301'
const CRLF = LOG.replaceAll('\n', '\r\n')

function repository(config: string, files: Making['files']): ReturnType<typeof commitRepo> {
  return commitRepo({ config: `[core]\n${config}`, files })
}

// What git for Windows and for macOS sets by itself. Here the disk keeps names apart nevertheless.
describe('core.ignorecase', () => {
  const config = '\tignorecase = true\n'

  test('a log that gets another case is moved, and nothing of it is lost', () => {
    const repo = repository(config, { 'DECISIONS.md': LOG })
    repo.git('mv', 'DECISIONS.md', 'Decisions.md')
    expect(repo.passes()).toBe('memkeep: moved in memory: DECISIONS.md → Decisions.md\n')
    expect(repo.git('ls-files')).toBe('Decisions.md')
  })

  test('an entry that is lost with it is refused', () => {
    const repo = repository(config, { 'DECISIONS.md': LOG })
    repo.git('mv', 'DECISIONS.md', 'Decisions.md')
    repo.write('Decisions.md', SHORT)
    repo.git('add', '--all')
    expect(repo.stops()).toContain('"A cache" (2026-01-05) is gone')
  })

  test('a path in another case is not found, and the message has the right one', () => {
    const repo = repository(config, { 'DECISIONS.md': LOG })
    const { code, stderr } = repo.memkeep(['check', 'decisions.md'])
    expect(code).toBe(2)
    expect(stderr).toContain('no file decisions.md in the work tree')
    expect(stderr).toContain('Case and the form of accents count: DECISIONS.md; ignored files are not')
  })

  test('a second name that is one there is named', () => {
    const repo = repository(config, { 'DECISIONS.md': LOG })
    const id = repo.git('rev-parse', 'HEAD:DECISIONS.md')
    repo.git('update-index', '--add', '--cacheinfo', `100644,${id},decisions.md`)
    expect(repo.passes()).toContain('Windows and macOS take this file and DECISIONS.md for one')
  })
})

describe('core.precomposeunicode', () => {
  const config = '\tprecomposeunicode = true\n'
  const note = (name: string): string => `.serena/memories/${name}.md`

  test('a name that changes from two characters to one is moved', () => {
    const repo = repository(config, { [note(DECOMPOSED)]: '# Résumé\n\nIt is short.\n' })
    repo.git('mv', note(DECOMPOSED), note(COMPOSED))
    expect(repo.passes()).toContain('moved in memory: ')
    expect(repo.git('ls-files', '-z')).toBe(`${note(COMPOSED)}\0`)
  })

  test('a link in the other form is named, with the form to write', () => {
    const repo = repository(config, { [note(DECOMPOSED)]: '# Résumé\n\nIt is short.\n' })
    repo.stage({ [note('start')]: `# Start\n\nSee [it](${COMPOSED}.md).\n` })
    const said = repo.passes()
    expect(said).toContain(`The link to ${COMPOSED}.md leads to no file of the repository`)
    expect(said.replaceAll(/\s+/g, ' ')).toContain(
      `Write \`${DECOMPOSED}.md\`: the target differs in case or in the form of accents`,
    )
  })

  test('two files with one name in both forms are named', () => {
    const repo = repository(config, { [note(DECOMPOSED)]: '# A\n\nOne.\n' })
    repo.stage({ [note(COMPOSED)]: '# B\n\nTwo.\n' })
    expect(repo.passes()).toContain('Windows and macOS take this file and')
  })
})

describe('core.autocrlf', () => {
  test('a log on disk with CRLF is judged and committed as git stores it', () => {
    const repo = repository('\tautocrlf = true\n', { 'DECISIONS.md': LOG })
    repo.write('DECISIONS.md', `${CRLF}\r\n## 2026-01-09: A third\r\n\r\nIt is new.\r\n`)
    expect(repo.passes('--all')).not.toContain('memkeep')
    expect(repo.git('show', 'HEAD:DECISIONS.md')).toBe(`${LOG}\n## 2026-01-09: A third\n\nIt is new.`)
    repo.write('DECISIONS.md', SHORT.replaceAll('\n', '\r\n'))
    expect(repo.stops('--all')).toContain('"A cache" (2026-01-05) is gone')
  })

  test('line ends that change are no edit, also where entries must stay as they are', () => {
    const settings = 'history: { log: { mode: immutable } }\n'
    const repo = repository('\tautocrlf = false\n', { 'DECISIONS.md': LOG, 'memkeep.yaml': settings })
    repo.stage({ 'DECISIONS.md': CRLF, 'memkeep.yaml': settings.replaceAll('\n', '\r\n') })
    expect(repo.passes()).not.toContain('error')
    repo.stage({ 'DECISIONS.md': LOG })
    expect(repo.passes()).not.toContain('error')
  })
})
