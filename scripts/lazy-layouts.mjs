const LAZY_LAYOUT = 'lazy-layout'

/**
 * For the bundler: registries import layouts, and what of one is more than its claim is loaded when something asks for it. Then it comes
 * from a bundle of its own: `bundleOf` names that for the layout's file.
 */
export function lazyLayouts(bundleOf) {
  return {
    name: 'lazy-layouts',
    setup(builder) {
      builder.onResolve({ filter: /^\.\/[\w-]+\/layout\.ts$/ }, ({ path, importer }) =>
        /[\\/]src[\\/]layouts[\\/](?:index|operations)\.ts$/.test(importer)
          ? { path: `${LAZY_LAYOUT}/${path.split('/')[1]}`, namespace: LAZY_LAYOUT, sideEffects: false }
          : undefined,
      )
      // As a chunk names what it consists of.
      builder.onResolve({ filter: /^lazy-layout\// }, ({ path }) => ({
        path,
        namespace: LAZY_LAYOUT,
        sideEffects: false,
      }))
      builder.onLoad({ filter: /^/, namespace: LAZY_LAYOUT }, ({ path }) => {
        const id = path.slice(LAZY_LAYOUT.length + 1)
        const name = id.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
        const bundle = JSON.stringify(bundleOf(id))
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
