import { contentOf, countShared } from './near.ts'
import { comparable, type SaidFile } from './read-statements.ts'

type At = { readonly path: string; readonly line: number }

/** What is wanted, and what it is wanted instead of. */
const INSTEAD =
  /^(.{3,100}?) (?:instead of|rather than|in place of|and not|not) (.{2,60}?)(?=[,.;:(—–!]|$| (?:for|in|on|when|where|because|so|to|unless|if)\b)/

/** Verbs that say that something is used. */
const USES =
  /^(?:us(?:e|es|ing)|prefer\w*|creat\w*|writ\w*|put|puts|add\w*|mak\w+|choos\w+|always|never|do|plain|custom)$/

type Said = At & {
  readonly agent: string
  readonly wanted: ReadonlySet<string>
  readonly other: ReadonlySet<string>
}

/** Sentences that want the one thing instead of the other, where an earlier one wants the other instead of it. */
export function findTurned(
  files: readonly (SaidFile & { readonly agent: string })[],
): readonly (At & { readonly other: At })[] {
  const said = files.flatMap(({ path, agent, statements }) =>
    statements.flatMap(({ form, text, line }): readonly Said[] => {
      if (form === 'code' || form === 'heading' || !/ (?:instead|rather|in place|not) /.test(text)) return []
      const [, first = '', second = ''] = INSTEAD.exec(comparable(text)) ?? []
      const [wanted, other] = [stemsOf(first), stemsOf(second)]
      const isClear = wanted.size > 0 && other.size > 0 && other.size <= MOST && !has(wanted, other)
      return isClear ? [{ path, agent, line, wanted, other }] : []
    }),
  )
  const earlier = new Map<string, Said[]>()
  return said.flatMap((one) => {
    const turned = [...one.wanted]
      .flatMap((word) => earlier.get(word) ?? [])
      .find((other) => has(other.wanted, one.other) && has(one.wanted, other.other) && !areCopies(one, other))
    const [refused = ''] = one.other
    const known = earlier.get(refused)
    if (!known) earlier.set(refused, [one])
    else if (known.length < MOST_WITH_ONE) known.push(one)
    return turned ? [{ path: one.path, line: one.line, other: turned }] : []
  })
}

/** Of the sentences that refuse one thing so many are compared. */
const MOST_WITH_ONE = 20

/** True for lines for two agents with mostly the same words. */
function areCopies(a: Said, b: Said): boolean {
  const [own, their] = [a, b].map(({ wanted, other }) => new Set([...wanted, ...other]))
  if (!own || !their || a.agent === b.agent) return false
  const shared = countShared(own, their)
  return shared >= SHARE_OF_COPIES * Math.max(own.size, their.size)
}

const SHARE_OF_COPIES = 0.75

/** More words are no name of a thing. */
const MOST = 3

/** Words in one form for their singular and their plural. */
function stemsOf(words: string): ReadonlySet<string> {
  return new Set(
    [...contentOf(words)].filter((word) => !USES.test(word)).map((word) => word.replace(/s$/, '')),
  )
}

function has(words: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...all].every((word) => words.has(word))
}
