import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'

/** Runs in each worker, before each test file: says which mutant counts, or notes which mutants the file reaches. */
const chosen = Number(process.env.MEMKEEP_MUTANT)
const notes = process.env.MEMKEEP_REACHED

/** More often than any test asks for one. */
const ENDLESS = 3_000_000

const reached = new Set<number>()
let hits = 0

Object.assign(globalThis, {
  isMutant: (id: number): boolean => {
    if (notes) reached.add(id)
    if (id !== chosen) return false
    hits += 1
    if (hits > ENDLESS) throw new Error(`Mutant ${id} is asked for without end`)
    return true
  },
})

if (notes)
  afterAll(() => {
    const path = relative(process.cwd(), expect.getState().testPath ?? '').replaceAll('\\', '/')
    appendFileSync(notes, `${JSON.stringify({ path, reached: [...reached] })}\n`)
  })
