import type { Document } from '../../../core/document.ts'
import { shellWord } from '../../../core/messages.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import type { Place } from '../../../core/text.ts'
import { normaliseTag, singularsOf, writtenTag } from '../../../formats/names.ts'
import { entryCount, itemsWithLabels, logsByWorkspace, tagsOf } from '../entries.ts'

/** A tag of a workspace: how many entries have it, and where the tags of the first of them are. */
type TagUse = {
  readonly tag: string
  count: number
  readonly path: string
  readonly place: Place
}

/** One meaning has one tag: two that differ only in case, hyphens, dots or plural are reported at the rarer one. */
export const tagNearDuplicate: MemoryRule = {
  id: 'tag-near-duplicate',
  summary: 'No two tags of a workspace differ only in case, hyphens, dots or plural.',
  why: 'A filter by `node.js` does not find what is tagged `nodejs`. A search for one of two such tags misses the entries of the other.',
  howToFix: 'Decide on one of the two: `memkeep rename-tag OLD NEW` writes it everywhere.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: '**Tags:** node.js\n…\n**Tags:** nodejs\n',
    good: '**Tags:** nodejs\n…\n**Tags:** nodejs\n',
  },
  kinds: ['decisions', 'lessons'],
  subject: 'memory',
  check: (memory, report) => {
    for (const logs of logsByWorkspace(memory).values()) {
      for (const [common, ...rarer] of groupsOf(usesOf(logs))) {
        for (const { tag, count, path, place } of rarer) {
          if (!common) continue
          report(path, {
            place,
            message: `Tag "${tag}" (${entryCount(count)}) is nearly the same as "${common.tag}" (${entryCount(common.count)})`,
            help: `Run \`memkeep rename-tag ${shellWord(tag)} ${shellWord(common.tag)}\`, or rename them the other way round.`,
          })
        }
      }
    }
  },
}

function usesOf(logs: readonly Document[]): TagUse[] {
  const uses = new Map<string, TagUse>()
  for (const log of logs) {
    for (const { item, tags } of itemsWithLabels(log)) {
      for (const tag of tagsOf(item)) {
        const use = uses.get(tag)
        if (use) use.count += 1
        else uses.set(tag, { tag, count: 1, path: log.path, place: tags })
      }
    }
  }
  return [...uses.values()]
}

/** Tags that mean the same, those in the form of a tag first, then the commonest, then the first to be used. */
function groupsOf(uses: readonly TagUse[]): TagUse[][] {
  const folded = new Set(uses.map(({ tag }) => normaliseTag(tag)))
  const groups = new Map<string, TagUse[]>()
  for (const use of uses) {
    const word = normaliseTag(use.tag)
    const key = singularsOf(word).find((one) => folded.has(one)) ?? word
    const group = groups.get(key)
    if (group) group.push(use)
    else groups.set(key, [use])
  }
  return [...groups.values()].map((group) =>
    group.sort((a, b) => Number(isWritten(b)) - Number(isWritten(a)) || b.count - a.count),
  )
}

function isWritten({ tag }: TagUse): boolean {
  return writtenTag(tag) === tag
}
