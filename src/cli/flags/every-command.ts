import { FORMATS } from '../formats.ts'
import type { Flag } from './flag.ts'
import { calendarDate, jobNumber, someText, wholeNumber } from './flag-text.ts'

/** Flags that every command has. */
export const EVERY_COMMAND: readonly Flag[] = [
  { flags: '-C, --cwd <dir>', summary: 'work as if started in this directory', parse: someText },
  {
    flags: '--config <file>',
    summary: 'settings file, instead of memkeep.yaml at the root',
    parse: someText,
  },
  {
    flags: '--format <name>',
    summary: 'how to print the outcome; `html` is for `report` alone, and findings have all the others',
    choices: FORMATS,
  },
  {
    flags: '--output <file>',
    summary: 'write the outcome to a file instead of standard output',
    parse: someText,
  },
  { flags: '--quiet', summary: 'list errors only' },
  {
    flags: '--max-warnings <n>',
    summary: 'exit 1 when there are more warnings than this',
    parse: wholeNumber,
  },
  { flags: '--strict', summary: 'exit 1 on any warning' },
  { flags: '--no-color', summary: 'print without colors' },
  { flags: '--now <date>', summary: 'take this as today (YYYY-MM-DD)', parse: calendarDate },
  { flags: '--no-cache', summary: 'neither read nor write facts of earlier runs' },
  {
    flags: '--jobs <n>',
    summary: 'read documents in so many threads, which changes nothing but the time and memory it takes',
    parse: jobNumber,
  },
  { flags: '--debug', summary: 'print the stack of every error' },
]
