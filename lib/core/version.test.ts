import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { VERSION } from './version'

test('the reported version is that of the package', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  expect(VERSION).toBe(version)
})
