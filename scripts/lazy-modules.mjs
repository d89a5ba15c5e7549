import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Modules of Node that are not in its start-up snapshot, take milliseconds to load, and are not used in every run. */
const SELDOM = /^node:(?:crypto|zlib)$/

/** For the bundler: these modules are loaded when something of theirs is first used, not when a bundle starts. */
export const lazyModules = {
  name: 'lazy-modules',
  setup(builder) {
    builder.onResolve({ filter: SELDOM }, ({ path, namespace }) =>
      namespace === 'lazy-module' ? { path, external: true } : { path, namespace: 'lazy-module' },
    )
    builder.onLoad({ filter: SELDOM, namespace: 'lazy-module' }, ({ path }) => ({
      contents: `for (const name of ${JSON.stringify(Object.keys(require(path)))}) {
        Object.defineProperty(exports, name, { enumerable: true, get: () => require('${path}')[name] })
      }`,
    }))
  },
}
