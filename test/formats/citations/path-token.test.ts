import { describe, expect, test } from 'vitest'
import { pathToken } from '../../../src/formats/citations/path-token.ts'

describe('a name without a folder and an ending', () => {
  test.each(['Makefile', 'justfile', 'CODEOWNERS', 'Jenkinsfile'])('%s is a file', (name) => {
    expect(pathToken(name)).toEqual({ target: name })
    expect(pathToken(`${name}:12`)).toEqual({ target: name, line: 12 })
    expect(pathToken(`${name}#L12-L20`)).toEqual({ target: name, line: 12 })
  })

  test.each(['profile', 'Profile', 'makefile', 'Makefiles', 'MyMakefile', 'pool', 'useState'])(
    '%s is a word',
    (word) => {
      expect(pathToken(word)).toBeNull()
    },
  )
})
