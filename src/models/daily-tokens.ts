import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { isJsonObject, type Json } from '../core/json.ts'
import { UserError } from '../core/messages.ts'
import { replaceFile } from '../fs/atomic-write.ts'
import { makeFolder } from '../fs/folders.ts'
import { takeLock } from '../fs/lock.ts'
import { sweepFolder } from '../fs/sweep.ts'
import { readSmall } from '../fs/text-files.ts'

type Environment = { readonly [name: string]: string | undefined }

/** Where the tokens of a day are counted: in the user's cache, because the limit is of all repositories together. */
export function usageFolder(env: Environment): string {
  const cache = env.XDG_CACHE_HOME
  return join(cache && isAbsolute(cache) ? cache : join(homedir(), '.cache'), 'memkeep')
}

/** Counts what models use on a day, for all processes of the user together. */
export type DailyTokens = {
  /**
   * Counts tokens before they are used, so that two processes cannot both use what is left. Null when they fit; else a
   * sentence, and nothing is counted.
   */
  readonly reserve: (tokens: number) => Promise<string | null>
  /** Corrects what was counted by the tokens that were used, which may be fewer. */
  readonly correct: (by: number) => Promise<void>
}

/** A limit of tokens a day; `today` is `YYYY-MM-DD`. */
export type DailyLimit = { readonly most: number; readonly folder: string; readonly today: () => string }

/** The count of the limit in the user's file; null where it sets none. */
export function dailyTokensOf(
  most: number | null,
  { env, today }: { readonly env: Environment; readonly today: () => string },
): DailyTokens | null {
  return most === null ? null : openDailyTokens({ most, folder: usageFolder(env), today })
}

/** Milliseconds: a count takes one. */
const PATIENCE = 5000

/** Opens the count of a limit. Its calls throw `UserError` where the file of the count cannot be used: that is not zero. */
export function openDailyTokens({ most, folder, today }: DailyLimit): DailyTokens {
  const path = join(folder, 'tokens.json')
  const change = async (by: (used: number) => number): Promise<void> => {
    makeFolder(folder)
    sweepFolder(folder)
    const lock = await takeLock(`${path}.lock`, { patience: PATIENCE })
    try {
      const day = today()
      const used = usedOn(day, path)
      const now = Math.max(0, by(used))
      if (now === used) return
      const text = `${JSON.stringify({ day, tokens: now })}\n`
      replaceFile(path, { bytes: Buffer.from(text), mode: null }, { durable: false })
    } finally {
      lock.release()
    }
  }
  return {
    reserve: async (tokens) => {
      let sentence: string | null = null
      await change((used) => {
        if (used + tokens <= most) return used + tokens
        sentence = `the limit of ${most} tokens a day is reached: ${used} are used today, and this needs about ${tokens}`
        return used
      })
      return sentence
    },
    correct: (by) => change((used) => used + by),
  }
}

function usedOn(day: string, path: string): number {
  const text = readSmall(path)
  if (text === '') return 0
  const value = parsed(text)
  if (isJsonObject(value) && typeof value.tokens === 'number' && typeof value.day === 'string') {
    return value.day === day ? value.tokens : 0
  }
  throw new UserError(
    `${path} cannot be read: it counts the tokens of the day`,
    'Delete it, and the count begins at 0.',
  )
}

function parsed(text: string | null): Json {
  try {
    return JSON.parse(text ?? '') as Json
  } catch {
    return null
  }
}
