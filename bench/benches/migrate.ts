import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CorpusFile, SIZES } from '../corpus/corpus.ts'
import { writeCorpus } from '../corpus/write-corpus.ts'
import { startRow } from '../floors.ts'
import { measure } from '../measure.ts'
import { outputOf } from '../output-of.ts'
import { programRow, type Row } from '../row.ts'
import type { Findings, Setting } from '../section.ts'

const PLAN = /\/_plans\/[^/]+\.md$/

/** The migration of plans without front matter, 2,000 of them at M: what it would do, doing it, and finding it done. */
export async function benchMigrate(setting: Setting): Promise<Findings> {
  const size = SIZES[setting.size]
  if (!size) throw new Error(`Unknown size ${setting.size}`)
  const cwd = join(setting.scratch, 'bare')
  mkdirSync(cwd)
  const options = { size: { ...size, plans: 2 * size.plans }, seed: setting.seed, defects: 0 }
  await writeCorpus(cwd, options, withoutFrontMatter)
  const plans = outputOf('git', ['ls-files', '--', '*/_plans/*.md'], { cwd }).trim().split('\n').length
  const results = await setting.measure([startRow(cwd), ...rows(setting, cwd)])
  return { results, notes: [`${plans} plans without front matter.`] }
}

function rows({ bin, limitMs }: Setting, cwd: string): Row[] {
  const migrate = (...flags: string[]) => ({ file: process.execPath, args: [bin, 'migrate', ...flags], cwd })
  const back = (): void => void outputOf('git', ['reset', '--quiet', '--hard'], { cwd })
  const migrated = async (): Promise<void> => {
    back()
    const { exit } = await measure(migrate(), limitMs)
    if (exit !== '0') throw new Error(`memkeep migrate exited with ${exit}, not 0`)
  }
  return [
    programRow('dry-run', 'memkeep migrate --dry-run', migrate('--dry-run'), { before: back }),
    programRow('run', 'memkeep migrate', migrate(), { before: back }),
    programRow('again', 'memkeep migrate, nothing left to do', migrate(), { before: migrated }),
  ]
}

/** A plan of the corpus as it may have been before plans had front matter; every other file as it is. */
export function withoutFrontMatter(file: CorpusFile): CorpusFile {
  if (!PLAN.test(file.path) || !file.text.startsWith('---\n')) return file
  return { ...file, text: file.text.slice(file.text.indexOf('\n---\n', 3) + '\n---\n'.length).trimStart() }
}
