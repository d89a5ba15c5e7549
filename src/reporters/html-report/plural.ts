import { grouped } from './grouped.ts'

/** `1 error`, `3,000 errors`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
