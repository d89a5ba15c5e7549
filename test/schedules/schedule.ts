/** One choice: an actor goes on (`a`), is killed (`A`), or the power is lost (`P`, `N`). */
export type Letter = string

export function stepOf(actor: number): Letter {
  return String.fromCharCode(97 + actor)
}

export function killOf(actor: number): Letter {
  return String.fromCharCode(65 + actor)
}

export function actorOf(letter: Letter): number {
  return letter.toLowerCase().charCodeAt(0) - 97
}

export function isKill(letter: Letter): boolean {
  return letter !== letter.toLowerCase()
}

/** `aaaabA` as `a4bA`: what a person can read and give back. */
export function shortened(letters: string): string {
  return letters.replace(/([a-z])\1+/g, (run, letter) => `${letter}${run.length}`)
}

export function letters(schedule: string): string {
  return schedule.replace(/([a-z])(\d+)/g, (_, letter, times) => letter.repeat(Number(times)))
}
