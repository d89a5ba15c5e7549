import { CLIENT_HOOKS } from '../hooks/start-hook.ts'

/** What husky 9 writes into the `_` folder beside the hook files. */
export const HUSKY_FILES: readonly string[] = ['.gitignore', 'h', 'husky.sh', ...CLIENT_HOOKS]
