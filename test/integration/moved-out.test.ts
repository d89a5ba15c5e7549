import { expect, test } from 'vitest'
import { commitRepo } from './commit/commit-repo.ts'

test('a memory file that moves out of the memory is named with where it went', () => {
  const notes = `# Tech\n\n${'The queue runs in Postgres, and one worker reads it. '.repeat(8)}\n`
  const repo = commitRepo({
    files: {
      'memory-bank/projectbrief.md': '# Brief\n\nA shop.\n',
      'memory-bank/activeContext.md': '# Now\n\nThe queue.\n',
      'memory-bank/tech.md': notes,
    },
  })
  repo.remove('memory-bank/tech.md')
  repo.stage({ 'src/tech.md': notes })
  expect(repo.passes()).toContain('The file went to `src/tech.md`, which is no place of memory')
})
