import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { sourceStack } from './source-stack'

const folder = mkdtempSync(path.join(tmpdir(), 'verbatim-stack-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a stack of a compiled file names the lines of its source', async () => {
  const contents = "export function fail(): never {\n  throw new Error('it broke')\n}"
  const stdin = { contents, loader: 'ts', sourcefile: 'fail.ts', resolveDir: folder } as const
  const outfile = path.join(folder, 'fail.mjs')
  await build({ stdin, outfile, format: 'esm', sourcemap: true, minify: true, sourcesContent: false })
  const slots = [`    at fail (file://${outfile}:1:26)`, `    at ${outfile}:1:26`, '    at /nowhere/else.mjs:3:4'].join(
    '\n',
  )
  expect(sourceStack(`Error: it broke\n${slots}`)).toMatch(
    /^Error: it broke\n {4}at fail \(.*fail\.ts:2:\d+\)\n {4}at .*fail\.ts:2:\d+\n {4}at \/nowhere\/else\.mjs:3:4$/,
  )
})

test('a stack without places stays as it is', () => {
  expect(sourceStack('Error: it broke')).toBe('Error: it broke')
})
