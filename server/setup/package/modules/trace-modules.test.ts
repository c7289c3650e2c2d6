import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { trace, traceSetup } from './trace-modules.mjs'

/** A module of a package that gives other files to those who require it than to those who import it, in the project's folder. */
function writeAsking(code: string): string {
  mkdirSync('dist', { recursive: true })
  const folder = mkdtempSync(path.join('dist', 'traced-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const both = path.join(folder, 'node_modules/both')
  mkdirSync(both, { recursive: true })
  writeFileSync(
    path.join(both, 'package.json'),
    JSON.stringify({ exports: { import: './index.mjs', require: './index.cjs' } }),
  )
  writeFileSync(path.join(both, 'index.mjs'), 'export const a = 1')
  writeFileSync(path.join(both, 'index.cjs'), 'exports.a = 1')
  writeFileSync(path.join(folder, 'asking.cjs'), code)
  return path.join(folder, 'asking.cjs')
}

test('a module that gets two files by one name is an error that says which', async () => {
  const asking = writeAsking(`require('both')\nimport('both')`)
  await expect(trace([asking], () => false)).rejects.toThrow(
    /^By both, .*asking\.cjs asks for .*index\.[cm]js and for /,
  )
})

test('what a module imports is known by the names that it uses', async () => {
  const asking = writeAsking(`require('both')\nrequire('both')`)
  const found = await trace([asking], () => false)
  const folder = path.posix.dirname(asking)
  expect(found.find(({ file }) => file === asking)?.imports).toEqual({ both: `${folder}/node_modules/both/index.cjs` })
})

test('of the set-up, the package has what its program reaches, and nothing that builds packages, tests or publishes', async () => {
  const files = await traceSetup('server/setup/installed.mjs')
  const names = files
    .filter((file) => file.startsWith('server/setup/'))
    .map((file) => file.slice('server/setup/'.length))
  for (const name of [
    'installed',
    'start-service',
    'operators/yt-dlp',
    'operators/backup',
    'operators/doctor',
    'install/pip',
    'package/data-folder',
  ]) {
    expect(names).toContain(`${name}.mjs`)
  }
  expect(files).toContain('lib/core/programs/watch-run.mjs')
  expect(names.filter((name) => /^(?:release|package|test|check|build|start|sdk|extension)\.mjs$/.test(name))).toEqual(
    [],
  )
  expect(names.filter((name) => name.startsWith('tests/') || name.endsWith('.ts'))).toEqual([])
  expect(names.filter((name) => name.startsWith('package/'))).toEqual([
    'package/data-folder.mjs',
    'package/operator-arguments.mjs',
  ])
})
