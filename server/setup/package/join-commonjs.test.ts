import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { stopCompiler } from '../build/compiler.mjs'
import { joinCommonJs } from './join-commonjs.mjs'

const service = mkdtempSync(path.join(tmpdir(), 'verbatim-joined-'))
afterAll(async () => {
  await stopCompiler()
  rmSync(service, { recursive: true })
})

const folder = 'node_modules/bintrees'
const MODULES = [
  {
    file: `${folder}/index.js`,
    importers: ['.next'],
    imports: { './lib/rbtree': `${folder}/lib/rbtree.js`, './lib/bintree': `${folder}/lib/bintree.js` },
  },
  ...['rbtree', 'bintree'].map((name) => ({
    file: `${folder}/lib/${name}.js`,
    importers: [`${folder}/index.js`],
    imports: { './treebase': `${folder}/lib/treebase.js` },
  })),
  {
    file: `${folder}/lib/treebase.js`,
    importers: [`${folder}/lib/rbtree.js`, `${folder}/lib/bintree.js`],
    imports: {},
  },
]

test('joined modules do what they did, are loaded once, and have a file only where something else asks for them', async () => {
  const { written, left } = await joinCommonJs(MODULES, service)
  expect([written, left]).toEqual([[`${folder}/index.js`], []])
  const file = path.join(service, folder, 'index.js')
  expect(existsSync(path.join(service, folder, 'lib'))).toBe(false)
  const required = createRequire(import.meta.url)(file)
  const { RBTree } = await import(pathToFileURL(file).href)
  expect(RBTree).toBe(required.RBTree)
  const tree = new RBTree((a: number, b: number) => a - b)
  for (const number of [3, 1, 2]) tree.insert(number)
  expect([tree.size, tree.min(), tree.max()]).toEqual([3, 1, 3])
})
