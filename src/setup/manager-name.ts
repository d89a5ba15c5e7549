import type { Manager } from './managers/detect.ts'

/** What runs the hooks, in words for people. */
export function managerName(manager: Manager): string {
  switch (manager.kind) {
    case 'none':
      return 'husky'
    case 'husky':
      return `husky (${manager.folder})`
    case 'hook-files':
      return `hook files in ${manager.base === 'git' ? '.git/' : ''}${manager.folder}`
    case 'outside':
      return `hook files in ${manager.folder}`
    default:
      return `${manager.kind} (${manager.file})`
  }
}
