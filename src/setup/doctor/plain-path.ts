import { delimiter } from 'node:path'

type Environment = { readonly [name: string]: string | undefined }

/** Variables by which npm, pnpm and yarn tell what they start that they did. */
const RUNNERS = ['npm_execpath', 'npm_config_user_agent', 'npm_lifecycle_event', 'npm_command']

/**
 * The environment as git would have it in a plain terminal: npx and npm put the commands of packages on PATH, and no commit
 * finds them there.
 */
export function plainEnvironment(env: Environment): Environment {
  if (!RUNNERS.some((name) => env[name] !== undefined)) return env
  const folders = (env.PATH ?? '').split(delimiter)
  return { ...env, PATH: folders.filter((folder) => !isOfRunner(folder)).join(delimiter) }
}

function isOfRunner(folder: string): boolean {
  return /[\\/](?:node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder)
}
