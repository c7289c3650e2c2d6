import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { namesBuildKey } from './build-keys.mjs'

/** Files that belong only to the sources or to this machine, or that are secret. */
const FORBIDDEN_NAME =
  /(?:^|\/)(?:tests?|fixtures|testing|__pycache__|\.git|\.verbatim|\.npmrc|\.env[^/]*)(?:\/|$)|\.test\.[a-z]+$|\.integration\.|\.tsbuildinfo$|\.pem$|\.py[co]$/
/** Files that come from packages are taken as they are. */
const OF_OTHERS = /(?:^|\/)node_modules\//
/** A key and not merely the words around one, which code that reads keys contains. */
const SECRET =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/=]{40}|\bvbt_[A-Za-z0-9]{32,}|\bsk_live_[A-Za-z0-9]{16,}/
const PUBLIC_HOSTS = new Set(['registry.npmjs.org', 'pypi.org'])

/**
 * The faults of a published package's files: missing ones, and ones that must not be there.
 * @param {string} folder
 * @param {{ required: readonly string[] }} expected Files that must be there
 * @returns {string[]}
 */
export function checkContents(folder, { required }) {
  const names = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  const missing = required.filter((name) => !names.includes(name)).map((name) => `${name} is missing`)
  const machine = namesOfThisMachine()
  const wrong = names.flatMap((name) => {
    if (fs.lstatSync(path.join(folder, name)).isSymbolicLink()) return [`${name} is a link, which npm drops`]
    if (FORBIDDEN_NAME.test(name) && !OF_OTHERS.test(name)) return [`${name} does not belong there`]
    const text = fs.readFileSync(path.join(folder, name), 'latin1')
    const found = machine.filter((one) => text.includes(one)).map((one) => `${name} names ${one}`)
    const isSecret = (SECRET.test(text) || namesBuildKey(text)) && !OF_OTHERS.test(name)
    return isSecret ? [...found, `${name} contains a secret`] : found
  })
  return [...missing, ...wrong]
}

/** Folders and hosts that mean nothing elsewhere. */
function namesOfThisMachine() {
  const { npm_config_registry: npm, PIP_INDEX_URL: pip, UV_INDEX_URL: uv } = process.env
  const hosts = [npm, pip, uv].flatMap((url) => (url && URL.canParse(url) ? [new URL(url).host] : []))
  const folders = [projectRoot, os.homedir()].filter((folder) => folder.split(path.sep).length > 2)
  return [...folders, ...hosts.filter((host) => !PUBLIC_HOSTS.has(host))]
}
