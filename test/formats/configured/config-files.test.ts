import { expect, test } from 'vitest'
import { isConfig, isReadConfig } from '../../../src/formats/configured/config-files.ts'

test.each([
  ['package.json', true, true],
  ['web/.editorconfig', true, true],
  ['requirements-dev.txt', true, true],
  ['eslint.config.mjs', true, true],
  ['pnpm-lock.yaml', true, false],
  ['web/jest.config.ts', true, false],
  ['Shop.csproj', true, true],
  ['node_modules/a/package.json', false, true],
  ['vendor/a/composer.json', false, true],
  ['src/package.json.ts', false, false],
  ['my-package.json', false, false],
  ['docs/pyproject.md', false, false],
])('%s', (path, isOne, isRead) => {
  expect([isConfig(path), isReadConfig(path)]).toEqual([isOne, isRead])
})
