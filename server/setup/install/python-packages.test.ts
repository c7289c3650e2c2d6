import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { findPythonPackages, installPythonPackages } from './python-packages.mjs'

const root = mkdtempSync(path.join(tmpdir(), 'python-packages-'))
const folder = path.join(root, 'packages')
const python = path.join(root, 'bin', 'python3')
const calls = path.join(root, 'calls')
let said: string[] = []

/** A Python that says where it is and its version, and whose pip does this and no more. */
function pipDoes(script: string, version = '3.11'): void {
  const told = [`case "$*" in *%d.%d*) echo ${version}; exit;; esac`, `[ "$1" = "-I" ] && { echo ${python}; exit; }`]
  const lines = ['#!/bin/sh', ...told, `echo "$*" >> ${calls}`, script]
  writeFileSync(python, `${lines.join('\n')}\n`)
  chmodSync(python, 0o755)
}

async function install(): Promise<void> {
  said = []
  await installPythonPackages((line) => said.push(line), folder)
}

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(path.dirname(python), { recursive: true })
  writeFileSync(calls, '')
  vi.stubEnv('PATH', `${path.dirname(python)}${path.delimiter}${process.env.PATH}`)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

test('all sets are installed once, by finished packages only, and nothing is left beside them', async () => {
  pipDoes('exit 0')
  expect(await findPythonPackages('tools', folder)).toMatchObject({ missing: expect.stringMatching(/npm test/) })
  await install()
  await install()
  const commands = readFileSync(calls, 'utf8').trim().split('\n')
  expect(commands).toHaveLength(6)
  for (const command of commands) expect(command).toMatch(/^-m pip install .*--only-binary :all: .*--requirement /)
  expect(await findPythonPackages('tools', folder)).toEqual({ python, folder: path.join(folder, 'tools') })
  expect(readdirSync(folder).sort()).toEqual(['frameworks', 'generators', 'openai', 'tools', 'tus', 'upstream'])
})

test('the packages of another Python are none', async () => {
  pipDoes('exit 0')
  await install()
  pipDoes('exit 0', '3.12')
  expect(await findPythonPackages('tools', folder)).toMatchObject({ missing: expect.stringMatching(/npm test/) })
  await install()
  expect(readFileSync(calls, 'utf8').trim().split('\n')).toHaveLength(12)
  expect(await findPythonPackages('tools', folder)).toMatchObject({ python })
})

test('where pip fails, its reason is said and kept, and the next run tries again', async () => {
  pipDoes('echo "ERROR: No matching distribution found for httpx"; exit 1')
  await install()
  expect(said).toContainEqual(expect.stringMatching(/skipped: pip: ERROR: No matching distribution/))
  const found = await findPythonPackages('frameworks', folder)
  expect(found).toMatchObject({ missing: expect.stringMatching(/frameworks\.txt are missing: pip: ERROR/) })
  pipDoes('exit 0')
  await install()
  expect(await findPythonPackages('frameworks', folder)).toMatchObject({ python })
})
