import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../helpers/runs.ts'
import { tempFolder } from '../../helpers/temp-repo.ts'
import { variant } from '../../helpers/variant.ts'
import { commitRepo, expectAll, expectState, FIRST, stateOf } from './commit-repo.ts'
import { DESK, decisions, index, lessons, memory, placeOf, SHOP } from './memory-files.ts'

const SECOND = memory('shop', { decisions: [1, 2], lessons: [1] })

/** Settings under which what is deleted is only warned of. */
const LOWERED = { 'memkeep.yaml': 'rules:\n  item-lost: warning\n' }

describe('memory that goes or moves', () => {
  test('a log deleted on disk only: it is counted as it is staged', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.remove(SHOP.lessons)
    repo.passes()
    const { [SHOP.lessons]: _, ...work } = SECOND
    expectState(repo, { head: SECOND, work, status: [` D ${SHOP.lessons}`] })
  })

  test('an entry that is taken out without a word: the commit is stopped', () => {
    const repo = commitRepo({ files: SECOND })
    repo.stage({ [SHOP.decisions]: decisions(1) })
    expect(repo.stops()).toContain('item-lost')
    expect(stateOf(repo).head).toEqual(SECOND)
  })

  test('an entry that is replaced by a tombstone: the index follows, and the hook says it', () => {
    const repo = commitRepo({ files: SECOND })
    const [, title = ''] = /### (.*)\n/.exec(decisions(2)) ?? []
    const text = `${decisions(1)}\n<!-- memkeep-removed ${title} -- it held a key -->\n`
    repo.stage({ [SHOP.decisions]: text })
    const said = repo.passes()
    expect(said).toContain(`removed with a reason: ${title.replace(/[[\]]/g, '')}: it held a key`)
    expect(said).not.toContain('item-lost')
    expectAll(repo, FIRST, { [SHOP.decisions]: text })
  })

  test('a tombstone of another title: the hook does not say that the entry was removed with a reason', () => {
    const repo = commitRepo({ files: SECOND })
    const [, title = ''] = /### (.*)\n/.exec(decisions(2)) ?? []
    repo.stage({
      [SHOP.decisions]: `${decisions(1)}\n<!-- memkeep-removed ${title} and more -- it held a key -->\n`,
    })
    const said = repo.stops()
    expect(said).toContain(`names "${title.replace(/^\S+ /, '')} and more"`)
    expect(said.replaceAll(/\s+/g, ' ')).toContain(`<!-- memkeep-removed ${title} -- it held a key -->`)
    expect(said).not.toContain('removed with a reason')
  })

  test('a log whose deletion is staged', () => {
    const repo = commitRepo({ files: { ...FIRST, ...LOWERED } })
    repo.git('rm', '--quiet', SHOP.lessons)
    expect(repo.passes()).toContain('item-lost')
    expectAll(repo, LOWERED, memory('shop', { decisions: [1] }))
  })

  test('a log that is deleted from the index only: it is no longer counted, and stays on disk', () => {
    const repo = commitRepo({ files: { ...FIRST, ...LOWERED } })
    repo.git('rm', '--quiet', '--cached', SHOP.lessons)
    repo.passes()
    const head = { ...LOWERED, ...memory('shop', { decisions: [1] }) }
    expectState(repo, {
      head,
      work: { ...head, [SHOP.lessons]: lessons(1) },
      status: [`?? ${SHOP.lessons}`],
    })
  })

  test('an entry that is taken out', () => {
    const repo = commitRepo({ files: { ...SECOND, ...LOWERED } })
    repo.stage({ [SHOP.decisions]: decisions(1) })
    expect(repo.passes()).toContain('item-lost')
    expectAll(repo, LOWERED, FIRST)
  })

  test('all memory of a workspace: its index goes as well', () => {
    const repo = commitRepo({ files: { ...FIRST, ...LOWERED, ...memory('desk', { lessons: [4] }) } })
    repo.git('rm', '--quiet', SHOP.decisions, SHOP.lessons)
    repo.passes()
    expectAll(repo, LOWERED, memory('desk', { lessons: [4] }))
  })

  variant('all memory of the repository', () => {
    const repo = commitRepo({ files: { ...FIRST, ...LOWERED, 'notes.txt': 'x\n' } })
    repo.git('rm', '--quiet', '-r', 'user')
    repo.passes()
    expectAll(repo, LOWERED, { 'notes.txt': 'x\n' })
  })

  variant('all memory of a workspace, by -- path', () => {
    const repo = commitRepo({ files: { ...FIRST, ...LOWERED, ...memory('desk', { lessons: [4] }) } })
    repo.remove(SHOP.decisions)
    repo.remove(SHOP.lessons)
    repo.passes('--', SHOP.decisions, SHOP.lessons)
    expectAll(repo, LOWERED, memory('desk', { lessons: [4] }))
  })

  test('all memory of a workspace whose index was edited on disk: the edit stays', () => {
    const repo = commitRepo({ files: { ...FIRST, ...LOWERED, ...memory('desk', { lessons: [4] }) } })
    repo.git('rm', '--quiet', SHOP.decisions, SHOP.lessons)
    repo.write(SHOP.index, 'mine\n')
    expect(repo.passes()).toContain('has other edits')
    const head = { ...LOWERED, ...memory('desk', { lessons: [4] }) }
    expectState(repo, { head, work: { ...head, [SHOP.index]: 'mine\n' }, status: [`?? ${SHOP.index}`] })
  })

  test('a workspace that is renamed, and its index with it', () => {
    const repo = commitRepo()
    repo.git('mv', SHOP.folder, DESK.folder)
    repo.passes()
    expectAll(repo, memory('desk', { decisions: [1], lessons: [1] }))
  })

  variant('a log that moves to another workspace', () => {
    const repo = commitRepo({ files: { ...FIRST, ...memory('desk', { decisions: [4] }) } })
    repo.git('mv', SHOP.lessons, DESK.lessons)
    repo.passes()
    expectAll(repo, memory('shop', { decisions: [1] }), memory('desk', { decisions: [4], lessons: [1] }))
  })

  variant('a log that becomes executable', () => {
    const repo = commitRepo()
    repo.git('update-index', '--chmod=+x', SHOP.decisions)
    chmodSync(join(repo.dir, SHOP.decisions), 0o755)
    expect(repo.passes()).toBe('')
    expectAll(repo, { ...FIRST, [SHOP.decisions]: `exec:${decisions(1)}` })
  })

  variant('a log that becomes empty', () => {
    const repo = commitRepo({ files: { ...FIRST, ...LOWERED } })
    repo.stage({ [SHOP.decisions]: decisions(1, 2), [SHOP.lessons]: '' })
    repo.passes()
    expectAll(repo, LOWERED, {
      [SHOP.decisions]: decisions(1, 2),
      [SHOP.lessons]: '',
      [SHOP.index]: index('shop', { decisions: [1, 2] }),
    })
  })
})

