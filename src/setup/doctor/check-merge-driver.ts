import { attributeValues } from '../../git/attribute-values.ts'
import { configValue } from '../../git/repository-config.ts'
import { examplePath } from '../hooks/attributes.ts'
import { mergeSettings } from '../hooks/merge-driver.ts'
import type { InstallPlan } from '../hooks/plan-install.ts'
import type { Wanted } from '../hooks/wanted.ts'
import type { DoctorCheck } from './check.ts'

const MEND = 'Run memkeep init.'

/** Whether git knows the merge driver, and sends the logs and indexes of the memory to it. */
export async function checkMergeDriver(
  top: string,
  plan: InstallPlan,
  { mergePatterns, packages }: Wanted,
): Promise<readonly DoctorCheck[]> {
  return [await registered(top, packages), await attributes(top, mergePatterns), written(plan)]
}

async function registered(top: string, packages: readonly string[]): Promise<DoctorCheck> {
  const check = 'merge-driver'
  for (const [key, value] of mergeSettings(packages)) {
    const present = await configValue(top, key)
    if (present === value) continue
    const message =
      present === null
        ? `git does not know the merge driver: ${key} is not set`
        : `${key} is not what init sets`
    return { check, status: 'wrong', message, mend: MEND }
  }
  return { check, status: 'ok', message: 'the merge driver is registered' }
}

async function attributes(top: string, patterns: readonly string[]): Promise<DoctorCheck> {
  const check = 'merge-attributes'
  const values = await attributeValues(top, 'merge', patterns.map(examplePath))
  const other = [...values].find(([, value]) => value !== 'memkeep')
  if (!other) return { check, status: 'ok', message: `git sends ${patterns.join(', ')} to it` }
  const message = `git merges ${other[0]} by "${other[1]}", not by memkeep`
  return {
    check,
    status: 'wrong',
    message,
    mend: `${MEND} If that does not help, another .gitattributes overrides it.`,
  }
}

function written({ changes, left }: InstallPlan): DoctorCheck {
  const check = 'gitattributes'
  const isOld = changes.some(({ path }) => path === '.gitattributes')
  const isLeft = left.some(({ message }) => message.startsWith('.gitattributes '))
  if (!isOld && !isLeft)
    return { check, status: 'ok', message: '.gitattributes is up to date with the settings' }
  return { check, status: 'wrong', message: '.gitattributes is not up to date with the settings', mend: MEND }
}
