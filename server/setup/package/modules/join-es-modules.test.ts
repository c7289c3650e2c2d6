import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { stopCompiler } from '../../build/compiler.mjs'
import { joinEsModules } from './join-es-modules.mjs'

const service = mkdtempSync(path.join(tmpdir(), 'verbatim-joined-'))
afterAll(async () => {
  await stopCompiler()
  rmSync(service, { recursive: true })
})

const width = 'node_modules/get-east-asian-width'
const pg = 'node_modules/pg'
const MODULES = [
  { file: `${width}/index.js`, importers: ['dist/server.mjs'] },
  { file: `${width}/lookup.js`, importers: ['.next', `${width}/index.js`] },
  { file: `${width}/lookup-data.js`, importers: [`${width}/lookup.js`] },
  { file: `${width}/utilities.js`, importers: [`${width}/lookup.js`] },
  { file: `${pg}/esm/index.mjs`, importers: ['.next'] },
].map((one) => ({ ...one, imports: {} }))

test('joined modules share what several ask for, and import CommonJS modules where these are', async () => {
  writeFileSync(path.join(service, 'package.json'), '{"type": "module"}')
  const written = await joinEsModules(MODULES, service)
  expect(written).toEqual([`${width}/index.js`, `${width}/lookup.js`, `${pg}/esm/index.mjs`])
  const names = readdirSync(path.join(service, width))
  expect(names.sort()).toEqual(['index.js', 'lookup.js'])
  const shared = (file: string) => /from "([^"]*modules\/[^"]+)"/.exec(readFileSync(path.join(service, file), 'utf8'))
  expect(shared(`${width}/index.js`)?.[1]).toMatch(/^\.\.\/\.\.\/modules\//)
  expect(shared(`${width}/index.js`)?.[1]).toBe(shared(`${width}/lookup.js`)?.[1])
  const { eastAsianWidth } = await import(pathToFileURL(path.join(service, width, 'index.js')).href)
  expect(['a', '字'].map((letter) => eastAsianWidth(letter.codePointAt(0)))).toEqual([1, 2])

  symlinkSync(path.resolve(pg, 'lib'), path.join(service, pg, 'lib'))
  const own = await import('pg')
  const { Client } = await import(pathToFileURL(path.join(service, pg, 'esm/index.mjs')).href)
  expect(Client).toBe(own.default.Client)
})
