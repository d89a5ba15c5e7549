/** What each kind of change holds besides its path and its values. */
const HOLDS: { readonly [kind: string]: (change: Fields) => boolean } = {
  edit: ({ edits }) => Array.isArray(edits) && edits.every(isEdit),
  create: ({ text }) => typeof text === 'string',
  derive: ({ text }) => typeof text === 'string',
  link: ({ target }) => typeof target === 'string',
  delete: () => true,
}

const EVIDENCE: { readonly [kind: string]: (evidence: Fields) => boolean } = {
  text: ({ path, line }) => typeof path === 'string' && isLine(line),
  commit: ({ commit }) => typeof commit === 'string',
  'file-name': ({ path }) => typeof path === 'string',
  path: ({ path }) => typeof path === 'string',
  guess: ({ why }) => typeof why === 'string',
}

type Fields = Readonly<Record<string, unknown>>

/** What is wrong with the shape of what a migration gave, for people; null when it is a plan. */
export function planFault(plan: unknown): string | null {
  if (!isFields(plan)) return 'it gave no plan'
  const { sets, forPerson } = plan
  if (!Array.isArray(sets) || !sets.every(Array.isArray)) return '`sets` is no list of lists'
  if (!Array.isArray(forPerson) || !forPerson.every(isForPerson)) return '`forPerson` has another shape'
  const [bad] = sets.flat().filter((change) => !isChange(change))
  return bad === undefined ? null : `a change has another shape: ${shown(bad)}`
}

/** What cannot be written as JSON, such as a circle, is told of by its type. */
function shown(value: unknown): string {
  try {
    return JSON.stringify(value)?.slice(0, 120) ?? typeof value
  } catch {
    return `${typeof value} that is no JSON`
  }
}

function isChange(change: unknown): boolean {
  if (!isFields(change) || typeof change.path !== 'string') return false
  const { kind, values } = change
  if (typeof kind !== 'string' || !Object.hasOwn(HOLDS, kind) || !HOLDS[kind]?.(change)) return false
  return Array.isArray(values) && values.every(isWorkedOut)
}

function isEdit(edit: unknown): boolean {
  if (!isFields(edit)) return false
  return Number.isInteger(edit.start) && Number.isInteger(edit.end) && typeof edit.text === 'string'
}

function isWorkedOut(value: unknown): boolean {
  if (!isFields(value) || typeof value.field !== 'string' || typeof value.value !== 'string') return false
  const { evidence } = value
  if (!isFields(evidence) || typeof evidence.kind !== 'string') return false
  return Object.hasOwn(EVIDENCE, evidence.kind) && EVIDENCE[evidence.kind]?.(evidence) === true
}

function isForPerson(one: unknown): boolean {
  return isFields(one) && typeof one.path === 'string' && isLine(one.line) && typeof one.what === 'string'
}

function isLine(line: unknown): boolean {
  return Number.isInteger(line) && Number(line) >= 0
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
