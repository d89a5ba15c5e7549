import { existsSync } from 'node:fs'
import { newLayout } from './new-layout.ts'
import { newOperation } from './new-operation.ts'
import { newRule } from './new-rule.ts'
import type { NewThing } from './new-thing.ts'

const USAGE = `usage: npm run new rule NAME [LAYOUT]
       npm run new layout NAME
       npm run new operation VERB-NOUN LAYOUT
`

/** What the arguments of `npm run new` would write, or why nothing is written. */
export function planNew(args: readonly string[]): NewThing | string {
  const made = args.length > 3 ? USAGE : plan(args)
  if (typeof made === 'string') return made
  const present = made.files.find(({ path, isChanged }) => !isChanged && existsSync(path))
  return present ? `${present.path} exists\n` : made
}

function plan([what = '', name = '', layout]: readonly string[]): NewThing | string {
  if (what === 'rule' && name !== '') return newRule(name, layout)
  if (what === 'layout' && name !== '' && layout === undefined) return newLayout(name)
  if (what === 'operation' && layout !== undefined) return newOperation(name, layout)
  return USAGE
}
