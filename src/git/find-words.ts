import { askGit, type GitOptions, gitFailure } from './run-git.ts'

/** Where words are looked for: the work tree, without what git ignores, or a commit. */
type WordsIn = 'work tree' | { readonly commit: string }

const ARGS = [
  'grep',
  '-I',
  '-w',
  '-o',
  '-E',
  '-z',
  '--full-name',
  '--no-color',
  '--no-textconv',
  '--no-recurse-submodules',
]

/** Text about code, which may name what is gone. */
const PROSE = ['md', 'mdx', 'mdc', 'markdown', 'txt', 'rst', 'adoc', 'log', 'patch', 'diff']

/**
 * The first file, in order of paths, that has each of some words as a word of its own, in one question. Words are of letters, digits and
 * `_`. Text about code is left out, and so are `without`, paths from the root. A word that no file has is not in the answer; null where git is not done after `most`
 * milliseconds. Throws `UserError` when git fails.
 */
export async function findWords(
  top: string,
  words: readonly string[],
  {
    within,
    without,
    most,
    ...options
  }: GitOptions & {
    readonly within: WordsIn
    readonly without: ReadonlySet<string>
    readonly most: number
  },
): Promise<ReadonlyMap<string, string> | null> {
  const found = new Map<string, string>()
  if (words.length === 0) return found
  const side = within === 'work tree' ? ['--untracked'] : []
  const tree = typeof within === 'object' ? [within.commit] : []
  const args = [
    ...ARGS,
    ...side,
    '-e',
    patternOf(words),
    ...tree,
    '--',
    ...PROSE.map((one) => `:(exclude,icase)*.${one}`),
  ]
  const answer = await askGit(top, args, { ...options, magic: true, most })
  if (answer.code === null) return null
  // 1: there is none.
  if (answer.code > 1) throw gitFailure(top, args, answer)
  const lead = typeof within === 'object' ? within.commit.length + 1 : 0
  for (const line of answer.stdout.toString('utf8').split('\n')) {
    const end = line.indexOf('\0')
    if (end < 0) continue
    const [path, word] = [line.slice(lead, end), line.slice(end + 1)]
    if (!without.has(path) && !found.has(word)) found.set(word, path)
  }
  return found
}

/** One pattern for all of them, by their common beginnings: git tries several patterns one after another, which takes minutes. */
export function patternOf(words: readonly string[]): string {
  const byFirst = new Map<string, string[]>()
  let isEnd = false
  for (const word of words) {
    const known = byFirst.get(word.charAt(0))
    if (word === '') isEnd = true
    else if (known) known.push(word.slice(1))
    else byFirst.set(word.charAt(0), [word.slice(1)])
  }
  const all = [...byFirst].map(([first, rest]) => `${first}${patternOf(rest)}`)
  if (all.length === 0) return ''
  const whole = all.length > 1 || isEnd ? `(${all.join('|')})` : all.join('')
  return isEnd ? `${whole}?` : whole
}
