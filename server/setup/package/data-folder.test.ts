import { expect, test } from 'vitest'
import { dataFolder } from './data-folder.mjs'

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
