import { type FsPort, NODE_FS } from '../../src/fs/atomic-write.ts'

type Wrap = (name: keyof FsPort, call: () => unknown, args: readonly unknown[]) => unknown

const CALLS = Object.keys({
  lstatSync: 0,
  readFileSync: 0,
  readlinkSync: 0,
  openSync: 0,
  writeSync: 0,
  fstatSync: 0,
  fsyncSync: 0,
  fchmodSync: 0,
  closeSync: 0,
  renameSync: 0,
  symlinkSync: 0,
  unlinkSync: 0,
  mkdirSync: 0,
  linkSync: 0,
  readdirSync: 0,
  accessSync: 0,
} satisfies Record<keyof FsPort, 0>) as (keyof FsPort)[]

/** The real file system with something in the way of every call. */
export function wrappedFs(wrap: Wrap): FsPort {
  const real = NODE_FS as unknown as Record<string, (...args: unknown[]) => unknown>
  return Object.fromEntries(
    CALLS.map((name) => [name, (...args: unknown[]) => wrap(name, () => real[name]?.(...args), args)]),
  ) as unknown as FsPort
}

/** A failed call's error. */
export function failure(code: string): Error {
  return Object.assign(new Error(code), { code })
}
