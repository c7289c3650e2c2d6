import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'

/**
 * A step of the set-up that need not be done again while what it reads is the same and what it makes is there.
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} inputs Files and folders it reads, from the project's folder.
 * @property {string[]} outputs Files and folders it makes.
 */

const SKIPPED = /(^|\/)(generated|node_modules|fixtures|dist)(\/|$)|\.test\.tsx?$/

/**
 * Does a step if it is not up to date. Its stamp is taken away first and written last, so that a step which was
 * interrupted is done again.
 * @param {Step} step
 * @param {() => Promise<void>} work
 */
export async function doStep(step, work) {
  const stamp = inputStamp(step.inputs)
  if (isUpToDate(step, stamp)) return
  const file = stampFile(step.name)
  fs.rmSync(file, { force: true })
  await work()
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, stamp)
}

/**
 * Whether a step need not be done.
 * @param {Step} step
 */
export function isUpToDate({ name, inputs, outputs }, stamp = inputStamp(inputs)) {
  const file = stampFile(name)
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== stamp) return false
  return outputs.every((output) => fs.existsSync(path.join(projectRoot, output)))
}

/** @param {string} name */
function stampFile(name) {
  return path.join(projectRoot, 'dist', 'stamps', name)
}

/**
 * A hash of the names and contents of files and folders, tests and generated files left out.
 * @param {string[]} inputs
 * @param {string} [root]
 */
export function inputStamp(inputs, root = projectRoot) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\0`)
  for (const file of inputs.flatMap((input) => filesOf(root, input))) {
    const content = fs.readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {string[]}
 */
function filesOf(root, name) {
  if (SKIPPED.test(name)) return []
  const found = fs.statSync(path.join(root, name), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [name]
  const names = fs.readdirSync(path.join(root, name)).sort()
  return names.flatMap((child) => filesOf(root, `${name}/${child}`))
}
