import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** Where the file lies when no flag names one: `$XDG_CONFIG_HOME/memkeep/models.yaml`, else below `~/.config`. */
export function defaultModelsPath(env: { readonly [name: string]: string | undefined }): string {
  const config = env.XDG_CONFIG_HOME
  return join(config && isAbsolute(config) ? config : join(homedir(), '.config'), 'memkeep', 'models.yaml')
}
