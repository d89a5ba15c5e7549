import { quoteForShell } from '../../core/safe-text.ts'

/** Where npm puts the command below a package. */
export const INSTALLED = 'node_modules/.bin/memkeep'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are the shell's.

/**
 * The lines of sh, run at the top of the work tree, that leave in `bin` what is to be called: MEMKEEP_BIN, what is
 * installed at the top, in one of the packages below it or in the main work tree, else what PATH has.
 */
export function findingBin(packages: readonly string[]): readonly string[] {
  const paths = packages.map((folder) => quoteForShell(`${folder}/${INSTALLED}`))
  const inMain = [INSTALLED, ...paths].map((path) => `"$main"/${path}`)
  return [
    `bin=\${MEMKEEP_BIN:-${INSTALLED}}`,
    'if [ -z "${MEMKEEP_BIN-}" ] && [ ! -x "$bin" ]; then',
    '  main=$(git rev-parse --git-common-dir)/..',
    `  for bin in ${[...paths, ...inMain, 'memkeep'].join(' ')}; do [ -x "$bin" ] && break; done`,
    'fi',
  ]
}

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: these were the shell's.
