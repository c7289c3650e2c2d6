import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { markDevelopment } from '../lock/development-packages.mjs'
import { npmCommand } from '../run-tool.mjs'
import { npmOptions } from './install-packages.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'install-packages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function npm(args: string[]): void {
  const { program, args: before } = npmCommand()
  execFileSync(program, [...before, ...args, '--offline', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' })
}

/** Makes packages in files, as a registry would have them. */
function pack(packages: Record<string, object>): void {
  for (const [name, more] of Object.entries(packages)) {
    mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...more }))
  }
  npm(['pack', ...Object.keys(packages).map((name) => `./${name}`)])
}

const packed = (name: string) => ({ [name]: `file:${name}-1.0.0.tgz` })
const installed = () => readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))

test('for running, a tool of development is not installed because a package could work with it', () => {
  const optional = { peerDependencies: { tool: '1.0.0' }, peerDependenciesMeta: { tool: { optional: true } } }
  pack({ needed: {}, tool: {}, host: { ...optional, dependencies: { needed: '1.0.0' } } })
  const root = { dependencies: { ...packed('host'), ...packed('needed') }, devDependencies: packed('tool') }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(root))
  npm(['install', ...npmOptions('development')])
  expect(installed()).toEqual(['host', 'needed', 'tool'])
  const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))
  const marked = { ...lock, packages: markDevelopment(lock.packages) }
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(marked))
  npm(['ci', ...npmOptions('service')])
  expect(installed()).toEqual(['host', 'needed'])
})
