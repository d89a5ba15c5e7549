import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { literalSnapshot } from '../../../src/core/snapshot.ts'
import { estimateTokens } from '../../../src/formats/tokens.ts'
import { findTrims, rangesOf, truthsOf } from '../../../src/formats/trim/find-trims.ts'

const PACKAGE = JSON.stringify({
  scripts: {
    dev: 'vite',
    build: 'tsc && vite build',
    test: 'vitest run',
    'test:watch': 'vitest',
    lint: 'eslint .',
    deploy: 'sh deploy.sh',
  },
  dependencies: { react: '^19.0.0', zustand: '^5.0.0', '@tanstack/react-query': '^5.0.0' },
  devDependencies: { typescript: '^5.0.0', vite: '^6.0.0', vitest: '^3.0.0', tailwindcss: '^4.0.0' },
})

const REPOSITORY = {
  'package.json': PACKAGE,
  '.prettierrc': '{ "singleQuote": true, "semi": false, "printWidth": 100 }',
  'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
  'src/app.ts': '',
  'src/pages/home.tsx': '',
  'src/pages/about.tsx': '',
  'docs/guide.md': '',
}

function trimsOf(text: string, files: { readonly [path: string]: string } = REPOSITORY, folder = '') {
  const truths = truthsOf(literalSnapshot(files).files, new Map(Object.entries(files)))
  return findTrims(text, folder, truths)
}

/** What would go, as kinds with their lines. */
function gone(text: string, files?: { readonly [path: string]: string }): readonly string[] {
  return trimsOf(text, files).map(
    ({ kind, ranges }) =>
      `${kind} ${ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(', ')}`,
  )
}

describe('scripts', () => {
  const fence = (...lines: readonly string[]): string =>
    ['# A', '', 'Text.', '', '```sh', ...lines, '```', ''].join('\n')

  test('go where the manifest says as much, with the fence and the heading of a section that has nothing else', () => {
    expect(
      gone(
        fence(
          'npm run dev    # Start the dev server',
          'npm run build  # Build for production',
          'npm test  # Run Vitest',
        ),
      ),
    ).toEqual(['scripts 5-9'])
    expect(
      gone(
        '# A\n\nText.\n\n## Commands\n\nRun these:\n\n- `npm run dev`\n- `npm run build`: build for production\n- Lint: `npm run lint`\n\n## B\n\nText.\n',
      ),
    ).toEqual(['scripts 5, 7, 9-11'])
    expect(
      gone(
        '# A\n\nText.\n\n| Command | What |\n| -- | -- |\n| `npm run dev` | Dev server |\n| `npm test` | Run all tests |\n| `npm run build` | |\n',
      ),
    ).toEqual(['scripts 5-9'])
  })

  test('stay all where something is said of one of them', () => {
    expect(
      gone(fence('npm run dev # on port 4000', 'npm run build', 'npm test # needs Docker', 'npm run lint')),
    ).toEqual([
      // Half of them say nothing.
    ])
    expect(
      gone(
        fence(
          'npm run dev',
          'npm run build',
          'npm test',
          'npm run test:watch',
          'npm run deploy # only from main, after a person asked',
        ),
      ),
    ).toEqual([])
    expect(gone(fence('npm run dev', 'npm run build', 'npm run lost'))).toEqual([])
    expect(gone(fence('npm test -- src/app.test.ts', 'npm run dev', 'npm run build'))).toEqual([])
  })

  test('go with the comments above them, and stay all with one that says something', () => {
    expect(
      gone(fence('# Development', 'npm run dev', 'npm run build', '', '# Run tests', 'npm test')),
    ).toEqual(['scripts 5-12'])
    expect(
      gone(
        fence(
          'npm run dev',
          'npm run build',
          'npm run lint',
          'npm run test:watch',
          '# Never while the server is up',
          'npm test',
        ),
      ),
    ).toEqual([])
  })

  test('are looked for in the folder of the command, of the file, and in other manifests', () => {
    const files = {
      'web/package.json': PACKAGE,
      Makefile:
        'up: ## Start containers\n\tdocker compose up\ndown:\n\tdocker compose down\nlogs:\n\tdocker compose logs\n',
      'pyproject.toml':
        '[tool.poe.tasks]\nfmt = "ruff format"\nserve = "uvicorn app:app"\ncheck = "ruff check"\n',
      '.cargo/config.toml': '[alias]\nxtask = "run -p xtask"\nfuzz = "run -p fuzz"\ncover = "llvm-cov"\n',
    }
    expect(gone(fence('cd web', 'npm install', 'npm run dev', 'npm run build', 'npm test'), files)).toEqual([
      'scripts 5-11',
    ])
    expect(gone(fence('npm run dev', 'npm run build', 'npm test'), files)).toEqual([])
    expect(gone(fence('make up # Start the containers', 'make down', 'make logs'), files)).toEqual([
      'scripts 5-9',
    ])
    expect(gone(fence('poe fmt # ruff format', 'poe serve', 'poe check'), files)).toEqual(['scripts 5-9'])
    expect(
      gone(fence('cargo xtask # run xtask', 'cargo fuzz # run fuzz tests', 'cargo cover'), files),
    ).toEqual(['scripts 5-9'])
    expect(trimsOf(fence('npm run dev', 'npm run build', 'npm test'), files, 'web')).toMatchObject([
      { kind: 'scripts', truth: ['web/package.json'], count: 3 },
    ])
  })
})

