import type { Document } from '../../../core/document.ts'
import { folderOf } from '../../../core/path.ts'
import type { MemoryRule } from '../../../core/rule.ts'
import { WHOLE_FILE } from '../../../core/text.ts'
import { nameOf } from '../claim.ts'
import { indexOf, isOfOtherAgent, namesOf, plainName, topicsNextTo } from '../memory.ts'

/** A topic file is named where an agent looks for it. */
export const memoryTopic: MemoryRule = {
  id: 'memory-topic',
  summary:
    'Every topic file is named in the index MEMORY.md of its folder, or in a topic file that it leads to.',
  why: 'Claude Code loads the index, and reads a topic file when a row makes it look there. A file that neither a row nor another topic names is forgotten.',
  howToFix: 'Add a row for the file to MEMORY.md, or delete the file if it is out of date.',
  severity: 'warning',
  fixable: false,
  example: {
    bad: 'memory/MEMORY.md     - [Deploys](deploys.md): …\nmemory/time-zones.md\n',
    good: 'memory/MEMORY.md     - [Deploys](deploys.md): …\n                     - [Time zones](time-zones.md): …\n',
  },
  kinds: ['claude-index', 'claude-topic'],
  subject: 'memory',
  check: ({ documents, files }, report) => {
    const read = new Set(documents.map(({ path }) => path))
    for (const document of documents) {
      const facts = indexOf(document)
      if (!facts?.isIndex || facts.rows.length === 0 || !holdsTopics(document.path)) continue
      if (isOfOtherAgent(document.path, files)) continue
      const neighbours = documents.filter(({ path }) => folderOf(path) === folderOf(document.path))
      const named = reachedFrom(facts.names, neighbours)
      for (const topic of topicsNextTo(document.path, files)) {
        if (named.has(plainName(topic))) continue
        report(read.has(topic) ? topic : document.path, {
          place: WHOLE_FILE,
          message: `MEMORY.md has no row for ${nameOf(topic)}, and nothing that it leads to names the file`,
          help: `Add a row such as \`- [${plainName(topic)}](${nameOf(topic)}): what it is about\` to ${document.path}.`,
        })
      }
    }
  },
}

/** Every name that is mentioned where an agent gets to from these names, which belong to some of the topics. */
function reachedFrom(names: readonly string[], topics: readonly Document[]): ReadonlySet<string> {
  const byName = new Map(topics.map((topic) => [plainName(topic.path), topic]))
  const reached = new Set(names)
  // A set hands out what is added while it is gone through.
  for (const name of reached) {
    const topic = byName.get(name)
    if (topic?.kind === 'claude-topic') for (const more of namesOf(topic)) reached.add(more)
  }
  return reached
}

/** True where all Markdown in the folder of an index is memory. At the top of a repository it is not. */
function holdsTopics(index: string): boolean {
  return /(?:^|\/)(?:\.claude\/.*|memory)$/.test(folderOf(index))
}
