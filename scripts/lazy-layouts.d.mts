import type { Plugin } from 'esbuild'

export function lazyLayouts(bundleOf: (layout: string, part: string) => string): Plugin
