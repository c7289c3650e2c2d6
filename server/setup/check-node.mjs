import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project-root.mjs'

/** Ends the process with a sentence when Node is older than package.json asks for. Itself it runs on any Node. */
export function checkNode() {
  const { engines } = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8'))
  const wanted = /[\d.]+/.exec(engines.node)?.[0] ?? '0'
  if (!isOlder(process.versions.node, wanted)) return
  console.error(
    `This needs Node ${wanted} or newer, and this is Node ${process.versions.node}. Get one at https://nodejs.org`,
  )
  process.exit(1)
}

/**
 * @param {string} version
 * @param {string} than
 */
export function isOlder(version, than) {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number))
  for (let i = 0; i < 3; i++) {
    const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
