import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'

/** Copies of package.json's version, for programs that can't read that file. */
const COPIES = [
  { file: 'package-lock.json', pattern: /^\{\s+"name": "[^"]+",\s+"version": "([^"]+)"/ },
  { file: 'lib/core/version.ts', pattern: /VERSION = '([^']+)'/ },
  { file: 'cli/package.json', pattern: /"version": "([^"]+)"/ },
  { file: 'sdk/typescript/package.json', pattern: /"version": "([^"]+)"/ },
  { file: 'sdk/python/pyproject.toml', pattern: /^version = "([^"]+)"/m },
]

/** Notes of releases. The documentation puts the version in itself. */
const NOTES = [
  {
    file: 'docs/guide/changelog.md',
    heading: (/** @type {string} */ version) => `## ${version},`,
    placeholder: '{{version}}',
  },
  { file: 'sdk/typescript/CHANGELOG.md', heading: (/** @type {string} */ version) => `## ${version}\n` },
  { file: 'sdk/python/CHANGELOG.md', heading: (/** @type {string} */ version) => `## ${version}\n` },
]

/** @param {string} file */
const readProject = (file) => fs.readFileSync(path.join(projectRoot, file), 'utf8')

/** The version of everything that is published. */
export function projectVersion() {
  return String(JSON.parse(readProject('package.json')).version)
}

/**
 * The files that have another version, and the notes that lack this one.
 * @param {string} [version]
 * @param {(file: string) => string} [read]
 * @returns {string[]}
 */
export function checkVersions(version = projectVersion(), read = readProject) {
  const others = COPIES.flatMap(({ file, pattern }) => {
    const found = pattern.exec(read(file))?.[1] ?? 'no version'
    return found === version ? [] : [`${file} has ${found}, and package.json ${version}`]
  })
  const unnoted = NOTES.flatMap(({ file, heading, placeholder }) => {
    const notes = placeholder ? read(file).replaceAll(placeholder, version) : read(file)
    return notes.includes(heading(version)) ? [] : [`${file} says nothing of ${version}`]
  })
  return [...others, ...unnoted]
}
