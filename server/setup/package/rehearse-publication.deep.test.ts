import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rehearseNpm, rehearsePython } from './rehearse-publication.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'rehearse-'))
const asked: string[] = []
const registry = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.writeHead(404).end('{}')
})

beforeAll(async () => {
  await once(registry.listen(0, '127.0.0.1'), 'listening')
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(registry.address() as AddressInfo).port}`)
})
afterAll(() => {
  vi.unstubAllEnvs()
  registry.close()
  rmSync(folder, { recursive: true, force: true })
})

async function pack(): Promise<string> {
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'rehearsed', version: '1.0.0' }))
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: folder })
  return path.join(folder, 'rehearsed-1.0.0.tgz')
}

test('a package is published in a dry run that asks no registry, and what npm refuses is an objection', async () => {
  expect(await rehearseNpm(await pack())).toEqual([])
  const cut = path.join(folder, 'cut.tgz')
  writeFileSync(cut, 'no archive')
  expect(await rehearseNpm(cut)).not.toEqual([])
  expect(asked).toEqual([])
})

test('a Python package without its files is an objection', async () => {
  expect(await rehearsePython(folder)).toHaveLength(1)
})
