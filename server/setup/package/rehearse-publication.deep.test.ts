import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { rehearseNpm, rehearsePython } from './rehearse-publication.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'rehearse-'))
const asked: string[] = []
const registry = await listenOnLoopback((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.writeHead(404).end('{}')
})

vi.stubEnv('npm_config_registry', registry.url)
afterAll(async () => {
  vi.unstubAllEnvs()
  await registry.stop()
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
