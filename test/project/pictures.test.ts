import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { present } from '../../scripts/generate/output.ts'
import { ansiLines } from '../../scripts/pictures/ansi-lines.ts'
import { checkSession } from '../../scripts/pictures/check-session.ts'
import { settleReportPicture } from '../../scripts/pictures/report-page.ts'
import { terminalSvg } from '../../scripts/pictures/terminal-svg.ts'
import { variant } from '../helpers/variant.ts'

test('every picture shows what memkeep prints now: `npm run pictures` makes them', async () => {
  expect(checkSession()).toBe(present('docs/images/check.svg'))
  expect(await settleReportPicture(true)).toBe(false)
})

variant('`npm run pictures -- --check` finds nothing stale', () => {
  const args = ['scripts/run.mjs', 'scripts/pictures.ts', '--check']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(`${stdout}${stderr}`).toBe('')
  expect(status).toBe(0)
})

const PLAIN = { bold: false, dim: false, underline: false, color: null }

test('escapes of colours become styles, also over the end of a line', () => {
  const printed = 'a\u001b[1;31mb\nc\u001b[22m\u001b[39md\u001b[2;4me\u001b[0mf\u001b[90mg'
  expect(ansiLines(printed)).toEqual([
    [
      { text: 'a', style: PLAIN },
      { text: 'b', style: { ...PLAIN, bold: true, color: 'red' } },
    ],
    [
      { text: 'c', style: { ...PLAIN, bold: true, color: 'red' } },
      { text: 'd', style: PLAIN },
      { text: 'e', style: { ...PLAIN, dim: true, underline: true } },
      { text: 'f', style: PLAIN },
      { text: 'g', style: { ...PLAIN, color: 'black' } },
    ],
  ])
})

test('what is no style is refused', () => {
  expect(() => ansiLines('\u001b[48m')).toThrow('48 is no style')
  expect(() => ansiLines('a\u001b[2Jb')).toThrow('control character')
})

test('a picture has every run at its cell, and escapes what SVG would read', () => {
  const svg = terminalSvg('ab\u001b[31m  <c>\u001b[39m & d', 'A & b')
  expect(svg).toContain('<title>A &amp; b</title>')
  expect(svg).toContain('<text x="18" y="47" textLength="15.6" xml:space="preserve" fill="#e6edf3">ab</text>')
  expect(svg).toContain(
    'x="49.2" y="47" textLength="23.4" xml:space="preserve" fill="#ff7b72">&lt;c&gt;</text>',
  )
})
