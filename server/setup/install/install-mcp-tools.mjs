import fs from 'node:fs'
import path from 'node:path'
import { isOlder } from '../check-node.mjs'
import { waitForLock } from '../lock/lock-file.mjs'
import { projectRoot } from '../project-root.mjs'
import { runBounded } from '../run-bounded.mjs'
import { npmCommand, toolEnv } from '../run-tool.mjs'
import { noteFailure } from './failed-installation.mjs'

/** The folder of the tools that test/mcp/tools names. */
const MCP_TOOLS = path.join(projectRoot, '.verbatim', 'mcp-tools')

/** The first Node.js that the tools run on, and the npm package that brings one. */
const NEEDED = '22.19.0'
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`

const ENTRIES = {
  conformance: '@modelcontextprotocol/conformance/dist/index.js',
  inspector: '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
}

/** @typedef {{ node: string, conformance: string, inspector: string }} McpTools */

/**
 * The programs with which others try a connector, and a Node.js that runs them; or why there are none.
 * @param {string} [folder]
 * @returns {McpTools | { missing: string }}
 */
export function findMcpTools(folder = MCP_TOOLS) {
  const node = findNode(folder)
  const conformance = path.join(folder, 'node_modules', ENTRIES.conformance)
  const inspector = path.join(folder, 'node_modules', ENTRIES.inspector)
  if (node && fs.existsSync(conformance) && fs.existsSync(inspector)) return { node, conformance, inspector }
  const note = mcpFailureNote(folder)
  if (fs.existsSync(note)) return { missing: `they could not be installed: ${fs.readFileSync(note, 'utf8')}` }
  if (fs.existsSync(folder)) return { missing: `they need Node ${NEEDED}, and this is ${process.versions.node}` }
  return { missing: `they are not installed. npm test does that, where Node ${NEEDED} can be had` }
}

/**
 * The file that says why the tools could not be installed into a folder.
 * @param {string} folder
 */
function mcpFailureNote(folder) {
  return `${folder}-failure`
}

/**
 * Whether there is a Node.js here that is new enough for the tools, or one can be installed.
 * @param {Record<string, string>} packages that can be
 */
function canHaveNode(packages) {
  return !isOlder(process.versions.node, NEEDED) || NODE_PACKAGE in packages
}

/**
 * This very Node.js if it is new enough, else the one that npm brought.
 * @param {string} folder
 */
function findNode(folder) {
  if (!isOlder(process.versions.node, NEEDED)) return process.execPath
  const brought = path.join(folder, 'node_modules', NODE_PACKAGE, 'bin', 'node')
  return fs.existsSync(brought) ? brought : null
}

/** The packages that npm installs, with their versions. */
const WANTED = ['package.json', 'package-lock.json']
const SOURCE = path.join(projectRoot, 'test', 'mcp', 'tools')
const NPM_OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
const TIMEOUT_MS = 5 * 60_000
const MAX_REASON = 300

/**
 * Sees to the tools of others that only tests use, once for each version of them. They are no packages of ours: `npm start`
 * does without, they weigh 330 MB, and they want a newer Node.js. Never fails: the tests that use them are then skipped,
 * and say why.
 * @param {(line: string) => void} say
 * @param {string} [folder]
 */
export async function installMcpTools(say, folder = MCP_TOOLS) {
  try {
    const { optionalDependencies } = JSON.parse(fs.readFileSync(path.join(SOURCE, 'package.json'), 'utf8'))
    if (!canHaveNode(optionalDependencies)) return
    const unlock = await waitForLock(`${folder}.lock`)
    try {
      if (isInstalled(folder)) return
      say('Installing the MCP conformance suite and Inspector for the tests (about a minute) …')
      const failure = await install(folder)
      noteFailure(mcpFailureNote(folder), failure)
      if (failure !== null) say(`They could not be installed, so the tests with them are skipped: ${failure}`)
    } finally {
      unlock()
    }
  } catch (error) {
    say(`The MCP tools could not be installed: ${error instanceof Error ? error.message : error}`)
  }
}

/** @param {string} folder */
function isInstalled(folder) {
  return WANTED.every((name) => {
    const copy = path.join(folder, name)
    return fs.existsSync(copy) && fs.readFileSync(copy).equals(fs.readFileSync(path.join(SOURCE, name)))
  })
}

/**
 * Installs into a folder beside, which takes the place of the old one when it is complete.
 * @param {string} folder
 * @returns {Promise<string | null>} why it failed
 */
async function install(folder) {
  const work = fs.mkdtempSync(`${folder}-`)
  try {
    for (const name of WANTED) fs.copyFileSync(path.join(SOURCE, name), path.join(work, name))
    const { program, args } = npmCommand()
    const options = { timeoutMs: TIMEOUT_MS, cwd: work, env: toolEnv() }
    const { code, output } = await runBounded(program, [...args, 'ci', ...NPM_OPTIONS], options)
    if (code !== 0) return reasonIn(output)
    fs.rmSync(folder, { recursive: true, force: true })
    fs.renameSync(work, folder)
    return null
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

/**
 * The error of npm on one line.
 * @param {string} output
 */
function reasonIn(output) {
  const lines = output.split('\n').filter((line) => !line.startsWith('npm warn'))
  return lines.join(' ').replaceAll('npm error', '').replace(/\s+/g, ' ').trim().slice(0, MAX_REASON)
}
