import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeBuildKeys } from './build-keys.mjs'
import { checkContents } from './check-contents.mjs'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verbatim-contents-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, text = ''): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
  await writeFile(path.join(folder, name), text)
}

test('a complete folder with nothing else has no problems', async () => {
  await write('package.json', '{}')
  await write('LICENSE', 'MIT')
  await write('node_modules/other/test/index.js', 'assert(true)')
  expect(checkContents(folder, { required: ['package.json', 'LICENSE'] })).toEqual([])
})

test('a required file that is not there is named', () => {
  expect(checkContents(folder, { required: ['LICENSE'] })).toEqual(['LICENSE is missing'])
})

test.each(['src/some.test.ts', 'test/origin.ts', '.env', 'cert.pem', 'lib/fixtures/a.json', 'x/__pycache__/a.pyc'])(
  '%s does not belong into what is published',
  async (name) => {
    await write(name)
    expect(checkContents(folder, { required: [] })).toEqual([`${name} does not belong there`])
  },
)

test('a key that a build of Next has made is a secret, also within a script, and zeros are none', async () => {
  const key = '0123456789abcdef'.repeat(2)
  await write('.next/prerender-manifest.json', JSON.stringify({ preview: { previewModeId: key } }, null, 2))
  await write('.next/server/manifest.js', `self.__MANIFEST=${JSON.stringify(`{ "encryptionKey": "${key}/+a=" }`)}`)
  expect(checkContents(folder, { required: [] }).sort()).toEqual([
    '.next/prerender-manifest.json contains a secret',
    '.next/server/manifest.js contains a secret',
  ])
  const { size } = await stat(path.join(folder, '.next/prerender-manifest.json'))
  removeBuildKeys(path.join(folder, '.next'))
  expect(checkContents(folder, { required: [] })).toEqual([])
  const written = await readFile(path.join(folder, '.next/prerender-manifest.json'), 'utf8')
  expect([written.length, JSON.parse(written)]).toEqual([size, { preview: { previewModeId: '0'.repeat(32) } }])
  expect(await readFile(path.join(folder, '.next/server/manifest.js'), 'utf8')).toContain(`${'A'.repeat(35)}=`)
})

test('a path of this machine, a private key and a link are found', async () => {
  await write('paths.js', `const root = '${path.resolve('.')}/lib'`)
  await write('key.txt', `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n-----END PRIVATE KEY-----`)
  await write('reads-keys.js', "const begin = '-----BEGIN PRIVATE KEY-----'")
  await symlink('paths.js', path.join(folder, 'link.js'))
  const problems = checkContents(folder, { required: [] })
  expect(problems).toContain(`paths.js names ${path.resolve('.')}`)
  expect(problems).toContain('key.txt contains a secret')
  expect(problems).toContain('link.js is a link, which npm drops')
  expect(problems.filter((line) => line.startsWith('reads-keys'))).toEqual([])
})
