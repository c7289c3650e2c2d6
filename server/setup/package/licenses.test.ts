import { expect, test } from 'vitest'
import { renderLicenses } from './licenses.mjs'

const text = renderLicenses(['node_modules/ajv/dist/ajv.js'])

const licenseOf = (name: RegExp) => text.split(/^-{80}$/m).find((part) => name.test(part))

test('the licenses of packages have those of what is copied into packages', () => {
  const next = String.raw`^next [\d.]+: dist/compiled/`
  for (const name of ['send', 'raw-body', 'compression', 'ws', 'bytes', 'fresh']) {
    expect([name, licenseOf(new RegExp(`${next}${name}$`, 'm'))]).toEqual([name, expect.stringMatching(/copyright/i)])
  }
  for (const name of ['@vercel/og', '@vercel/og/satori']) {
    expect(licenseOf(new RegExp(`${next}${name}$`, 'm'))).toContain('Mozilla Public License')
  }
  expect(licenseOf(new RegExp(`${next}http-proxy-agent$`, 'm'))).toContain('License: MIT\nNathan Rajlich')
  expect(licenseOf(/^undici [\d.]+: lib\/web\/fetch$/m)).toContain('MIT License')
})

test('third-party files among the sources have their license there, too', () => {
  expect(licenseOf(/^lib\/publishing\/picture\/typefaces$/m)).toContain('Copyright (c) 2003 by Bitstream, Inc.')
})

test('a package for development has its license there if the service loads it', () => {
  expect(licenseOf(/^ajv 8/m)).toContain('The MIT License')
  expect(renderLicenses([])).not.toMatch(/^ajv 8/m)
})
