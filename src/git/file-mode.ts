import type { FileMode } from '../core/snapshot.ts'

/** Git's octal mode as a file mode; null for what no index or tree listing holds. */
export function fileMode(octal: string): FileMode | null {
  switch (octal) {
    case '100755':
      return 'executable'
    case '120000':
      return 'link'
    case '160000':
      return 'submodule'
    default:
      return octal.startsWith('100') ? 'file' : null
  }
}
