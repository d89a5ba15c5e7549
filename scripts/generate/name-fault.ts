import { basename, dirname } from 'node:path'
import { camelCase } from './camel-case.ts'

/**
 * What is wrong with the names in the text of a rule's or a layout's file, in one line; null when nothing is.
 * `tag-order.ts` must export `tagOrder`, and the rule's id must be `tag-order`; so must `tag-order/layout.ts`. Read from
 * the text alone, which need not compile.
 */
export function nameFault(path: string, text: string): string | null {
  const file = basename(path, '.ts')
  const id = file === 'layout' ? basename(dirname(path)) : file
  const name = camelCase(id)
  if (!new RegExp(`^export const ${name}\\b`, 'm').test(text)) return `${path} must export ${name}`
  const ids = [...text.matchAll(/^ {2}id: '([^']*)'/gm)].map(([, found]) => found)
  return ids.length === 0 || ids.includes(id) ? null : `${path} must have the id '${id}', not '${ids[0]}'`
}
