import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findProgram } from './find-program'

let folder: string

async function install(name: string, script: string, mode = 0o755): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`, { mode })
  return file
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-path-'))
  vi.stubEnv('PATH', `relative${path.delimiter}${path.join(folder, 'missing')}${path.delimiter}${folder}`)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test('finds a program on PATH with its version', async () => {
  const file = await install('tool-a', 'echo "tool-a version 5.1.9-0+deb12u1 Copyright (c) 2000-2026"')
  expect(await findProgram('tool-a', ['-version'])).toEqual({ path: file, version: '5.1.9-0+deb12u1' })
})

test('reads a version without other text', async () => {
  await install('tool-b', 'echo 2026.08.01')
  expect(await findProgram('tool-b', ['--version'])).toMatchObject({ version: '2026.08.01' })
})

test('runs no version check unless one is given', async () => {
  const file = await install('tool-c', 'exit 1')
  expect(await findProgram('tool-c')).toEqual({ path: file, version: null })
})

test('looks again for what was missing, and remembers what it found', async () => {
  expect(await findProgram('tool-d')).toBeNull()
  const file = await install('tool-d', 'exit 0')
  expect(await findProgram('tool-d')).toEqual({ path: file, version: null })
  await rm(file)
  expect(await findProgram('tool-d')).toEqual({ path: file, version: null })
})

test('passes over folders and files that are not programs', async () => {
  await mkdir(path.join(folder, 'tool-e'))
  expect(await findProgram('tool-e')).toBeNull()
})
