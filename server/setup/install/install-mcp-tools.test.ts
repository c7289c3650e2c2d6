import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findMcpTools, installMcpTools } from './install-mcp-tools.mjs'

const root = mkdtempSync(path.join(tmpdir(), 'install-mcp-tools-'))
const folder = path.join(root, 'tools')
const calls = path.join(root, 'calls')
const npm = path.join(root, 'npm-cli.js')
const { npm_execpath } = process.env
let said: string[] = []

const PLACES = [
  '@modelcontextprotocol/conformance/dist/index.js',
  '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  `node-${process.platform}-${process.arch}/bin/node`,
]

/** An npm that does this and no more. */
function npmDoes(script: string): void {
  writeFileSync(
    npm,
    `const fs = require('fs'); fs.appendFileSync(${JSON.stringify(calls)}, process.argv[2]); ${script}`,
  )
}

const INSTALLS = PLACES.map((file) => {
  const place = JSON.stringify(`node_modules/${file}`)
  return `fs.mkdirSync(require('path').dirname(${place}), { recursive: true }); fs.writeFileSync(${place}, '');`
}).join('\n')
const FAILS = `console.error('npm error network\\nnpm error  request failed'); process.exit(1)`

async function install(): Promise<void> {
  said = []
  await installMcpTools((line) => said.push(line), folder)
}

beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root)
  writeFileSync(calls, '')
  process.env.npm_execpath = npm
})
afterAll(() => {
  if (npm_execpath === undefined) delete process.env.npm_execpath
  else process.env.npm_execpath = npm_execpath
  rmSync(root, { recursive: true, force: true })
})

const isFetched = process.platform === 'linux' && process.arch === 'x64'

test.runIf(isFetched)('the tools are installed once, and nothing is left beside them', async () => {
  npmDoes(INSTALLS)
  await install()
  expect(said).toEqual([expect.stringContaining('Installing the MCP conformance suite')])
  expect(findMcpTools(folder)).toMatchObject({ conformance: expect.stringContaining(folder) })
  expect(readdirSync(root).sort()).toEqual(['calls', 'npm-cli.js', 'tools'])
  await install()
  expect([said, readFileSync(calls, 'utf8')]).toEqual([[], 'ci'])
})

test.runIf(isFetched)('other versions are installed anew', async () => {
  npmDoes(INSTALLS)
  await install()
  writeFileSync(path.join(folder, 'package-lock.json'), '{}')
  await install()
  expect(readFileSync(calls, 'utf8')).toBe('cici')
})

test.runIf(isFetched)('a failed installation is reported with its reason, and the next run retries', async () => {
  npmDoes(FAILS)
  await install()
  expect(said.at(-1)).toBe('They could not be installed, so the tests with them are skipped: network request failed')
  expect(findMcpTools(folder)).toEqual({ missing: expect.stringContaining('network request failed') })
  expect(existsSync(folder)).toBe(false)
  npmDoes(INSTALLS)
  await install()
  expect(findMcpTools(folder)).not.toHaveProperty('missing')
})

test('where they were never installed that is said', () => {
  expect(findMcpTools(folder)).toEqual({ missing: expect.stringMatching(/^they are not installed/) })
})
