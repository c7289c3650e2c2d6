import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder, makeDataFolder } from './data-folder.mjs'

test.each<[string, Record<string, string>, NodeJS.Platform, string]>([
  ['Linux', { HOME: '/home/ada' }, 'linux', '/home/ada/.local/share/verbatim'],
  ['Linux with a folder of its own', { HOME: '/home/ada', XDG_DATA_HOME: '/srv' }, 'linux', '/srv/verbatim'],
  [
    'Linux with a relative folder, which is ignored',
    { HOME: '/home/ada', XDG_DATA_HOME: 'srv' },
    'linux',
    '/home/ada/.local/share/verbatim',
  ],
  ['macOS', { HOME: '/Users/ada' }, 'darwin', '/Users/ada/Library/Application Support/verbatim/data'],
  ['Windows', { LOCALAPPDATA: 'C:\\Local' }, 'win32', 'C:\\Local\\verbatim\\data'],
  [
    'Windows without the variable',
    { USERPROFILE: 'C:\\Users\\ada' },
    'win32',
    'C:\\Users\\ada\\AppData\\Local\\verbatim\\data',
  ],
])('the data of an installed package is where %s keeps the data of programs', (_, env, platform, folder) => {
  expect(dataFolder(env, platform)).toBe(folder)
})

test('a data folder is created for its user alone, and one that is there keeps its mode', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'verbatim-data-'))
  const modeOf = async (name: string) => (await stat(path.join(root, name))).mode & 0o777
  makeDataFolder(path.join(root, 'share', 'verbatim'))
  expect(await modeOf('share/verbatim')).toBe(0o700)
  // Other programs of the user have theirs beside it.
  expect(await modeOf('share')).toBe(0o777 & ~process.umask())
  await mkdir(path.join(root, 'there'))
  await chmod(path.join(root, 'there'), 0o750)
  makeDataFolder(path.join(root, 'there'))
  expect(await modeOf('there')).toBe(0o750)
  await writeFile(path.join(root, 'file'), '')
  expect(() => makeDataFolder(path.join(root, 'file', 'verbatim'))).toThrow(
    /^The data folder can't be created: .*VERBATIM_DATA/,
  )
  await rm(root, { recursive: true })
})