describe('trees', () => {
  const TREE = [
    'src/',
    '├── app.ts',
    '└── pages/',
    '    ├── home.tsx',
    '    └── about.tsx  # About page',
    'docs/',
    '└── guide.md',
  ]

  test('go where the repository shows them', () => {
    expect(gone(`# A\n\nText.\n\n\`\`\`\n${TREE.join('\n')}\n\`\`\`\n`)).toEqual(['tree 5-13'])
    expect(
      gone(`# A\n\nText.\n\n\`\`\`\nmy-project/\n${TREE.map((line) => `│   ${line}`).join('\n')}\n\`\`\`\n`),
    ).toEqual(['tree 5-14'])
    expect(
      trimsOf(`\`\`\`\nsrc/\n  app.ts\n  pages/\n    home.tsx\n    about.tsx\ndocs/\n\`\`\`\n`),
    ).toMatchObject([{ kind: 'tree', count: 6, truth: [''] }])
  })

  test('stay where something is said of them', () => {
    expect(gone(`\`\`\`\n${TREE.join('  # who owns it\n')}\n\`\`\`\n`)).toEqual([])
    const one = TREE.map((line) =>
      line.includes('home') ? `${line}  # never rename: the mobile app opens it` : line,
    )
    expect(gone(`\`\`\`\n${one.join('\n')}\n\`\`\`\n`)).toEqual([])
    const more = [...TREE, 'package.json', 'tsconfig.json']
    expect(
      gone(
        `\`\`\`\n${more.map((line) => (line.includes('guide') ? `${line}  # the customer reads it` : line)).join('\n')}\n\`\`\`\n`,
      ),
    ).toEqual([])
  })

  test('of what is not there, of examples and of plans are left alone', () => {
    expect(gone('```\nlib/\n├── one.ts\n├── two.ts\n└── three.ts\ntest/\n```\n')).toEqual([])
    expect(gone(`## Proposed structure\n\n\`\`\`\n${TREE.join('\n')}\n\`\`\`\n`)).toEqual([])
    expect(gone('```\n├── is it new?\n├── yes\n├── no\n└── stop\n```\n')).toEqual([])
  })
})

describe('dependencies', () => {
  test('go where a manifest holds them', () => {
    expect(
      gone(
        '# A\n\nText.\n\n## Tech stack\n\n- **Framework**: React 19 + TypeScript\n- **State management**: Zustand\n- Styling: Tailwind CSS 4\n- **Data fetching**: TanStack Query\n',
      ),
    ).toEqual(['dependencies 5, 7-10'])
    expect(
      gone(
        '# A\n\nText.\n\n| Layer | Package |\n| -- | -- |\n| Frontend | React, Vite |\n| State | zustand |\n| Testing | Vitest |\n',
      ),
    ).toEqual(['dependencies 5-9'])
    expect(
      gone(
        '## Dependencies\n\n- **zustand** — lightweight state management\n- **vite** — build tool\n- **react** — rendering\n',
      ),
    ).toEqual(['dependencies 1, 3-5'])
  })

  test('stay where a rule or a fact is with them', () => {
    expect(gone('## Constraints\n\n- React\n- Zustand\n- Vite\n- Vitest\n- TypeScript\n')).toEqual([])
    expect(
      gone(
        '## Stack\n\n- React, never class components\n- Zustand only for the cart\n- Vite behind nginx\n- Vitest\n',
      ),
    ).toEqual([])
    expect(gone('## Stack\n\n- React on Vercel\n- Supabase\n- Redis 7\n- Vite\n- Vitest\n')).toEqual([])
    expect(
      gone(
        '1. **Unit tests** (Vitest)\n   - Components\n2. **Pages** (React)\n   - Mock all\n3. **State** (Zustand)\n   - No mocks\n',
      ),
    ).toEqual([])
  })
})

