import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'

/** The release notes of every version, which the documentation shows. */
const CHANGELOG = 'docs/guide/changelog.md'

/**
 * The release notes as a file of a package: with the version's number, without marks of the documentation and its links.
 * @param {string} version
 */
export function renderChangelog(version) {
  return fs
    .readFileSync(path.join(projectRoot, CHANGELOG), 'utf8')
    .replaceAll('{{version}}', version)
    .replace(/ \{#[^{}]*\}$/gm, '')
    .replace(/\[([^[\]]+)\]\(\/[^()]*\)/g, '$1')
}
