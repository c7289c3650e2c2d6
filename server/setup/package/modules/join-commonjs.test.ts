import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { stopCompiler } from '../../build/compiler.mjs'
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

const traced = (file: string, imports: Record<string, string> = {}) => ({ file, importers: ['.next'], imports })

test('a large module is joined only with what it requires and is required by', async () => {
  const cache = 'node_modules/next/dist/client/components/segment-cache'
  const [large, small] = [`${cache}/scheduler.js`, `${cache}/vary-path.js`]
  const needed = [traced(large, { './vary-path': small }), traced(small)]
  expect((await joinCommonJs(needed, service)).left).toEqual([large])
  const cycle = [traced(large, { './vary-path': small }), traced(small, { './scheduler': large })]
  expect((await joinCommonJs(cycle, service)).left).toEqual([])
})

test('a module that imports a package is joined only if that is the same elsewhere, and what is in a cycle with it too', async () => {
  const server = 'node_modules/next/dist/server'
  const [image, other] = [`${server}/og/image-response.js`, `${server}/og/cache-image-response.js`]
  const name = 'next/dist/compiled/@vercel/og/index.node.js'
  const left = async (target: string) =>
    (
      await joinCommonJs(
        [traced(image, { [name]: target, './other': other }), traced(other, { './one': image })],
        service,
      )
    ).left
  expect(await left(`node_modules/${name}`)).toEqual([])
  expect((await left(`node_modules/pg/node_modules/${name}`)).sort()).toEqual([other, image])
})

test('joined modules keep the notices of their licenses', async () => {
  await joinCommonJs([traced('node_modules/bytes/index.js')], service)
  expect(readFileSync(path.join(service, 'modules/packages.cjs'), 'utf8')).toContain('MIT Licensed')
})
