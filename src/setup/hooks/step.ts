import { HOOK_NAMES } from '../../core/installed.ts'
import type { Form } from '../managers/manager-form.ts'
import type { Spliced } from './marked-block.ts'
import { type Base, fileKey, type Site } from './site.ts'
import { START_CONFIG, START_FOLDER } from './start-hook.ts'

/** One file that changes; null for one that goes. */
export type Change = {
  readonly base: Base
  readonly path: string
  readonly text: string | null
  readonly executable?: boolean
}

/** What only a person can do: why, and the very lines to add by hand, or what else to do. */
export type Left = { readonly message: string; readonly lines?: readonly string[]; readonly mend?: string }

/** What one file becomes, or who has to change it. */
export type Step = { readonly change: Change } | { readonly left: Left } | null

/** A file by where it lies. */
export type Target = { readonly base: Base; readonly path: string }

/** The step for one file: its text with our part spliced in, or a new file, or what its owner has to do. */
export function spliced(
  site: Site,
  target: Target,
  { splice, create, byHand }: Form & { readonly create?: () => Spliced },
): Step {
  const { base, path } = target
  const state = site.files.get(fileKey(base, path))
  const leave = (reason: string): Step => ({ left: { message: leftAs(target, reason), lines: byHand } })
  if (state && 'trouble' in state) return leave(state.trouble)
  const result = state ? splice(state.text) : create?.()
  if (!result) return null
  if ('byHand' in result) {
    if (!result.inBlock) return leave(result.byHand)
    const mend = 'Delete the block and run memkeep init'
    return { left: { message: leftAs(target, result.byHand), mend } }
  }
  if (result.text === state?.text) return null
  return { change: { base, path, text: result.text, ...(!state && isHook(path) && { executable: true }) } }
}

function isHook(path: string): boolean {
  return HOOK_NAMES.some((name) => path.endsWith(`/${name}`))
}

/** Says that a file was not touched, and why. */
export function leftAs(target: Target, reason: string): string {
  return `${shown(target)} was left as it is: ${reason}`
}

/** A file's name for people; those that git starts are one thing. */
export function shown({ base, path }: Target): string {
  if (base === 'git' && (path === START_CONFIG || path.startsWith(`${START_FOLDER}/`)))
    return `.git/${START_FOLDER}`
  return base === 'git' ? `.git/${path}` : path
}
