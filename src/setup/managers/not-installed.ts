import { HOOK_NAMES, type HookName } from '../../core/installed.ts'
import { type Site, textAt } from '../hooks/site.ts'
import type { Manager } from './detect.ts'

/** What pre-commit and prek write into git's hook files: either can run the settings of the other. */
const SIGNATURE = /pre-commit\.com|INSTALL_PYTHON|\bprek\b/

/**
 * Hooks that pre-commit or prek has settings for, but for which git does not call it: it must be told every type. Of
 * other managers nothing is known.
 */
export function notInstalled(site: Site, { kind }: Manager): readonly HookName[] {
  const { folder } = site
  if ((kind !== 'pre-commit' && kind !== 'prek') || !('path' in folder)) return []
  return HOOK_NAMES.filter(
    (name) => !SIGNATURE.test(textAt(site, folder.base, `${folder.path}/${name}`) ?? ''),
  )
}
