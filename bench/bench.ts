// Measures our command on generated memories, side by side with what it cannot be faster than and with other tools,
// and writes a report in Markdown, with the targets and whether they are met. See USAGE in options.ts.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { calibrate } from './calibrate.ts'
import { judgeTargets, type Verdict, verdictTable, worstOf } from './judge-targets.ts'
import { machineLines } from './machine.ts'
import { type Builds, measureSize } from './measure-size.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { installPeers } from './peers/peers.ts'
import { reportOf, sectionText } from './report.ts'
import type { Section } from './section.ts'
import { TARGETS } from './targets.ts'

const BUILT = 'dist/memkeep.cjs'

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (!options) return refuse(USAGE)
  if (!options.bin) execFileSync(process.execPath, ['scripts/build.mjs', '--quiet'], { stdio: 'inherit' })
  const bin = resolve(options.bin || BUILT)
  const against = options.against === '' ? null : resolve(options.against)
  for (const file of [bin, against ?? bin]) {
    if (!existsSync(file)) return refuse(`${file} does not exist: build the command first`)
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memkeep-bench-')))
  try {
    return await measureAll(options, { bin, against }, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureAll(options: Options, { bin, against }: Builds, folder: string): Promise<number> {
  if (options.peers.length > 0) log('installing peers')
  const peers = await installPeers(options.peers, options.benches, join(folder, 'peers'))
  const limitMs = options.timeout * 1000
  const machine = machineLines(bin, peers.tools, options.rounds)
  const speeds = [calibrate()]
  const judgements: Verdict[][] = []
  const all: Section[] = []
  for (let run = 1; run <= options.runs; run++) {
    if (options.runs > 1) log(`run ${run} of ${options.runs}`)
    const sections: Section[] = []
    for (const size of options.sizes) {
      for await (const section of measureSize(size, { options, bin, against, folder, peers, log })) {
        sections.push(section)
        process.stdout.write(`${sectionText(section, limitMs)}\n\n`)
      }
    }
    judgements.push(judgeTargets(TARGETS, sections))
    all.push(...sections)
    speeds.push(calibrate())
  }
  machine.push(
    `- Calibration, before and after each run: a fixed piece of work in Node took ${speeds.join(', ')} ms`,
  )
  const verdicts = worstOf(judgements)
  process.stdout.write(`## Targets\n\n${verdictTable(verdicts)}\n`)
  if (options.out !== '-') {
    writeFileSync(options.out, reportOf(all, verdicts, { machine, missing: peers.missing, limitMs }))
  }
  const judged = verdicts.filter(({ status }) => status !== 'not measured')
  const isMissed = judged.length === 0 || judged.some(({ status }) => status === 'missed')
  if (options.check && judged.length === 0) log('no target can be judged by what was measured')
  return all.some(({ hasFailed }) => hasFailed) || (options.check && isMissed) ? 1 : 0
}

function refuse(text: string): number {
  process.stderr.write(`${text}\n`)
  return 2
}

function log(text: string): void {
  process.stderr.write(`${text}\n`)
}

process.exitCode = await main()
