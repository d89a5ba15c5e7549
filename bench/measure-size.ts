import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { benchCheck } from './benches/check.ts'
import { benchCommit } from './benches/commit.ts'
import { benchContext } from './benches/context.ts'
import { benchFind } from './benches/find.ts'
import { benchMigrate } from './benches/migrate.ts'
import { benchSave } from './benches/save.ts'
import { benchStartup } from './benches/startup.ts'
import { copyCorpus } from './copy-corpus.ts'
import { SIZES } from './corpus/corpus.ts'
import { uncleanFile } from './corpus/unclean.ts'
import { writeCorpus } from './corpus/write-corpus.ts'
import { measure } from './measure.ts'
import type { BenchName, Options } from './options.ts'
import { runPaired } from './paired.ts'
import { type Installed, installPeers } from './peers/peers.ts'
import { type Result, runRounds } from './rounds.ts'
import type { Row } from './row.ts'
import type { Findings, Section, Setting } from './section.ts'
import { duration } from './table.ts'

const BENCHES: { readonly [name in BenchName]: (setting: Setting) => Promise<Findings> } = {
  startup: benchStartup,
  commit: benchCommit,
  check: benchCheck,
  context: benchContext,
  find: benchFind,
  save: benchSave,
  migrate: benchMigrate,
}

/** The files of the commands to measure, absolute; `against` is that of another build, if one is measured too. */
export type Builds = { readonly bin: string; readonly against: string | null }

/** What a run has for every size. */
export type Session = Builds & {
  readonly options: Options
  /** A scratch folder, emptied afterwards. */
  readonly folder: string
  readonly peers: Installed
  readonly log: (text: string) => void
}

/** Runs the benches on a corpus of one size, in turn, and then checks on an unclean one where that is wanted. */
export async function* measureSize(size: string, session: Session): AsyncGenerator<Section> {
  const { benches, unclean } = session.options
  yield* measureCorpus({ size, name: size, benches, isUnclean: false }, session)
  if (unclean)
    yield* measureCorpus({ size, name: `${size}-unclean`, benches: ['check'], isUnclean: true }, session)
}

type CorpusRun = {
  readonly size: string
  readonly name: string
  readonly benches: readonly BenchName[]
  readonly isUnclean: boolean
}

/** Runs benches on one corpus; the section of a failed one has the reason. */
async function* measureCorpus(run: CorpusRun, session: Session): AsyncGenerator<Section> {
  const { name, benches, isUnclean } = run
  const { options, bin, against, folder, peers, log } = session
  const size = SIZES[run.size]
  if (!size) throw new Error(`Unknown size ${run.size}`)
  const [corpus, scratch] = [join(folder, `corpus-${name}`), join(folder, `scratch-${name}`)]
  mkdirSync(corpus)
  log(`writing corpus ${name}`)
  const change = isUnclean ? uncleanFile() : undefined
  const { files, bytes } = await writeCorpus(corpus, { size, seed: options.seed, defects: 0 }, change)
  const { rounds, seed } = options
  const limitMs = options.timeout * 1000
  const measureRows = (rows: readonly Row[], isPaired: boolean): Promise<Result[]> =>
    runRounds(rows, {
      rounds,
      limitMs,
      isPaired,
      onRun: (label, run) => log(`  ${label}: ${duration(run.ms)}, exit ${run.exit}`),
    })
  const setting: Setting = {
    ...{ bin, corpus, scratch, bytes, seed, rounds, limitMs, peers },
    size: name,
    isUnclean,
    measure: (rows) => measureRows(rows, false),
  }
  const other = against === null ? null : await otherSetting(setting, against)
  const settings = other ? [setting, other] : [setting]
  for (const one of settings) {
    // As in a repository that is in use: what a check keeps is there, and the disk's cache is warm.
    await measure({ file: process.execPath, args: [one.bin, 'check'], cwd: one.corpus }, limitMs)
  }
  const about = `${files} files, ${(bytes / 1e6).toFixed(1)} MB, seed ${seed}.`
  for (const bench of benches) {
    log(`${bench}, ${name}`)
    for (const one of settings) mkdirSync(one.scratch)
    const run = BENCHES[bench]
    const { notes = [], ...findings } = await orFailure(async () => {
      if (!other) return run(setting)
      const [ours, against] = await runPaired(run, [setting, other], measureRows)
      return { ...ours, against }
    })
    yield { bench, size: name, ...findings, notes: [`Corpus ${name}: ${about}`, ...notes] }
    for (const one of settings) rmSync(one.scratch, { recursive: true, force: true })
  }
  for (const one of settings) rmSync(one.corpus, { recursive: true, force: true })
}

/** Another build measures in a copy, for what it keeps there is not ours; and without peers, which one build is enough for. */
async function otherSetting(setting: Setting, bin: string): Promise<Setting> {
  const peers = await installPeers([], [], setting.scratch)
  const corpus = copyCorpus(setting.corpus, `${setting.corpus}-other`)
  return { ...setting, bin, corpus, scratch: `${setting.scratch}-other`, peers }
}

type Compared = Findings & { readonly against?: Findings }

async function orFailure(run: () => Promise<Compared>): Promise<Compared> {
  try {
    return await run()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { results: [], hasFailed: true, notes: [`**Failed**: ${reason}`] }
  }
}
