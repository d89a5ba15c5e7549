import * as fs from 'node:fs'

/** The calls that reading and writing make, so that a test can make any one of them fail. */
export type FsPort = Pick<
  typeof fs,
  | 'lstatSync'
  | 'readFileSync'
  | 'readlinkSync'
  | 'openSync'
  | 'writeSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'fchmodSync'
  | 'closeSync'
  | 'renameSync'
  | 'symlinkSync'
  | 'unlinkSync'
  | 'mkdirSync'
  | 'linkSync'
  | 'readdirSync'
  | 'accessSync'
>

/** The real file system. */
export const NODE_FS: FsPort = fs

/** The code of a failed file system call (`ENOENT`); `unknown` for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}
