import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findRoute } from '@/server/front/route-table'
import { ANSWERED_BEFORE_NEXT, trimPages } from './trim-pages.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'verbatim-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string): void {
  const target = path.join(folder, 'server', file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
}

/** Loads a chunk as Next's does. */
const RUNTIME = `const path = require('node:path')
module.exports = (chunkPath) => {
  const resolved = path.resolve(__dirname, '../..', chunkPath)
  return require(resolved)
}`
/** What is large stays a file of its own. */
const LARGE = `module.exports=[2,e=>e.l("server/chunks/d.js"), "${'large '.repeat(6_000)}"]`

test('what our server answers, what nothing names, and all but one of equal files is left out', () => {
  const naming = (...names: string[]) => names.map((name) => `R.c("server/chunks/${name}.js")`).join('\n')
  write('chunks/[turbopack]_runtime.js', RUNTIME)
  write('app/page.js', naming('a', 'b', 'bound'))
  write('app/docs/search.json/route.js', naming('c'))
  write('chunks/a.js', 'module.exports=[1]\n//# sourceMappingURL=a.js.map')
  write('chunks/b.js', LARGE)
  write('chunks/c.js', 'module.exports=[1]\n//# sourceMappingURL=c.js.map')
  write('chunks/d.js', 'module.exports=[4]')
  write('chunks/bound.js', "module.exports=[require('./b.js')[0], __filename]")
  write('chunks/api.js', 'module.exports=[5]')
  for (const route of ANSWERED_BEFORE_NEXT) write(`app${route}/route.js`, naming('api'))
  write('page-manifest.json', '{"chunks":["server/chunks/c.js"]}')
  trimPages(folder)
  const read = (name: string) => readFileSync(path.join(folder, 'server', name), 'utf8')
  expect(readdirSync(path.join(folder, 'server/chunks')).sort()).toEqual([
    '[turbopack]_runtime.js',
    'b.js',
    'bound.js',
    'joined.js',
  ])
  expect(read('app/docs/search.json/route.js')).toBe('R.c("server/chunks/a.js")')
  expect(read('page-manifest.json')).toBe('{"chunks":["server/chunks/a.js"]}')
  expect(read('chunks/joined.js')).not.toContain('sourceMappingURL')
  const load = createRequire(import.meta.url)(path.join(folder, 'server/chunks/[turbopack]_runtime.js'))
  expect([load('server/chunks/a.js'), load('server/chunks/d.js')]).toEqual([[1], [4]])
  expect(load(path.join(folder, 'server/chunks/d.js'))).toEqual([4])
  expect(load('server/chunks/b.js')[0]).toBe(2)
  expect(load('server/chunks/bound.js')).toEqual([2, path.join(folder, 'server/chunks/bound.js')])
  expect(() => load('server/chunks/api.js')).toThrow('Cannot find module')
  expect(existsSync(path.join(folder, 'server/app/health'))).toBe(false)
})

test('each of the routes that are left out is answered before Next, and every other one by Next', () => {
  const routes = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)(?:route|page)\.tsx?$/.test(file))
    .map((file) => `/${path.dirname(file)}`.replace(/\/\([^)]+\)/g, '').replace(/^\/\.$/, '/'))
  const answered = routes.filter((route) => findRoute('GET', route.replace(/\[[^\]]+\]/g, 'a')).handler !== 'pages')
  expect([...new Set(answered)].sort()).toEqual([...ANSWERED_BEFORE_NEXT].sort())
})
