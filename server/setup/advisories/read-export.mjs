import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { SetupError } from '../setup-error.mjs'
import { advisorySchema } from './find-affected.mjs'

/** @typedef {import('./find-affected.mjs').Advisory} Advisory */

/** @param {string} from @param {string} json @returns {Advisory[]} */
function parseAdvisories(from, json) {
  try {
    const value = JSON.parse(json)
    return (Array.isArray(value) ? value : [value]).map((one) => advisorySchema.parse(one))
  } catch (error) {
    throw new SetupError(
      `${from} is no advisory in the format of OSV: ${error instanceof Error ? error.message : error}`,
      {
        exitCode: 2,
      },
    )
  }
}

/** @param {string} file */
async function* readZip(file) {
  const zip = await yauzl.openPromise(file)
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('.json')) continue
      yield* parseAdvisories(`${file}: ${entry.fileName}`, await text(await zip.openReadStreamPromise(entry)))
    }
  } finally {
    zip.close()
  }
}

/**
 * The advisories of an export of OSV: a JSON file, a folder of them, or the archive `all.zip` as it is downloaded.
 * @param {string} place
 * @returns {AsyncGenerator<Advisory>}
 */
export async function* readExport(place) {
  const stats = fs.statSync(place, { throwIfNoEntry: false })
  if (!stats) throw new SetupError(`There is nothing at ${place}.`, { exitCode: 2 })
  if (place.endsWith('.zip')) return yield* readZip(place)
  const names = stats.isDirectory() ? fs.readdirSync(place, { recursive: true, encoding: 'utf8' }) : ['']
  for (const name of names) {
    const file = path.join(place, name)
    if (file.endsWith('.json')) yield* parseAdvisories(file, fs.readFileSync(file, 'utf8'))
  }
}