describe('memory that is only intended to be added', () => {
  test('is not counted', () => {
    const repo = commitRepo()
    repo.write(DESK.decisions, decisions(3))
    repo.git('add', '--intent-to-add', DESK.decisions)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.git('add', SHOP.decisions)
    repo.passes()
    expectState(repo, {
      head: SECOND,
      index: { ...SECOND, [DESK.decisions]: '' },
      work: { ...SECOND, [DESK.decisions]: decisions(3) },
      status: [` A ${DESK.decisions}`],
    })
  })

  test('in the workspace that is committed: it is not counted', () => {
    const repo = commitRepo({ files: memory('shop', { decisions: [1] }) })
    repo.write(SHOP.lessons, lessons(1))
    repo.git('add', '--intent-to-add', SHOP.lessons)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.git('add', SHOP.decisions)
    repo.passes()
    const head = memory('shop', { decisions: [1, 2] })
    expectState(repo, {
      head,
      index: { ...head, [SHOP.lessons]: '' },
      work: { ...head, [SHOP.lessons]: lessons(1) },
      status: [` A ${SHOP.lessons}`],
    })
  })

  test('and then committed by -a: it is counted', () => {
    const repo = commitRepo()
    repo.write(DESK.decisions, decisions(3))
    repo.git('add', '--intent-to-add', DESK.decisions)
    repo.passes('-a')
    expectAll(repo, FIRST, memory('desk', { decisions: [3] }))
  })

  variant('and then committed by -- path: it is counted', () => {
    const repo = commitRepo()
    repo.write(DESK.decisions, decisions(3))
    repo.git('add', '--intent-to-add', DESK.decisions)
    repo.passes('--', DESK.decisions)
    expectAll(repo, FIRST, memory('desk', { decisions: [3] }))
  })

  variant('next to a commit by -- path: it stays intended and is counted nowhere', () => {
    const repo = commitRepo()
    repo.write(DESK.decisions, decisions(3))
    repo.git('add', '--intent-to-add', DESK.decisions)
    repo.write(SHOP.decisions, decisions(1, 2))
    repo.passes('--', SHOP.decisions)
    expectState(repo, {
      head: SECOND,
      index: { ...SECOND, [DESK.decisions]: '' },
      work: { ...SECOND, [DESK.decisions]: decisions(3) },
      status: [` A ${DESK.decisions}`],
    })
  })
})

