import type { Layout } from './layout.ts'
import type { LayoutChoice, Settings } from './settings.ts'

/** What settings say of a layout: they turn it on or off, or, by setting one of its own options, on; else `auto`. */
export function layoutChoice(layout: Pick<Layout, 'id' | 'settings'>, settings: Settings): LayoutChoice {
  const said = settings.layouts[layout.id]
  if (said !== undefined) return said
  return Object.keys(layout.settings).some((key) => Object.hasOwn(settings.options, key)) ? 'on' : 'auto'
}

/** The layouts that settings do not turn off. */
export function wantedLayouts(layouts: readonly Layout[], settings: Settings): readonly Layout[] {
  return layouts.filter((layout) => layoutChoice(layout, settings) !== 'off')
}
