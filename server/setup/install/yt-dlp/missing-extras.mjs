import { packagesOf } from '../../../../lib/sources/yt-dlp/copies/copies.mjs'
import { describeMissing } from '../../../../lib/sources/yt-dlp/copies/extras.mjs'
import { findPython } from '../pip.mjs'

/** The oldest Python that confines JavaScript. */
const OLDEST_PYTHON = '(3, 9)'

/**
 * The missing extras of a private copy of yt-dlp and the affected platforms, as sentences. Reads its packages and runs nothing.
 * @param {string} copy Its folder.
 * @returns {Promise<string[]>}
 */
export async function missingExtras(copy) {
  const packages = packagesOf(copy)
  if (!packages.has('yt_dlp')) return []
  const python = await findPython(OLDEST_PYTHON)
  return describeMissing({
    runtime: python && process.versions.node,
    solver: packages.get('yt_dlp_ejs') ?? null,
    impersonation: packages.get('curl_cffi') ?? null,
  })
}
