import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log, Result } from 'sarif'
import { describe, expect, test } from 'vitest'
import { ruleCatalogue } from '../../src/cli/explain.ts'
import { applyEdits, lineStarts } from '../../src/core/text.ts'
import { fingerprintsOf } from '../../src/engine/output.ts'
import { sarif } from '../../src/reporters/sarif.ts'
import { hasSarifMultitool, validateSarif } from '../helpers/sarif-multitool.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { diagnostic, reportOf } from '../reporters/sample-report.ts'
import { sharedReport } from '../reporters/shared-report.ts'

/** The example, which holds something of everything, committed. */
function example(): TempRepo {
  const repo = tempRepo()
  cpSync('examples/workspace', repo.dir, { recursive: true, verbatimSymlinks: true })
  repo.commit()
  return repo
}

async function resultsOf(repo: TempRepo, ...args: string[]): Promise<readonly Result[]> {
  const { out, err } = await memkeep(repo.dir, ['check', '--format', 'sarif', ...args])
  expect(err.replace(/^memkeep: stale, and rebuilt by the commit hook: .*\n/, '')).toBe('')
  const log: Log = JSON.parse(out)
  return log.runs[0]?.results ?? []
}

/** The offset of a place in a text. */
function offset(text: string, line = 1, column = 1): number {
  return (lineStarts(text)[line - 1] ?? 0) + column - 1
}

function fixedBy(text: string, results: readonly Result[]): string {
  const replacements = results.flatMap(({ fixes }) => fixes?.[0]?.artifactChanges[0]?.replacements ?? [])
  const edits = replacements.map(({ deletedRegion, insertedContent }) => ({
    start: offset(text, deletedRegion.startLine, deletedRegion.startColumn),
    end: offset(text, deletedRegion.endLine, deletedRegion.endColumn),
    text: insertedContent?.text ?? '',
  }))
  return applyEdits(text, edits)
}

describe('the fixes in a SARIF log', () => {
  test('are those of check --fix', async () => {
    const repo = example()
    const log = 'user/memory/workspaces/devtools/decisions.md'
    const before = `\ufeff${readFileSync(join(repo.dir, log), 'utf8').replaceAll('\n', '\r\n')}`
    repo.write(log, before)
    const byPath = new Map<string, Result[]>()
    for (const one of (await resultsOf(repo)).filter(({ fixes }) => fixes)) {
      const path = one.locations?.[0]?.physicalLocation?.artifactLocation?.uri ?? ''
      byPath.set(path, [...(byPath.get(path) ?? []), one])
    }
    expect([...byPath.keys()]).toContain(log)
    const wanted = [...byPath].map(([path, results]) => {
      const text = readFileSync(join(repo.dir, path), 'utf8')
      return [path, fixedBy(text, results)] as const
    })
    await memkeep(repo.dir, ['check', '--fix'])
    for (const [path, text] of wanted) expect(readFileSync(join(repo.dir, path), 'utf8')).toBe(text)
  })

  test('come from what was checked: the staged file, or the commit', async () => {
    const repo = example()
    const path = 'user/memory/workspaces/devtools/decisions.md'
    const text = readFileSync(join(repo.dir, path), 'utf8')
    repo.write(path, text.replace('NodeJS', 'NodeJS, Npm'))
    repo.git('add', path)
    repo.write(path, '# Decisions\n')
    const fixes = async (...args: string[]): Promise<number> =>
      (await resultsOf(repo, ...args, path)).filter((one) => one.fixes).length
    expect(await fixes('--rev', 'HEAD')).toBe(1)
    expect(await fixes('--staged')).toBe(2)
    expect(await fixes()).toBe(0)
  })

  test('are the same when nothing had to be parsed', async () => {
    const repo = example()
    const first = await resultsOf(repo)
    expect(await resultsOf(repo)).toEqual(first)
  })
})

test('--base separates new results from old ones', async () => {
  const repo = example()
  const path = 'user/memory/workspaces/shop/decisions.md'
  repo.write(path, `${readFileSync(join(repo.dir, path), 'utf8')}\n### [2026-13-01] No day\n`)
  const results = await resultsOf(repo, '--base', 'HEAD')
  const states = new Set(results.map(({ baselineState, ruleId }) => `${baselineState} ${ruleId}`))
  expect([...states]).toEqual(expect.arrayContaining(['new entry-heading', 'unchanged entry-tags']))
})

/** What Microsoft's validator calls an error, with GitHub's own rules as well. */
function faults(texts: readonly string[]): string[] {
  const folder = tempFolder()
  const paths = texts.map((_, i) => join(folder, `${i}.sarif`))
  for (const [i, path] of paths.entries()) writeFileSync(path, texts[i] ?? '')
  const said = validateSarif(paths)
  expect(said).toContain(`${texts.length} files scanned`)
  return said.split('\n').filter((line) => /: error /.test(line))
}

describe("Microsoft's sarif-multitool, which `npm ci --prefix test/tools` installs,", () => {
  const rules = ruleCatalogue().map(({ rule }) => rule)
  const logOf = (report: typeof sharedReport, markNew: boolean): string => {
    const [one] = report.diagnostics
    const place = { line: 1, column: 1, endLine: 1, endColumn: 2 }
    return sarif(report, {
      version: '1.2.3',
      rules,
      fingerprints: fingerprintsOf(report.diagnostics),
      fixes: new Map(one ? [[one, [{ place, text: 'x' }]]] : []),
      markNew,
    })
  }

  test.skipIf(!hasSarifMultitool)('finds no error in our logs, and does in another', async () => {
    const repo = example()
    const { out } = await memkeep(repo.dir, ['check', '--format', 'sarif', '--base', 'HEAD'])
    const many = reportOf(
      [...Array(300).keys()].map((line) => diagnostic({ line: line + 1, endLine: line + 1 })),
    )
    expect(faults([out, logOf(sharedReport, true), logOf(reportOf([]), false), logOf(many, true)])).toEqual(
      [],
    )
    const wrong = logOf(sharedReport, true).replace(/"ruleIndex":\d+/, '"ruleIndex":999')
    expect(faults([wrong, wrong]).join('\n')).toContain('999')
  })
})
