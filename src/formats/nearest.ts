import leven from 'leven'

/** Further than this two words are not taken for one another. */
const MAX_DISTANCE = 3

/**
 * The choice that a misspelt word most likely means: nearest by edit distance, at most 3 and at most half of the
 * word; else the only one that the word is the beginning of (`warn`, `warning`). Case, spaces, `-` and `_` do not
 * count. Undefined when there is none; the first of several equally near.
 */
export function nearest(word: string, choices: readonly string[]): string | undefined {
  const plainWord = plain(word)
  let best: string | undefined
  let bestDistance = Math.min(MAX_DISTANCE, Math.ceil(plainWord.length / 2)) + 1
  for (const choice of choices) {
    const distance = leven(plainWord, plain(choice), { maxDistance: bestDistance })
    if (distance >= bestDistance) continue
    best = choice
    bestDistance = distance
  }
  return best ?? onlyBeginning(plainWord, choices)
}

/** All choices, those first that are nearest to the word by edit distance; equally near ones in their order. */
export function byNearness(word: string, choices: readonly string[]): string[] {
  const plainWord = plain(word)
  return choices
    .map((choice) => ({ choice, distance: leven(plainWord, plain(choice)) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ choice }) => choice)
}

function onlyBeginning(plainWord: string, choices: readonly string[]): string | undefined {
  if (plainWord.length < 3) return undefined
  const [only, ...more] = choices.filter((choice) => plain(choice).startsWith(plainWord))
  return more.length === 0 ? only : undefined
}

function plain(word: string): string {
  return word
    .slice(0, 100)
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
}
