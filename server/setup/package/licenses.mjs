import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'

/** @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, license?: string }} Entry */

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i

/**
 * The licenses of everything that the service is made of, by the lock file: most ask to go with every copy. Equal texts
 * are written once.
 */
export function renderLicenses() {
  /** @type {Record<string, Entry>} */
  const { '': _, ...entries } = JSON.parse(
    fs.readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8'),
  ).packages
  /** @type {Map<string, string[]>} */
  const packagesByText = new Map()
  for (const [folder, { version, dev, devOptional, license }] of Object.entries(entries)) {
    if (dev || devOptional || !fs.existsSync(path.join(projectRoot, folder))) continue
    const text = readTexts(path.join(projectRoot, folder)) || `License: ${license ?? 'see the package'}`
    const name = `${folder.split('node_modules/').at(-1)} ${version}`
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), name])
  }
  return [...packagesByText]
    .map(([text, names]) => `${names.sort().join('\n')}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** @param {string} folder */
function readTexts(folder) {
  const names = fs.readdirSync(folder).filter((name) => LICENSE_FILE.test(name))
  const files = names.map((name) => path.join(folder, name)).filter((file) => fs.statSync(file).isFile())
  return files.map((file) => fs.readFileSync(file, 'utf8').trim()).join('\n\n')
}
