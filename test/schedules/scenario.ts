import type { Tree } from './disk.ts'

/** The name of a task and its arguments. */
type Task = readonly string[]

/** A small world, and what must hold in each of its ends. */
export type Plan = {
  readonly name: string
  readonly actors: readonly Task[]
  /** What is done before, each alone; after `commit` the world is a git repository. */
  readonly before: readonly Task[]
  readonly files?: { readonly [path: string]: string }
  /** The next command, which recovers by itself. */
  readonly next: Task
  /** Files whose texts hold the items. */
  readonly memory: RegExp
  /** Files where a copy is kept of what a command deletes: an item may be there instead. */
  readonly copies?: RegExp
  /** What is there once, whatever happens. */
  readonly stays: readonly string[]
  /** What each actor adds: once where that was acknowledged, else at most once. */
  readonly adds: readonly string[]
  /** What the next command adds. */
  readonly nextAdds: string
  /** True for a fault that cannot be helped after these steps, with the reason on the page of promises. */
  readonly isKnown?: (fault: string, steps: readonly string[]) => boolean
  readonly crash?: false
  readonly power?: false
}

export type Scenario = Plan & { readonly tree: Tree }

/** What each actor was answered; null where it was stopped. */
export type Answers = readonly unknown[]

/** What the next command found and left. */
export type Recovery = {
  /** Errors before it ran, but for derived files. */
  readonly torn: readonly string[]
  readonly answer: unknown
  /** All that is wrong after it. */
  readonly wrong: readonly string[]
  readonly files: { readonly [path: string]: string }
}

/** What does not hold. */
export function judge(
  plan: Plan,
  { torn, answer, wrong, files }: Recovery,
  answers: Answers,
): readonly string[] {
  const textIn = (wanted: RegExp | undefined): string =>
    Object.entries(files)
      .filter(([path]) => wanted?.test(path))
      .map(([, content]) => content)
      .join('\n')
  const [text, copies] = [textIn(plan.memory), textIn(plan.copies)]
  const count = (item: string): number => text.split(item).length - 1
  const held = [
    ...plan.stays.map((item) => ({ item, isSure: true })),
    ...plan.adds.map((item, i) => ({ item, isSure: isDone(answers[i]) })),
    { item: plan.nextAdds, isSure: true },
  ].filter(({ item }) => item !== '')
  const lost = held.filter(({ item, isSure }) => isSure && count(item) === 0 && !copies.includes(item))
  const doubled = held.filter(({ item }) => count(item) > 1)
  const failed = answers.filter((one) => typeof one === 'string')
  return [
    ...failed.map((one) => `an actor failed: ${one}`),
    ...torn.map((one) => `torn: ${one}`),
    ...(isDone(answer) ? [] : [`the next command is refused: ${JSON.stringify(answer)}`]),
    ...wrong.map((one) => `after the next command: ${one}`),
    ...lost.map(({ item }) => `lost: ${item}`),
    ...doubled.map(({ item }) => `doubled: ${item}`),
  ]
}

function isDone(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'done' in answer
}
