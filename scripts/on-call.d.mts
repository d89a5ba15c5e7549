import type { Plugin } from 'esbuild'

export function loadedOnCall(
  bundles: { readonly [name: string]: readonly string[] },
  root: string,
  bundleOf: (name: string, path: string) => string,
): Plugin
