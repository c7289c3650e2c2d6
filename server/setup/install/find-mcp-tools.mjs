import fs from 'node:fs'
import path from 'node:path'
import { isOlder } from '../check-node.mjs'
import { projectRoot } from '../project-root.mjs'

/** The folder of the tools that test/mcp/tools names. */
export const MCP_TOOLS = path.join(projectRoot, '.verbatim', 'mcp-tools')

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
export function mcpFailureNote(folder) {
  return `${folder}-failure`
}

/**
 * Whether there is a Node.js here that is new enough for the tools, or one can be installed.
 * @param {Record<string, string>} packages that can be
 */
export function canHaveNode(packages) {
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
