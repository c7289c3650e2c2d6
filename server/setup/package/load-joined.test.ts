import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = mkdtempSync(path.join(tmpdir(), 'verbatim-loaded-'))
afterAll(() => rmSync(root, { recursive: true }))

const member = (body: string, required: Record<string, string> = {}) =>
  `[function (exports, require, module, __filename, __dirname) {\n${body}\n}, ${JSON.stringify(required)}]`

mkdirSync(path.join(root, 'modules'))
mkdirSync(path.join(root, 'node_modules/outside'), { recursive: true })
copyFileSync(path.join(import.meta.dirname, 'load-joined.cjs'), path.join(root, 'modules/load-joined.cjs'))
writeFileSync(path.join(root, 'node_modules/outside/index.js'), 'module.exports = "outside"')
writeFileSync(
  path.join(root, 'modules/packages.cjs'),
  `module.exports = {
    'node_modules/a/index.js': ${member(
      `exports.first = 1
       exports.b = require('./b')
       exports.where = [__filename, __dirname, module.filename, this === exports]
       exports.resolved = require.resolve('./b')
       exports.outside = require('outside')
       exports.builtin = require('node:os').EOL`,
      { './b': 'node_modules/a/b.js' },
    )},
    'node_modules/a/b.js': ${member(`exports.seen = Object.keys(require('.'))`, { '.': 'node_modules/a/index.js' })},
    'node_modules/a/strict.js': ${member(`'use strict'\nmodule.exports = (function () { return this })()`)},
    'node_modules/a/fails.js': ${member(
      `globalThis.failures = (globalThis.failures ?? 0) + 1\nif (globalThis.failures < 2) throw new Error('not yet')`,
    )},
    'node_modules/a/lacks.js': ${member(`require('./nothing')`)},
  }`,
)
const load = createRequire(import.meta.url)(path.join(root, 'modules/load-joined.cjs'))

test('a joined module has what Node gives a module of its own file', () => {
  const file = path.join(root, 'node_modules/a/index.js')
  const a = load('node_modules/a/index.js')
  expect(a.where).toEqual([file, path.dirname(file), file, true])
  expect(a.resolved).toBe(path.join(root, 'node_modules/a/b.js'))
  expect([a.outside, a.builtin]).toEqual(['outside', '\n'])
  expect(load('node_modules/a/strict.js')).toBeUndefined()
})

test('modules that require each other get what there is so far, and each runs once', () => {
  expect(load('node_modules/a/index.js')).toBe(load('node_modules/a/index.js'))
  expect(load('node_modules/a/b.js').seen).toEqual(['first'])
})

test('a module that failed is run again when it is asked for again', () => {
  expect(() => load('node_modules/a/fails.js')).toThrow('not yet')
  expect(load('node_modules/a/fails.js')).toEqual({})
})

test('a module that is missing is an error that says which', () => {
  expect(() => load('node_modules/a/lacks.js')).toThrow("Cannot find module './nothing'")
  expect(() => load('node_modules/a/no.js')).toThrow('node_modules/a/no.js is not in this package.')
})
