/**
 * The extras of a yt-dlp, each with its version: the JavaScript runtime and the solver that YouTube's challenges
 * need, and the package by which it connects as a browser does.
 * @typedef {{ runtime: string | null, solver: string | null, impersonation: string | null }} Extras
 */

/**
 * Reads what yt-dlp found, from what it prints first with `--verbose`.
 * @param {string} printed
 * @returns {Extras}
 */
export function readExtras(printed) {
  const list = (/** @type {RegExp} */ line) => line.exec(printed)?.[1]?.split(', ') ?? []
  const items = [...list(/^\[debug\] Optional libraries: (.*)$/m), ...list(/^\[debug\] JS runtimes: (.*)$/m)]
  // yt-dlp appends " (unsupported)" to a version that it does not use.
  const find = (/** @type {string} */ name) => {
    const item = items.find((one) => one.startsWith(`${name}-`) && !one.includes(' '))
    return item?.slice(name.length + 1) ?? null
  }
  return { runtime: find('node'), solver: find('yt_dlp_ejs'), impersonation: find('curl_cffi') }
}

/**
 * The missing extras and the affected platforms, as sentences.
 * @param {Extras} extras
 * @returns {string[]}
 */
export function describeMissing({ runtime, solver, impersonation }) {
  const scripts = runtime === null ? ['a JavaScript runtime (Python 3.9 or newer confines our own)'] : []
  const challenges = [...scripts, ...(solver === null ? ['the package yt-dlp-ejs'] : [])]
  return [
    ...(challenges.length > 0
      ? [
          `yt-dlp runs without ${challenges.join(' and ')}: formats of YouTube are missing, and some videos may not be read.`,
        ]
      : []),
    ...(impersonation === null ? ['yt-dlp runs without the package curl_cffi: some platforms may refuse it.'] : []),
  ]
}
