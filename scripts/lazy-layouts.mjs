const LAZY_LAYOUT = 'lazy-layout'

/**
 * For the bundler: registries import layouts and what agents get of them, and what of that is more than claims and names is loaded
 * when something asks for it. Then it comes from a bundle of its own: `bundleOf` names that for a layout and its file, `layout` or
 * `for-agents`.
 */
export function lazyLayouts(bundleOf) {
  return {
    name: 'lazy-layouts',
    setup(builder) {
      builder.onResolve({ filter: /^\.\/[\w-]+\/(?:layout|for-agents)\.ts$/ }, ({ path, importer }) =>
        /[\\/]src[\\/]layouts[\\/](?:index|operations)\.ts$/.test(importer)
          ? {
              path: path.replace(/^\./, LAZY_LAYOUT).replace(/\.ts$/, ''),
              namespace: LAZY_LAYOUT,
              sideEffects: false,
            }
          : undefined,
      )
      // As a chunk names what it consists of.
      builder.onResolve({ filter: /^lazy-layout\// }, ({ path }) => ({
        path,
        namespace: LAZY_LAYOUT,
        sideEffects: false,
      }))
      builder.onLoad({ filter: /^/, namespace: LAZY_LAYOUT }, ({ path }) => {
        const [, id, part] = path.split('/')
        const exported = part === 'layout' ? id : `${id}-${part}`
        const name = exported.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
        const bundle = JSON.stringify(bundleOf(id, part))
        return {
          contents: `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => require(${bundle}).${name} })`,
        }
      })
      builder.onResolve({ filter: /^\.\/[\w-]+\.cjs$/ }, ({ path, namespace }) =>
        namespace === LAZY_LAYOUT ? { path, external: true } : undefined,
      )
    },
  }
}
