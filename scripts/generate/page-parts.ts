import { createHash } from 'node:crypto'
import { buildSync } from 'esbuild'
import type { Output } from './output.ts'

const FOLDER = 'src/reporters/html-report'

/** `inlined.ts`: the script and the style of the report's page, and what its policy knows them by. */
export function pageParts(): Output {
  const script = bundled(`${FOLDER}/page/main.ts`)
  const style = bundled(`${FOLDER}/page/page.css`)
  const parts = { script, scriptHash: hash(script), style, styleHash: hash(style) }
  const lines = Object.entries(parts).map(([name, text]) => `  ${name}: ${JSON.stringify(text)},`)
  return {
    path: `${FOLDER}/inlined.ts`,
    text: `${[
      '// Generated from the folder `page` by `npm run generate`: do not edit.',
      "/** The page's script and style, and what its policy knows them by. */",
      'export const PAGE = {',
      ...lines,
      '}',
    ].join('\n')}\n`,
  }
}

function bundled(path: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    charset: 'utf8',
    target: path.endsWith('.ts') ? 'es2022' : 'esnext',
  })
  return outputFiles.map(({ text }) => text.trim()).join('')
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