describe('rules of style', () => {
  test('go where the configuration enforces them', () => {
    expect(
      gone(
        '# A\n\nText.\n\n## Style\n\n- Use single quotes and no semicolons\n- TypeScript strict mode\n- Lines of at most 100 characters\n- Names are nouns\n',
      ),
    ).toEqual(['enforced 7-9'])
    expect(
      trimsOf('- Use single quotes for all strings, and no semicolons\n- Use strict TypeScript everywhere\n'),
    ).toMatchObject([{ kind: 'enforced', count: 2, truth: ['.prettierrc', 'tsconfig.json'] }])
  })

  test('stay where it says otherwise, says nothing, or they say more', () => {
    expect(
      gone(
        '- Use double quotes and semicolons in all of the code, always\n- Lines of at most 80 characters, please\n',
      ),
    ).toEqual([])
    expect(
      gone(
        '- Use single quotes in code that is generated by the templates\n- No `any` types anywhere in the code\n',
      ),
    ).toEqual([])
    const editor = { '.editorconfig': '[*]\nindent_style = space\nindent_size = 2\n' }
    expect(gone('- Indent with 2 spaces, and use 2 spaces for all files\n', editor)).toEqual([])
    const eslint = {
      'eslint.config.js': "rules: { '@typescript-eslint/no-explicit-any': 'error', 'no-console': 'off' }",
    }
    expect(
      gone(
        '- Avoid `any` types, and never use `any`: no `any` types\n- Never use `console.log` statements\n',
        eslint,
      ),
    ).toEqual(['enforced 1'])
  })
})

describe('finished work', () => {
  test('goes: checked boxes with what is below them, and sections that say so', () => {
    expect(
      gone(
        '# A\n\nText.\n\n- [x] Move the login to the new service\n  - with its tests\n- [ ] Move the rest\n- [x] Take out the old client of the API\n',
      ),
    ).toEqual(['finished 5-6, 8'])
    expect(
      gone(
        '# A\n\nText.\n\n## Phase 1: Login — DONE\n\nThe new form, with all of its fields.\n\n## Completed\n\n- The move to the new server\n\n## Next\n\n- More\n',
      ),
    ).toEqual(['finished 5-12'])
    expect(
      gone('# A\n\nText.\n\n## Recent changes\n\n- 2026-01-02: Added the login form and its tests\n'),
    ).toEqual(['finished 5-7'])
  })

  test('is another thing than what is done each time, what is open, and how a box looks', () => {
    expect(
      gone(
        '## Checklist before a release\n\n- [x] Run all of the tests again\n- [x] Write the notes of the release\n',
      ),
    ).toEqual([])
    expect(
      gone('## Completed\n\n- The first half of the long move\n- [ ] The second half of the long move\n'),
    ).toEqual([])
    expect(gone('## Definition of done\n\n- All tests pass on every machine that we have\n')).toEqual([])
    expect(
      gone('- [x] Move all clients to the new service\n  - [ ] but for the oldest of all clients\n'),
    ).toEqual([])
    expect(gone('- [x] Done\n- [ ] Open\n- [x] Finished\n')).toEqual([])
  })
})

test('front matter, comments and what is too little are left alone', () => {
  expect(
    gone(
      '---\ndone: |\n  - [x] Move the login to the new service\n---\n<!--\n- [x] Move the login to the new service\n-->\nText\n',
    ),
  ).toEqual([])
  expect(gone('- [x] Move the login\n')).toEqual([])
})

test('tokens are those of the lines, as a report counts them', () => {
  const own = '- [x] Move the login to the new service, with all of its old and new tests'
  expect(trimsOf(`# A\n\nText.\n\n${own}\n\nMore.\n`)).toMatchObject([
    { line: 5, tokens: estimateTokens(own) },
  ])
})

test('numbers as ranges', () => {
  expect(rangesOf([1, 2, 3, 5, 8, 9])).toEqual([
    [1, 3],
    [5, 5],
    [8, 9],
  ])
  expect(rangesOf([])).toEqual([])
})

const LINES = [
  '# A',
  '## Done',
  '- [x] one two three four',
  '  - [ ] x',
  '```',
  '├── src/',
  '    └── app.ts',
  '| a | b |',
  '|--|--|',
  'npm test',
  '- React',
  '',
  '<!--',
  '-->',
  '---',
  'text:',
]

test('any text: no line is proposed twice, none is outside, and the file is never more than it is', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...LINES), fc.string()), { maxLength: 40 }), (lines) => {
      const text = lines.join('\n')
      const count = text.split(/\r\n|\n|\r/).length
      const all = trimsOf(text).flatMap(({ ranges }) =>
        ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
      )
      expect(new Set(all).size).toBe(all.length)
      for (const line of all) expect(line >= 1 && line <= count).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['one line', 'a '.repeat(1 << 20)],
  ['items', '- [x] one two three four\n'.repeat(80_000)],
  ['headings', '## Done\n\nx\n'.repeat(180_000)],
  ['rows', '| React | `npm test` |\n'.repeat(90_000)],
  ['a tree', `\`\`\`\n${'│   '.repeat(20)}├── src/\n`.repeat(24_000)],
  ['code', `\`\`\`\n${'# a\nnpm test\n'.repeat(150_000)}`],
  ['spaces', `- ${' '.repeat(1 << 21)}x`],
  ['cells', `| ${'|'.repeat(1 << 21)}`],
])('2 MB of %s end soon', (_, text) => {
  const start = performance.now()
  trimsOf(text)
  expect(performance.now() - start).toBeLessThan(4000)
})
