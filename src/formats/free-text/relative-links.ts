import type { Link } from '../../core/document.ts'
import type { Markdown } from '../../core/source.ts'

/** `https:`, `mailto:`, `C:` and anything else with a scheme, or `//host`. */
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

/** Marks of a template, a glob or an elided path: `{{name}}`, `${HOME}`, `<file>`, `*.md`, `src/.../a.ts`, `path/to/x.md`. */
const PLACEHOLDER = /[<>{}*|]|\$[({A-Z]|\.{3}|…|(?:^|\/)path\/to\//

/** A regular expression in prose, which Markdown takes for a link: `[a-z](\w+.)`, `[0-9]([.][0-9]+)`. */
const PATTERN = /[\])][+?]|\\[bdsw]|^\?[:=!]|[\^]/i

/**
 * The links of a Markdown text whose targets are paths: no URL, no fragment of the same text, no placeholder.
 * A target without a slash and a dot (`url`, `link`, `x`) is an example or a pattern far more often than a file.
 */
export function findRelativeLinks(markdown: Markdown): Link[] {
  return markdown.destinations
    .filter(({ target }) => isPath(target))
    .map(({ target, place }) => ({ target, place }))
}

function isPath(target: string): boolean {
  if (ABSOLUTE.test(target) || PLACEHOLDER.test(target) || PATTERN.test(target)) return false
  const path = target.split(/[?#]/, 1)[0] ?? ''
  return /[./]/.test(path) && (/[a-z0-9]/i.test(path) || /[\p{L}\p{N}]/u.test(path) || /^[./]+$/.test(path))
}
