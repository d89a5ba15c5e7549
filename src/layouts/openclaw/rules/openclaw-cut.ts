import type { Found, MemoryRule } from '../../../core/rule.ts'
import { lineAsPlace, WHOLE_FILE } from '../../../core/text.ts'
import { USER_CHARACTERS } from '../claim.ts'
import { type BootstrapFile, bootstrapFiles, describeCut } from '../loading.ts'

/** What loads at the start of a session loads whole. */
export const openclawCut: MemoryRule = {
  id: 'openclaw-cut',
  summary: 'The files of an OpenClaw workspace are short enough to load whole, each and together.',
  why: 'OpenClaw loads 20,000 characters of a file, 4,000 of USER.md, and 60,000 of all together. Of a longer file it keeps the beginning and the end, and the agent does not see the middle. Files that load last get what the others leave.',
  howToFix:
    'Shorten the file, or move parts of it into notes that are searched. `openclaw: { fileCharacters, totalCharacters }` in memkeep.yaml repeat the limits that openclaw.json sets.',
  severity: 'warning',
  fixable: false,
  example: { bad: 'USER.md of 5,200 characters\n', good: 'USER.md of 1,900 characters\n' },
  subject: 'memory',
  check: (memory, report) => {
    for (const [, files] of bootstrapFiles(memory)) {
      for (const file of files) if (file.lost) report(file.document.path, found(file))
    }
  },
}

function found(file: BootstrapFile): Found {
  const { name, size, room, by, lost } = file
  const line = Math.max(1, room === 0 ? 1 : (lost?.line ?? 1))
  const why = by === 'file' ? '' : ', which is what the files before it leave of the total'
  return {
    place: room === 0 ? WHOLE_FILE : lineAsPlace(line),
    message: `OpenClaw loads ${room} of ${size} characters of this file${why}; lost: ${describeCut(file)}`,
    help: helpFor(name, by),
  }
}

function helpFor(name: string, by: BootstrapFile['by']): string {
  if (by === 'total')
    return 'Shorten the files that load before it, or raise `bootstrapTotalMaxChars` in openclaw.json.'
  if (name === 'USER.md') return `Shorten it: no setting raises the ${USER_CHARACTERS} characters of USER.md.`
  return 'Move text into notes below `memory/`, which are searched, or raise `bootstrapMaxChars` in openclaw.json and `openclaw.fileCharacters` here.'
}
