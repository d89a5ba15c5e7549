import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCitedList } from '../../src/cache/cited.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

test('of what may be at several places only the end is kept, also of what is added later', () => {
  const dir = tempFolder()
  const list = openCitedList(dir)
  const listed = (): string => readFileSync(join(dir, 'memkeep/cited'), 'utf8')
  list.write(['notes/src/a.ts', 'src/a.ts', 'notes/plans/src/a.ts', 'lib/b.ts'])
  expect(listed()).toBe('lib/b.ts\nsrc/a.ts\n')
  list.add(['web/lib/b.ts', 'docs/c.md', 'src/a.ts'])
  expect(listed()).toBe('lib/b.ts\nsrc/a.ts\ndocs/c.md\n')
})
