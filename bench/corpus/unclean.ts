import type { CorpusFile } from './corpus.ts'

/** What an unclean corpus has wrong in each workspace: in the twenty of size M, 5,000 dead links and 200 schema errors. */
const DEAD_LINKS = 250
const WRONG_PLANS = 10
/** Lines that every hot rule has more: all together are far over the budget. */
const HOT_LINES = 100

/**
 * Makes a clean corpus unclean, file by file in its order: hot memory over its budget, which is one finding of the whole
 * repository, and in the first plans of every workspace dead links and a status that no plan may have.
 */
export function uncleanFile(): (file: CorpusFile) => CorpusFile {
  const plansOf = new Map<string, number>()
  return (file) => {
    if (file.path.startsWith('agent/rules/')) return { ...file, text: file.text + HOT_TEXT }
    const workspace = /^resources\/workspaces\/([^/]+)\/.*\/_plans\//.exec(file.path)?.[1]
    if (workspace === undefined) return file
    const number = plansOf.get(workspace) ?? 0
    plansOf.set(workspace, number + 1)
    return number < WRONG_PLANS ? { ...file, text: wrongPlan(file.text) } : file
  }
}

const HOT_TEXT = `\n${Array.from({ length: HOT_LINES }, (_, i) => `- Rule ${i + 1} of many.\n`).join('')}`

const LINKS = Array.from(
  { length: DEAD_LINKS / WRONG_PLANS },
  (_, i) => `- [No ${i}](./no-such-file-${i}.md)\n`,
)

function wrongPlan(text: string): string {
  return `${text.replace(/^status: .*$/m, 'status: unheard-of')}\n## Links\n\n${LINKS.join('')}`
}
