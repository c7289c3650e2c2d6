import fs from 'node:fs'
import path from 'node:path'
import { filesBelow } from '../files-below.mjs'
import { projectRoot } from '../project-root.mjs'

/** @typedef {{ version?: string, dev?: boolean, license?: string }} Entry */

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/
/** The manifests of packages that Next brings copies of. */
const COPIED_PACKAGE = /^dist\/compiled\/.*package\.json$/

/** The folder with parts of other projects and their licenses. */
const FOLDER_WITH_COPIES = 'lib'

/**
 * The licenses of everything that the service is made of, by the lock file and the modules it loads: most ask to go with every
 * copy. What packages and the project itself have copied from others is among it. Equal texts are written once.
 * @param {readonly string[]} modules files of packages, by their paths from the project's folder
 */
export function renderLicenses(modules) {
  const loaded = new Set(modules.map((file) => PACKAGE.exec(file)?.[0]))
  /** @type {Record<string, Entry>} */
  const { '': _, ...entries } = JSON.parse(
    fs.readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8'),
  ).packages
  /** @type {Map<string, string[]>} */
  const namesByText = new Map()
  for (const [folder, { version, dev, license }] of Object.entries(entries)) {
    if (dev && !loaded.has(folder)) continue
    if (!fs.existsSync(path.join(projectRoot, folder))) continue
    const name = `${folder.split('node_modules/').at(-1)} ${version}`
    const texts = readTexts(path.join(projectRoot, folder))
    if (!texts.has('.')) texts.set('.', `License: ${license ?? 'see the package'}`)
    for (const [part, text] of texts) {
      const names = namesByText.get(text) ?? []
      namesByText.set(text, [...names, part === '.' ? name : `${name}: ${part}`])
    }
  }
  const names = filesBelow(path.join(projectRoot, FOLDER_WITH_COPIES))
  for (const name of names.filter((one) => path.posix.basename(one) === 'LICENSE.md')) {
    const text = fs.readFileSync(path.join(projectRoot, FOLDER_WITH_COPIES, name), 'utf8').trim()
    namesByText.set(text, [...(namesByText.get(text) ?? []), `${FOLDER_WITH_COPIES}/${path.posix.dirname(name)}`])
  }
  return [...namesByText]
    .map(([text, names]) => `${names.sort().join('\n')}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/**
 * The licenses in a package, by the folders they are in. What has a package's manifest but no license says its name at least.
 * @param {string} folder
 */
function readTexts(folder) {
  /** @type {Map<string, string>} */
  const texts = new Map()
  const names = filesBelow(folder).filter((name) => !name.includes('node_modules/'))
  for (const name of names.filter((one) => LICENSE_FILE.test(path.posix.basename(one)))) {
    const text = fs.readFileSync(path.join(folder, name), 'utf8').trim()
    const part = path.posix.dirname(name)
    if (text !== '') texts.set(part, texts.has(part) ? `${texts.get(part)}\n\n${text}` : text)
  }
  for (const name of names.filter((one) => COPIED_PACKAGE.test(one))) {
    const part = path.posix.dirname(name)
    const { license, author } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'))
    if (license && !texts.has(part)) texts.set(part, [`License: ${license}`, author?.name ?? author].join('\n').trim())
  }
  return texts
}
