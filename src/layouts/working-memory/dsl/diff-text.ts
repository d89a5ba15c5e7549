import type { Progress } from './update.ts'

/** How the progress changed: a line for every bullet that is gone and every one that is new. */
export function progressDiff(before: Progress | null, after: Progress): string[] {
  const [old, now] = [before ? bulletsOf(before) : [], bulletsOf(after)]
  if (old.join('\n') === now.join('\n')) return []
  const [gone, added] = [without(old, now), without(now, old)]
  // Where only the order is another one, everything is told.
  const [left, right] = gone.length + added.length > 0 ? [gone, added] : [old, now]
  return [...left.map((bullet) => `- ${bullet}`), ...right.map((bullet) => `+ ${bullet}`)]
}

/**
 * One update as a section of `log.md`: its time as the heading, and what it changed in a fenced block, where no text can be
 * taken for Markdown. No line can close the block: each starts with `+` or `-`.
 */
export function diffText(now: string, lines: readonly string[]): string {
  return [`## ${now}`, '', '```diff', ...lines, '```', ''].join('\n')
}

function bulletsOf({ completed, in_progress, remaining }: Progress): string[] {
  return [
    ...completed.map((bullet) => `Completed: ${bullet}`),
    ...in_progress.map((bullet) => `In Progress: ${bullet}`),
    ...remaining.map((bullet) => `Remaining: ${bullet}`),
  ]
}

/** What one list has more of than the other, each as often as it has more of it. */
function without(bullets: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1)
  return bullets.filter((bullet) => {
    const count = counts.get(bullet) ?? 0
    counts.set(bullet, count - 1)
    return count <= 0
  })
}
