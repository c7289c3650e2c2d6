import { expect, test } from 'vitest'
import { configFolder } from './config-folder'

test('each operating system has its own folder for settings', () => {
  expect(configFolder({ HOME: '/home/ada' }, 'linux')).toBe('/home/ada/.config/verbatim')
  expect(configFolder({ HOME: '/Users/ada' }, 'darwin')).toBe('/Users/ada/Library/Application Support/verbatim')
  const windows = { USERPROFILE: 'C:\\Users\\ada', APPDATA: 'D:\\Roaming' }
  expect(configFolder(windows, 'win32')).toBe('D:\\Roaming\\verbatim')
  expect(configFolder({ USERPROFILE: 'C:\\Users\\ada' }, 'win32')).toBe('C:\\Users\\ada\\AppData\\Roaming\\verbatim')
})

test('XDG_CONFIG_HOME is used unless it is relative', () => {
  expect(configFolder({ HOME: '/home/ada', XDG_CONFIG_HOME: '/etc/ada' }, 'linux')).toBe('/etc/ada/verbatim')
  expect(configFolder({ HOME: '/home/ada', XDG_CONFIG_HOME: 'here' }, 'linux')).toBe('/home/ada/.config/verbatim')
})
