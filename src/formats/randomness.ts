/** Few characters, one of them again and again, or the alphabet. */
export function isDull(text: string): boolean {
  return bitsOf(text) < LEAST_BITS || /(.)\1{5}/.test(text) || longestRise(text) >= MOST_RISE
}

/**
 * Words of examples, also in the digits that people write for letters, with little next to them; and the alphabet or the numbers with
 * others in between.
 */
export function isExample(text: string): boolean {
  const read = text.toLowerCase().replace(/[013457@$!]/g, (one) => READ_AS[one] ?? one)
  const rest = read.replace(EXAMPLE, '')
  if (rest !== read && rest.length < LEAST_REST) return true
  const letters = text.replace(/[^a-z]/gi, '').toLowerCase()
  return longestRise(letters) >= MOST_RISE - 2 || longestRise(text.replace(/\D/g, '')) >= MOST_RISE - 2
}

const EXAMPLE =
  /pass(?:w[ou]rd)?|pwd|secret|secur|admin|test|example|sample|dummy|change|your|placeholder|welcome|qwert|hunter|token/g
const LEAST_REST = 8
const READ_AS: { readonly [digit: string]: string | undefined } = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Of twenty random characters hardly any have less; of hexadecimal digits as well. */
const LEAST_BITS = 2.6
const MOST_RISE = 8

/** Shannon's entropy, in bits per character. */
export function bitsOf(text: string): number {
  const counts = new Map<string, number>()
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts.values()].reduce((sum, n) => sum - (n / text.length) * Math.log2(n / text.length), 0)
}

/** How many characters follow each other as they do in the alphabet or in numbers. */
function longestRise(text: string): number {
  let longest = 1
  let run = 1
  for (let i = 1; i < text.length; i++) {
    run = text.charCodeAt(i) === text.charCodeAt(i - 1) + 1 ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}
