import { describe, expect, test } from 'vitest'
import { manifestKind, scriptsOf } from '../../../src/formats/citations/manifest-scripts.ts'
import { scriptNames } from '../../../src/formats/citations/script-names.ts'

describe('scripts that a line of code runs', () => {
  test.each<[string, readonly string[]]>([
    ['npm run lint:all', ['npm run|lint:all|8']],
    ['$ npm  run  build -- --watch', ['npm run|build|12']],
    ['npm test && yarn build', ['npm|test|4', 'yarn|build|17']],
    ['CI=1 pnpm run e2e', ['pnpm run|e2e|14']],
    ['pnpm typecheck | tee log', ['pnpm|typecheck|5']],
    ['bun run dev', ['bun run|dev|8']],
    ['make V=1 image', ['make|image|9']],
    ['just fmt', ['just|fmt|5']],
    ['npm install', []],
    ['npm build', []],
    ['pnpm install', []],
    ['yarn add left-pad', []],
    ['pnpm exec tsc', []],
    ['pnpm dlx degit', []],
    ['npm run <script>', []],
    ['npm run $NAME', []],
    ['npm run {name}', []],
    ['npm run -w web build', ['npm run -w web|build|15']],
    ['npm --prefix web run build', ['npm --prefix web run|build|21']],
    ['npm run --workspace=web --silent build', ['npm run --workspace=web --silent|build|33']],
    ['pnpm --filter @a/web lint', ['pnpm --filter @a/web|lint|21']],
    ['pnpm -r install', []],
    ['make -C web image', ['make -C web|image|12']],
    ['make -j4 image', ['make -j4|image|9']],
    ['npm test -- --watch', ['npm|test|4']],
    ['npm -v', []],
    ['yarn workspace web test', ['yarn workspace web|test|19']],
    ['npm run --silent', []],
    ['make out/a.o', []],
    ['# make sure', []],
    ['npm ci # then; make sure', []],
    ['remake it', []],
  ])('%j', (line, expected) => {
    expect(scriptNames(line).map(({ tool, name, at }) => `${tool}|${name}|${at}`)).toEqual(expected)
  })
})

describe('scripts of a manifest', () => {
  test.each<[string, string, readonly string[], boolean]>([
    ['package.json', '{"scripts":{"a":"1","b:c":"2"}}', ['a', 'b:c'], false],
    ['package.json', '{"name":"x"}', [], false],
    ['web/package.json', '{ not', [], true],
    [
      'Makefile',
      'V := 1\n.PHONY: all \\\n  lint\na b: c\n\techo x: y\n# d: e\n',
      ['all', 'lint', 'a', 'b'],
      false,
    ],
    ['Makefile', 'include more.mk\na:\n', ['a'], true],
    ['Makefile', '%.o: %.c\n', ['%.o'], true],
    ['Makefile', '$(ALL):\n', ['$(ALL)'], true],
    [
      'justfile',
      'v := "1"\nbuild target="x:y": dep\n  echo a: b\nalias t := test\n@fmt:\n',
      ['build', 't', 'fmt'],
      false,
    ],
    ['justfile', "import 'more.just'\n", [], true],
  ])('%s %j', (path, text, names, isOpen) => {
    const found = scriptsOf(path, text)
    expect([...found.names]).toEqual(names)
    expect(found.isOpen).toBe(isOpen)
  })

  test('manifests are known by their names', () => {
    const paths = ['a/package.json', 'GNUmakefile', 'x.mk', '.justfile', 'package-lock.json', 'a/makefile.md']
    expect(paths.map(manifestKind)).toEqual(['package', 'make', 'make', 'just', null, null])
  })
})

test('many flags cost no more than their number', () => {
  const line = `npm ${'-C=a --filter=b -w c '.repeat(400)}!`
  const started = performance.now()
  expect(scriptNames(line)).toEqual([])
  expect(performance.now() - started).toBeLessThan(500)
})