describe('memory behind a link or another repository', () => {
  test('the folder is a link on disk: nothing behind it is touched, and the commit is right', () => {
    const outside = tempFolder()
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    renameSync(join(repo.dir, SHOP.folder), join(outside, 'shop'))
    repo.link(SHOP.folder, join(outside, 'shop'))
    const before = stateOf(repo)
    repo.passes()
    const after = stateOf(repo)
    expect(after.head).toEqual(SECOND)
    expect(after.index).toEqual(SECOND)
    expect(after.work).toEqual({ [SHOP.folder]: `link:${join(outside, 'shop')}` })
    expect(before.work).toEqual(after.work)
    expect(after.status).toContain(` D ${SHOP.index}`)
    expect(readdirSync(join(outside, 'shop')).sort()).toEqual(['_index.yaml', 'decisions.md', 'lessons.md'])
    const kept = repo.run(['hash-object', '--no-filters', join(outside, 'shop/_index.yaml')]).stdout
    expect(kept).toBe(repo.run(['hash-object', '--stdin'], { input: FIRST[SHOP.index] ?? '' }).stdout)
  })

  variant('the folder is a link on disk to an empty place: nothing is made there', () => {
    const outside = tempFolder()
    const repo = commitRepo({ files: { 'notes.txt': 'x\n' } })
    repo.stage({ [SHOP.decisions]: decisions(1) })
    repo.remove(SHOP.folder)
    repo.link(SHOP.folder, outside)
    repo.passes()
    const after = stateOf(repo)
    expect(after.head).toEqual({ 'notes.txt': 'x\n', ...memory('shop', { decisions: [1] }) })
    expect(after.index).toEqual(after.head)
    expect(after.work).toEqual({ 'notes.txt': 'x\n', [SHOP.folder]: `link:${outside}` })
    expect(readdirSync(outside)).toEqual([])
  })

  test('the folder is a staged link: it is not followed, and has no index', () => {
    const repo = commitRepo()
    repo.stage({ [DESK.folder]: 'link:shop', [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    expectAll(repo, SECOND, { [DESK.folder]: 'link:shop' })
  })

  test('the root of all memory is a staged link: refused, and nothing is written', () => {
    const outside = tempFolder()
    const overview = '---\nname: Shop\ndescription: The shop.\n---\n\n# Shop\n'
    const repo = commitRepo({ files: { 'resources/workspaces/shop/OVERVIEW.md': overview } })
    mkdirSync(join(outside, 'shop'))
    repo.stage({ 'user/memory/workspaces': `link:${outside}` })
    const before = stateOf(repo)
    expect(repo.stops()).toContain('The path to the memory is a symlink')
    expect(stateOf(repo)).toEqual(before)
    expect(readdirSync(join(outside, 'shop'))).toEqual([])
  })

  test('without any memory such a link is somebody else’s', () => {
    const repo = commitRepo({ files: { 'notes.txt': 'x\n' } })
    repo.stage({ 'user/memory/workspaces': `link:${tempFolder()}` })
    repo.passes()
  })

  test('a workspace is a repository of its own: it is left out', () => {
    const repo = commitRepo()
    const inner = commitRepo({ files: { 'decisions.md': decisions(3) } })
    const id = inner.git('rev-parse', 'HEAD')
    repo.git('clone', '--quiet', inner.dir, DESK.folder)
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    repo.passes()
    const head = { ...SECOND, [DESK.folder]: `repository:${id}` }
    expectState(repo, { head, work: { ...SECOND, [DESK.decisions]: decisions(3) } })
  })
})

describe('names of workspaces', () => {
  const ODD = [
    ['quotes', 'a"b\'c'],
    ['a tab', 'a\tb'],
    ['a line break', 'a\nb'],
    ['a letter beyond ASCII', 'é'],
    ['a dash first', '-rf'],
    ['a space', 'my shop'],
    ['glob characters', 'a*[b]?'],
    ['a dollar and backticks', '$(touch x)`touch y`'],
  ] as const

  test.each(rowsOf(ODD, 2))('%s', (_, workspace) => {
    const place = placeOf(workspace)
    const repo = commitRepo({ files: { [place.decisions]: decisions(1) } })
    repo.stage({ [place.decisions]: decisions(1, 2) })
    repo.passes()
    const { head, index: staged, work, status } = stateOf(repo)
    const made = head[place.index] ?? ''
    expect(made).toContain('  total_decisions: 2\n')
    expect(made).toMatch(/^workspace: .*\nlast_updated: "2025-01-02"\n/)
    const all = { [place.decisions]: decisions(1, 2), [place.index]: made }
    expect({ head, index: staged, work, status }).toEqual({ head: all, index: all, work: all, status: [] })
  })

  test('of pathspec magic: the commit is right, and the disk is left because of the colon', () => {
    const place = placeOf(':(top)')
    const repo = commitRepo({ files: { [place.decisions]: decisions(1) } })
    repo.stage({ [place.decisions]: decisions(1, 2) })
    expect(repo.passes()).toContain('its name has a colon')
    const { head, index: staged, work, status } = stateOf(repo)
    expect(head[place.index]).toContain('  total_decisions: 2\n')
    expect(staged).toEqual(head)
    expect(work).toEqual({ [place.decisions]: decisions(1, 2) })
    expect(status).toEqual([` D ${place.index}`])
  })

  test('that are not UTF-8: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2) })
    const folder = Buffer.concat([
      Buffer.from(join(repo.dir, 'user/memory/workspaces/a')),
      Buffer.from([0xff, 0xfe]),
    ])
    mkdirSync(folder)
    const file = Buffer.concat([folder, Buffer.from('/decisions.md')])
    writeFileSync(file, decisions(3))
    repo.git('add', '--all')
    const before = stateOf(repo)
    expect(repo.stops()).toContain('not valid UTF-8')
    expect(stateOf(repo)).toEqual(before)
  })

  test('that differ in case only: both have their index', () => {
    const repo = commitRepo()
    repo.stage({ [placeOf('Shop').decisions]: decisions(3) })
    repo.passes()
    expectAll(repo, FIRST, memory('Shop', { decisions: [3] }))
  })

  variant('that differ in Unicode normalisation only: both have their index', () => {
    const [composed, decomposed] = [placeOf('caf\u00e9'), placeOf('cafe\u0301')]
    const repo = commitRepo({ files: { 'notes.txt': 'x\n' } })
    repo.stage({ [composed.decisions]: decisions(1), [decomposed.decisions]: decisions(1, 2) })
    repo.passes()
    const { head, index: staged, work, status } = stateOf(repo)
    expect(head[composed.index]).toContain('total_decisions: 1\n')
    expect(head[decomposed.index]).toContain('total_decisions: 2\n')
    expect({ staged, work, status }).toEqual({ staged: head, work: head, status: [] })
  })
})

describe('texts of other shapes', () => {
  test('a log with CRLF in the repository is counted, and keeps it', () => {
    const repo = commitRepo()
    const text = decisions(1, 2).replaceAll('\n', '\r\n')
    repo.stage({ [SHOP.decisions]: text })
    repo.passes()
    expectAll(repo, { ...SECOND, [SHOP.decisions]: text })
  })

  test('a log with a byte order mark is counted, and keeps it', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: `\ufeff${decisions(1, 2)}` })
    repo.passes()
    expectAll(repo, { ...SECOND, [SHOP.decisions]: `\ufeff${decisions(1, 2)}` })
  })

  test('a log that is no text: refused, and nothing is written', () => {
    const repo = commitRepo()
    repo.write(SHOP.decisions, Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x00, 0x0a]))
    const before = stateOf(repo)
    expect(repo.stops('-a')).toContain('syntax')
    expect(stateOf(repo)).toEqual(before)
  })

  variant('a log without a last line break is counted, and stays without', () => {
    const repo = commitRepo()
    repo.stage({ [SHOP.decisions]: decisions(1, 2).trimEnd() })
    repo.passes()
    expectAll(repo, { ...SECOND, [SHOP.decisions]: decisions(1, 2).trimEnd() })
  })
})
