import type { Diagnostic } from '../core/diagnostic.ts'
import { isUserError, UserError } from '../core/messages.ts'
import { itemCounts } from '../core/report.ts'
import type { Checked } from '../engine/check-memory.ts'
import { type CheckResult, countsOf } from '../engine/check-request.ts'
import type { Sides } from '../engine/context.ts'
import { findRepository, type Repository } from '../git/repository.ts'
import type { GitOptions } from '../git/run-git.ts'
import { locateRepository, type Project, readTexts } from '../snapshot/project.ts'

/** One call of a git hook, as its shim passes it on. */
export type HookRequest = {
  readonly cwd: string
  /** What git gave to the hook. */
  readonly args: readonly string[]
  /** What git pipes into the hook; read only by the hooks that have such input. */
  readonly stdin: () => Promise<string>
  readonly config?: string | undefined
  readonly cache: boolean
  /** `YYYY-MM-DD` */
  readonly today: string
  /** Rules that the environment turns off. */
  readonly skip: readonly string[]
}

/** The result of a hook. */
export type HookResult = {
  /** Git is to stop. */
  readonly refused: boolean
  /** For the reporters; null when nothing was checked. */
  readonly check: CheckResult | null
  /** One line each, for people. */
  readonly notes: readonly string[]
}

/** A project that is a repository. */
export type HookProject = Project & { readonly repository: Repository }

/**
 * The repository that git runs a hook for: git names it by variables in linked work trees and under `--git-dir`.
 * Throws `UserError` where there is none.
 */
export async function openHookProject(cwd: string): Promise<HookProject> {
  const isNamed = process.env.GIT_DIR !== undefined || process.env.GIT_WORK_TREE !== undefined
  const repository = isNamed ? await findRepository(cwd, { hook: true }) : await locateRepository(cwd)
  if (!repository) throw new UserError(`${cwd} is not in a git repository`, 'Hooks run inside a work tree.')
  return { root: repository.top, cwd, repository }
}

/** What a hook says where there is nothing to say. */
export const NOTHING: HookResult = { refused: false, check: null, notes: [] }

/** Looks at what git has done already: an error stops nothing, and is said behind `undone`, what was not done. */
export async function afterGit(
  { cwd }: HookRequest,
  undone: string,
  look: (project: HookProject) => Promise<HookResult>,
): Promise<HookResult> {
  try {
    return await look(await openHookProject(cwd))
  } catch (error) {
    if (!isUserError(error)) throw error
    const notes = [`${undone}: ${error.message}`, ...(error.hint ? [error.hint] : [])]
    return { ...NOTHING, notes }
  }
}

/** How git is asked about one index while a hook runs. */
export function gitForIndex(index: string): GitOptions {
  return { hook: true, env: { GIT_INDEX_FILE: index } }
}

/** What a hook checked, and which of the findings it reports. */
type HookCheck = {
  readonly sides: Sides
  readonly checked: Checked
  readonly diagnostics: readonly Diagnostic[]
  /** How many known findings were taken out; null where no file counts them. */
  readonly known: number | null
  /** When it started, on the clock of `performance.now()`. */
  readonly started: number
}

/** A hook's check as reporters take it. */
export function checkResult({ sides, checked, diagnostics, known, started }: HookCheck): CheckResult {
  const { documents, fresh, files } = checked
  const summary = {
    ...countsOf(diagnostics),
    documents: documents.length,
    ...itemCounts(documents),
    fixed: 0,
    cached: documents.length - fresh.length,
    seconds: Math.round(performance.now() - started) / 1000,
    ...(known !== null && { known }),
  }
  return {
    report: { version: 1, diagnostics, summary, ...(files && { files }) },
    excerpts: (wanted) => readTexts(sides.after, wanted),
    // A hook's report is for people, who have `--fix`.
    fixes: async () => new Map(),
    fixable: diagnostics.filter(({ fixable }) => fixable).length,
    fixedFiles: [],
    notes: [],
  }
}
