import type { ActionInputs } from '../ci/github/inputs.ts'
import type { FlagValues } from './flags.ts'

/** The flags that every command of the action takes. */
export function actionFlags({ config, workingDirectory }: ActionInputs): FlagValues {
  return { ...(config !== undefined && { config }), cwd: workingDirectory, color: false, cache: true }
}
