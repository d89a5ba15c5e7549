import type { Memory } from '../../../core/document.ts'
import { folderOf } from '../../../core/path.ts'
import type { Found, MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { describeLost, type LoadLimit } from '../../../formats/loading.ts'
import { type Chain, chainsOf, filesWithLimit, type LoadedFile } from '../chains.ts'

/** What an agent loads by itself fits into what it reads. */
export const loadLimit: MemoryRule = {
  id: 'load-limit',
  summary: 'What an agent loads by itself fits into what it reads of it.',
  why: 'An agent cuts what it loads without a word: Codex reads 32,768 bytes of a whole chain of AGENTS.md, the top first, so the file next to the code is the one that is lost. Its author believes that it is followed.',
  howToFix:
    'Move what is not needed in every conversation into files that are loaded on demand, and name them. For Codex, `project_doc_max_bytes` in `.codex/config.toml` raises the limit. Limits that a vendor withdrew, or only advises, are infos.',
  severity: 'warning',
  severities: ['warning', 'info'],
  fixable: false,
  example: { bad: 'AGENTS.md of 45,988 bytes\n', good: 'AGENTS.md of 8,120 bytes and docs/testing.md\n' },
  subject: 'memory',
  check: (memory, report) => {
    const near = new Map<string, { readonly path: string; readonly found: Found }[]>()
    for (const file of filesWithLimit(memory)) {
      const found = findingOf(file, { ...file, folder: '', files: [] })
      if (found?.severity !== 'info') {
        if (found) report(file.path, found)
        continue
      }
      near.set(file.model.agent, [...(near.get(file.model.agent) ?? []), { path: file.path, found }])
    }
    for (const [first, ...more] of near.values()) {
      if (!first) continue
      const others =
        more.length > 0
          ? ` (and ${more.length} more ${more.length === 1 ? 'file' : 'files'} of that size)`
          : ''
      report(first.path, { ...first.found, message: first.found.message + others })
    }
    const said = new Set<string>()
    for (const chain of chainsOf(memory).filter(({ model }) => model.spans === 'all')) {
      for (const file of chain.files) {
        // It has the same place in every chain that it is in.
        const found = said.has(file.path) ? null : findingOf(file, chain)
        if (!found || !isReadHere(file.path, memory)) continue
        said.add(file.path)
        report(file.path, found)
      }
    }
  },
}

/** A symlink is a file of its own to git, and its text is another's: that one is reported. */
function isReadHere(path: string, { documents }: Memory): boolean {
  return documents.some((one) => one.path === path && one.kind !== 'instruction-link')
}

function findingOf(file: LoadedFile, { model, limit, files }: Chain): Found | null {
  if (!limit || !file.text) return null
  const size = file.text.size[limit.unit]
  if (limit.standing === 'advice') {
    return size > limit.most ? advice(size, limit, model.agent) : null
  }
  if (!file.lost) return null
  const { lost, left } = file
  const all = `${number(size)} ${limit.unit}`
  const isCertain = limit.standing === 'enforced'
  const reads = isCertain ? 'reads' : 'may read only'
  const read =
    left === 0
      ? `${model.agent} ${reads} none of the ${all} of this file`
      : `${model.agent} ${reads} the first ${number(left)} of the ${all} of this file`
  const above = files.filter((one) => one !== file && folderOf(one.path) !== folderOf(file.path) && one.text)
  const why =
    left < limit.most && above.length > 0
      ? `, because the files above it use up the limit of ${number(limit.most)} ${limit.unit}`
      : ''
  return {
    place: lost.headings[0]?.place ?? WHOLE_FILE,
    severity: isCertain ? 'warning' : 'info',
    message: `${read}${why}; lost ${isCertain ? 'is' : 'would be'} ${describeLost(lost)}`,
    help: `Shorten the file, or move parts into files that are read on demand. The limit is from ${limit.source} (${limit.asOf}).`,
  }
}

function advice(size: number, { most, unit, source, asOf }: LoadLimit, agent: string): Found {
  return {
    place: WHOLE_FILE,
    severity: 'info',
    message: `The file has ${number(size)} ${unit}; ${agent} loads it whole and follows fewer than ${number(most)} best`,
    help: `Move what few conversations need into files that are read on demand. The number is from ${source} (${asOf}).`,
  }
}

/** `45,988`, in every locale. */
function number(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
