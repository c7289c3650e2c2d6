import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'verbatim-loaded-'))
afterAll(() => rmSync(folder, { recursive: true }))

const member = (body: string, required: Record<string, string> = {}) =>
  `[function (exports, require, module, __filename, __dirname) {\n${body}\n}, ${JSON.stringify(required)}]`

/** A folder of joined modules that nothing has loaded yet, and what loads them. */
function newModules() {
  const root = mkdtempSync(path.join(folder, 'root-'))
  mkdirSync(path.join(root, 'modules'))
  mkdirSync(path.join(root, 'node_modules/outside'), { recursive: true })
  copyFileSync(path.join(import.meta.dirname, 'load-joined.cjs'), path.join(root, 'modules/load-joined.cjs'))
  mkdirSync(path.join(root, 'node_modules/a'))
  writeFileSync(path.join(root, 'node_modules/a/alone.js'), 'module.exports = module.paths')
  writeFileSync(path.join(root, 'node_modules/outside/index.js'), 'module.exports = "outside"')
  writeFileSync(
    path.join(root, 'modules/packages.cjs'),
    `let failures = 0
module.exports = {
    'node_modules/a/index.js': ${member(
      `exports.first = 1
       exports.b = require('./b')
       exports.where = [__filename, __dirname, module.filename, this === exports]
       exports.paths = [module.paths, require('./alone')]
       exports.resolved = require.resolve('./b')
       exports.outside = require('outside')
       exports.builtin = require('node:os').EOL`,
      { './b': 'node_modules/a/b.js' },
    )},
    'node_modules/a/b.js': ${member(`exports.seen = Object.keys(require('.'))`, { '.': 'node_modules/a/index.js' })},
    'node_modules/a/strict.js': ${member(`'use strict'\nmodule.exports = (function () { return this })()`)},
    'node_modules/a/fails.js': ${member(`failures += 1\nif (failures < 2) throw new Error('not yet')`)},
    'node_modules/a/lacks.js': ${member(`require('./nothing')`)},
  }`,
  )
  return { root, load: createRequire(import.meta.url)(path.join(root, 'modules/load-joined.cjs')) }
}

test('a joined module has what Node gives a module of its own file', () => {
  const { root, load } = newModules()
  const file = path.join(root, 'node_modules/a/index.js')
  const a = load('node_modules/a/index.js')
  expect(a.where).toEqual([file, path.dirname(file), file, true])
  expect(a.paths[0]).toEqual(a.paths[1])
  expect(a.resolved).toBe(path.join(root, 'node_modules/a/b.js'))
  expect([a.outside, a.builtin]).toEqual(['outside', '\n'])
  expect(load('node_modules/a/strict.js')).toBeUndefined()
})

test('modules that require each other get what there is so far, and each runs once', () => {
  const { load } = newModules()
  expect(load('node_modules/a/index.js')).toBe(load('node_modules/a/index.js'))
  expect(load('node_modules/a/b.js').seen).toEqual(['first'])
})

test('a module that failed is run again when it is asked for again', () => {
  const { load } = newModules()
  expect(() => load('node_modules/a/fails.js')).toThrow('not yet')
  expect(load('node_modules/a/fails.js')).toEqual({})
})

test('a module that is missing is an error that says which', () => {
  const { load } = newModules()
  expect(() => load('node_modules/a/lacks.js')).toThrow("Cannot find module './nothing'")
  expect(() => load('node_modules/a/no.js')).toThrow('node_modules/a/no.js is not in this package.')
})
