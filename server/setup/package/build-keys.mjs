import fs from 'node:fs'
import path from 'node:path'
import { filesBelow } from '../files-below.mjs'

/**
 * A key that Next makes at each build and writes into its manifests, as JSON or as JSON within a script: those of its preview mode
 * and of server actions. This project uses neither.
 */
const BUILD_KEY =
  /(\\?"(?:previewModeId|previewModeSigningKey|previewModeEncryptionKey|encryptionKey)\\?":\s*\\?")([\w+/-]{16,}={0,2})/g

/**
 * Replaces the keys in the manifests of built pages by zeros of the same length. In a package they are public, and
 * zeros don't look like a secret that something could rely on. Next reads them at its start, so they can't be left out.
 * @param {string} folder
 */
export function removeBuildKeys(folder) {
  for (const name of filesBelow(folder)) {
    if (!/\.js(?:on)?$/.test(name)) continue
    const file = path.join(folder, name)
    const text = fs.readFileSync(file, 'utf8')
    const keyless = text.replace(BUILD_KEY, (_, before, key) => `${before}${zeros(key)}`)
    if (keyless !== text) fs.writeFileSync(file, keyless)
  }
}

/**
 * Whether a text holds a key of a build.
 * @param {string} text
 */
export function namesBuildKey(text) {
  return [...text.matchAll(BUILD_KEY)].some(([, , key = '']) => key !== zeros(key))
}

/**
 * As long as a key, and of its kind: hexadecimal digits, or Base64 with its end.
 * @param {string} key
 */
function zeros(key) {
  const end = /(?<!=)=*$/.exec(key)?.[0] ?? ''
  return `${(end ? 'A' : '0').repeat(key.length - end.length)}${end}`
}
