import type { Memory } from '../../../../core/memory.ts'
import type { OperationInput } from '../../../../core/operation.ts'
import { atomicRoot } from '../../claim.ts'
import { fold } from '../../folded-words.ts'
import { categoryOf } from './arguments.ts'

/** The first part of an id, by kind. */
const PREFIXES: { readonly [kind: string]: string } = {
  fact: 'fact',
  decision: 'dec',
  goal: 'goal',
  task: 'task',
  reflection: 'refl',
}

/** What names a new item, and where it lies. */
export type Identity = { readonly id: string; readonly path: string; readonly created: string }

/** Drawn so often before giving up: two of a billion suffixes are hardly ever the same. */
const DRAWS = 100

/**
 * An id and a path that nothing in the memory has, archives included. The suffix is drawn and not counted: two branches that
 * count give one number to different items.
 */
export function newIdentity(
  kind: string,
  title: string,
  { memory, now, mint }: Omit<OperationInput, 'sources' | 'hidden'>,
): Identity {
  const created = now.slice(0, 10)
  const taken = takenNames(memory)
  const folder = `${atomicRoot(memory.settings)}/${categoryOf(kind)}`
  for (let n = 0; n < DRAWS; n += 1) {
    const suffix = suffixOf(mint(n))
    const id = `${PREFIXES[kind]}-${created.replaceAll('-', '')}-${suffix}`
    const name = `${created}-${slug(title)}-${suffix}.md`
    if (!taken.has(id) && !taken.has(name)) return { id, path: `${folder}/${name}`, created }
  }
  throw new Error('no free id was drawn')
}

function takenNames({ documents, files }: Memory): ReadonlySet<string> {
  const ids = documents.flatMap(({ items }) => items.flatMap(({ id }) => id ?? []))
  const names = [...files.keys()].map((path) => path.slice(path.lastIndexOf('/') + 1))
  return new Set([...ids, ...names])
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const SUFFIX = 6

/** Six digits of base 32, without the letters that look like others, from the random end of a UUID. */
function suffixOf(uuid: string): string {
  let bits = Number.parseInt(uuid.replaceAll('-', '').slice(-8), 16)
  let suffix = ''
  for (let i = 0; i < SUFFIX; i += 1) {
    suffix = `${DIGITS[bits % DIGITS.length]}${suffix}`
    bits = Math.floor(bits / DIGITS.length)
  }
  return suffix
}

/** Most characters that a title gives to the name of its file. */
const LONGEST_SLUG = 50

/** The words of a title, whole ones as far as they fit: no character of it leads out of the folder. */
function slug(title: string): string {
  const words = fold(title).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let name = ''
  for (const word of words) {
    const next = name === '' ? word : `${name}-${word}`
    if (next.length > LONGEST_SLUG) break
    name = next
  }
  return name || [...(words[0] ?? 'item')].slice(0, LONGEST_SLUG / 2).join('')
}
