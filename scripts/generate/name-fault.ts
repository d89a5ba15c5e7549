import { basename, dirname } from 'node:path'
import { camelCase } from './camel-case.ts'
import { rulesIn } from './declared-rules.ts'

/**
 * What is wrong with the names in the text of a rule's, a layout's, an operation's or a migration's file, in one line; null
 * when nothing is. `tag-order.ts` must export `tagOrder`, and the rule's id must be `tag-order`; so must `tag-order/layout.ts`,
 * and `0007-tag-order.ts` with the id `0007-tag-order`. Of several rules in one file each must be exported by its own id. Read
 * from the text alone, which need not compile.
 */
export function nameFault(path: string, text: string): string | null {
  const rules = rulesIn(path, text)
  if (rules.length > 1) {
    const wrong = rules.find(({ id, name }) => name !== camelCase(id))
    return wrong ? `${path} must export ${camelCase(wrong.id)} for the rule '${wrong.id}'` : null
  }
  const file = basename(path, '.ts')
  const id = idOf(path, file)
  const name = exportName(`${id}.ts`)
  if (!new RegExp(`^export const ${name}\\b`, 'm').test(text)) return `${path} must export ${name}`
  const ids = [...text.matchAll(/^ {2}id: '([^']*)'/gm)].map(([, found]) => found)
  return ids.length === 0 || ids.includes(id) ? null : `${path} must have the id '${id}', not '${ids[0]}'`
}

function idOf(path: string, file: string): string {
  return file === 'layout' ? basename(dirname(path)) : file
}

/** What a file must export: its name in camel case, without the number that a migration begins with. */
export function exportName(file: string): string {
  return camelCase(basename(file, '.ts').replace(/^\d+-/, ''))
}
