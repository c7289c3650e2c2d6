import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isPackage, isPackageFolder } from './project-root.mjs'

test('only a manifest that says so makes a package: sources without a lock file are still sources', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-root-'))
  await writeFile(path.join(folder, 'package.json'), '{ "name": "verbatim" }')
  expect(isPackageFolder(folder)).toBe(false)
  await writeFile(path.join(folder, 'package.json'), '{ "name": "verbatim", "isPackage": true }')
  expect(isPackageFolder(folder)).toBe(true)
  await rm(folder, { recursive: true })
  expect(isPackage).toBe(false)
})
