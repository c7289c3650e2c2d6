import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { checkAdvisories } from './check-advisories.mjs'
import { compareVersions } from './compare-versions.mjs'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-advisories-'))
const root = path.join(folder, 'project')
afterAll(() => rm(folder, { recursive: true }))

await mkdir(path.join(root, 'server/setup/install'), { recursive: true })
await mkdir(path.join(root, 'test/sdk/python'), { recursive: true })
await writeFile(
  path.join(root, 'package-lock.json'),
  JSON.stringify({
    packages: {
      '': { version: '1.0.0' },
      'node_modules/left': { version: '2.1.0' },
      'node_modules/tool/node_modules/left': { version: '1.9.9', dev: true },
      'node_modules/other': { name: 'alias-of', version: '3.0.0-rc.2' },
    },
  }),
)
await writeFile(
  path.join(root, 'server/setup/install/some-requirements.txt'),
  'Yt_Dlp[default]==2026.10.26 \\\n  --hash=x\n',
)

type Event = { introduced: string } | { fixed: string } | { last_affected: string }

const advisory = (id: string, ecosystem: string, name: string, events: Event[], more: object = {}) => ({
  id,
  summary: `A hole in ${name}`,
  affected: [
    { package: { ecosystem, name }, ranges: [{ type: ecosystem === 'npm' ? 'SEMVER' : 'ECOSYSTEM', events }] },
  ],
  ...more,
})

let printed: string[] = []
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(String(line)))
})

async function check(...advisories: object[]): Promise<{ code: number; affected: string[]; text: string }> {
  const file = path.join(folder, 'export.json')
  await writeFile(file, JSON.stringify(advisories))
  const code = await checkAdvisories([file], root)
  const affected = printed.flatMap((line) => /^✗ (\S+ \S+)/.exec(line)?.[1] ?? [])
  return { code, affected, text: printed.join('\n') }
}

test.each<[string, string, string, Event[], string[]]>([
  ['a fixed one', 'npm', 'left', [{ introduced: '0' }, { fixed: '2.0.0' }], ['left 1.9.9']],
  ['the first fixed version itself', 'npm', 'left', [{ introduced: '2.0.0' }, { fixed: '2.1.0' }], []],
  [
    'the last affected version itself',
    'npm',
    'left',
    [{ introduced: '2.0.0' }, { last_affected: '2.1.0' }],
    ['left 2.1.0'],
  ],
  ['an open range', 'npm', 'left', [{ introduced: '2.1.0' }], ['left 2.1.0']],
  [
    'two ranges, in any order',
    'npm',
    'left',
    [{ fixed: '2.2.0' }, { introduced: '2.0.5' }, { fixed: '1.0.0' }, { introduced: '0' }],
    ['left 2.1.0'],
  ],
  [
    'a pre-release before its fix',
    'npm',
    'alias-of',
    [{ introduced: '0' }, { fixed: '3.0.0' }],
    ['alias-of 3.0.0-rc.2'],
  ],
  [
    'a name of Python, spelt otherwise',
    'PyPI',
    'yt-dlp',
    [{ introduced: '0' }, { fixed: '2026.11.1' }],
    ['Yt_Dlp 2026.10.26'],
  ],
  ['an older hole of Python', 'PyPI', 'yt-dlp', [{ introduced: '0' }, { fixed: '2026.9.30' }], []],
  ['the same name of another registry', 'crates.io', 'left', [{ introduced: '0' }], []],
])('advisories affect by their range: %s', async (_, ecosystem, name, events, expected) => {
  const harmless = advisory('GHSA-none', 'npm', 'unused', [{ introduced: '0' }])
  const { code, affected } = await check(harmless, advisory('GHSA-some', ecosystem, name, events))
  expect([affected, code]).toEqual([expected, expected.length === 0 ? 0 : 1])
})

test('a finding names the version, the advisory, its severity and the fix; a withdrawn advisory is none', async () => {
  const more = { database_specific: { severity: 'HIGH' } }
  const events = [{ introduced: '0' }, { fixed: '1.9.10' }]
  const { text } = await check(
    advisory('GHSA-some', 'npm', 'left', events, more),
    advisory('GHSA-gone', 'npm', 'left', events, { withdrawn: '2026-01-01T00:00:00Z' }),
  )
  expect(text).toBe(
    [
      '✗ left 1.9.9 (npm, for development): GHSA-some (high). A hole in left',
      '    Fixed in 1.9.10. https://osv.dev/vulnerability/GHSA-some',
      'npm: 1 of 3 packages are affected.',
      'PyPI: not compared, because the export has no advisory of it.',
    ].join('\n'),
  )
})

test('listed versions affect, and a range that cannot be read counts as affected', async () => {
  const listed = { id: 'GHSA-list', affected: [{ package: { ecosystem: 'npm', name: 'left' }, versions: ['2.1.0'] }] }
  const odd = advisory('GHSA-odd', 'npm', 'alias-of', [{ introduced: '0' }, { fixed: 'soon' }])
  const { affected, text } = await check(listed, odd)
  expect(affected).toEqual(['left 2.1.0', 'alias-of 3.0.0-rc.2'])
  expect(text).toContain(`can't be read, so look at it: "soon"`)
})

test('a folder and an archive are read as they are downloaded', async () => {
  const hole = JSON.stringify(advisory('GHSA-some', 'npm', 'left', [{ introduced: '2.0.0' }]))
  const place = path.join(folder, 'npm')
  await mkdir(place)
  await writeFile(path.join(place, 'GHSA-some.json'), hole)
  expect(await checkAdvisories([place], root)).toBe(1)
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(hole), 'GHSA-some.json')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path.join(folder, 'all.zip')))
  expect(await checkAdvisories([path.join(folder, 'all.zip')], root)).toBe(1)
})

test.each([
  ['nothing', [], 'Usage: npm run'],
  ['what is not there', [path.join(folder, 'none')], 'There is nothing at'],
  ['the lock file itself', [path.join(root, 'package-lock.json')], 'is no advisory in the format of OSV'],
])('given %s it compares nothing and ends with 2', async (_, argv, said) => {
  await expect(checkAdvisories(argv, root)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(said),
  })
})

test('the packages of this project are found in its lock file and its lists', async () => {
  const file = path.join(folder, 'one.json')
  await writeFile(file, JSON.stringify(advisory('GHSA-next', 'npm', 'next', [{ introduced: '0' }])))
  expect(await checkAdvisories([file])).toBe(1)
  expect(printed.join('\n')).toMatch(/✗ next \d/)
})

test.each([
  [
    'npm',
    [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.10',
    ],
  ],
  ['PyPI', ['1.0.dev1', '1.0a1.dev2', '1.0a1', '1.0b2', '1.0rc1', '1.0', '1.0.post1', '1.0.1', '1.10']],
] as const)('versions of %s are ordered as its specification orders them', (ecosystem, versions) => {
  const shuffled = [...versions].reverse()
  expect(shuffled.sort((a, b) => compareVersions(ecosystem, a, b))).toEqual(versions)
})
