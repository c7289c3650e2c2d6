import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkVersions, projectVersion } from './check-versions.mjs'

const root = path.resolve(import.meta.dirname, '../../..')

test('everything that is published has the version of package.json, and notes of it', () => {
  expect(checkVersions()).toEqual([])
})

test('another version and missing notes are named by their files', () => {
  const problems = checkVersions('9.9.9')
  expect(problems).toContain(`cli/package.json has ${projectVersion()}, and package.json 9.9.9`)
  expect(problems).toContain('sdk/python/CHANGELOG.md says nothing of 9.9.9')
  // The documentation's own page puts in whichever version it is.
  expect(problems.filter((line) => line.startsWith('docs/'))).toEqual([])
})

test('a file without a version counts as another one', () => {
  const read = (file: string) => (file.endsWith('.toml') ? '' : readFileSync(path.join(root, file), 'utf8'))
  expect(checkVersions(projectVersion(), read)).toEqual([
    `sdk/python/pyproject.toml has no version, and package.json ${projectVersion()}`,
  ])
})
