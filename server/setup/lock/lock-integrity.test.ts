import { afterAll, expect, test, vi } from 'vitest'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { fillIntegrity, findIntegrity } from './lock-integrity.mjs'

const HASH = `sha512-${'a'.repeat(86)}==`

/** A registry on loopback that has one version of one package. */
const registry = await listenOnLoopback(({ url }, response) => {
  const isThere = decodeURIComponent(url ?? '') === '/@some/build-linux'
  const versions = { '1.2.3': { name: '@some/build-linux', version: '1.2.3', dist: { integrity: HASH, tarball: '' } } }
  const body = { name: '@some/build-linux', 'dist-tags': { latest: '1.2.3' }, versions, time: {} }
  response.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isThere ? body : { error: 'Not found' }))
})
vi.stubEnv('npm_config_registry', `${registry.url}/`)
vi.stubEnv('npm_config_fetch_retries', '0')
afterAll(async () => {
  vi.unstubAllEnvs()
  await registry.stop()
})

test('the hash of a build is the one that the registry in use states, where it has the build', {
  timeout: 180_000,
}, async () => {
  expect(await findIntegrity('@some/build-linux', '1.2.3')).toBe(HASH)
  expect(await findIntegrity('@some/build-linux', '1.2.4')).toBeNull()
  expect(await findIntegrity('@some/build-darwin', '1.2.3')).toBeNull()
})

test('hashes are filled in as far as they are found, and no others are touched', async () => {
  const asked: string[] = []
  const find = async (name: string) => {
    asked.push(name)
    return name.startsWith('whole-') ? HASH : null
  }
  const packages = {
    '': {},
    'node_modules/whole': { version: '1.0.0', optionalDependencies: { 'whole-a': '1.0.0', 'whole-b': '1.0.0' } },
    'node_modules/whole-a': { version: '1.0.0' },
    'node_modules/whole-b': { version: '1.0.0', integrity: 'sha512-b' },
    'node_modules/part': { version: '1.0.0', optionalDependencies: { 'part-a': '1.0.0', 'part-b': '1.0.0' } },
    'node_modules/part-a': { version: '1.0.0' },
    'node_modules/part-b': { version: '1.0.0' },
  }
  expect(await fillIntegrity(packages, find)).toEqual({ filled: 1, missing: { part: 'part-a@1.0.0' } })
  expect(packages['node_modules/whole-a']).toEqual({ version: '1.0.0', integrity: HASH })
  expect(packages['node_modules/whole-b']).toEqual({ version: '1.0.0', integrity: 'sha512-b' })
  expect(asked).toEqual(['whole-a', 'part-a'])
})
