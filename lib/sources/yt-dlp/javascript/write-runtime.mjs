import fs from 'node:fs'
import path from 'node:path'

const FOLDER = ['lib', 'sources', 'yt-dlp', 'javascript']

/** yt-dlp takes no older Node than this. What its scripts need is in the oldest Node that Verbatim runs on, too. */
const OLDEST_MAJOR = 22

/** From here on the permission model is `--permission`. */
const STABLE_PERMISSIONS = [23, 5]

/** The script is ended first; where that fails, its process is. */
const SCRIPT_SECONDS = 20
const GRACE_SECONDS = 10

/** Old space, which objects take; a limit of the process holds for everything else. */
const MEMORY_MIB = 512

/** @param {string} text */
const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * Writes a program into `folder` that yt-dlp takes for Node (`--js-runtimes node:FILE`), and gives its path. It runs the script
 * on its standard input by this process' own Node, whatever its arguments are. The script can compute and write a result;
 * it reaches no file, network, process or thread, and is ended when it takes too long or too much memory.
 * @param {string} folder
 * @param {{ python: string, root: string, seconds?: number }} options `python`: a Python 3; `root`: the folder of Verbatim's
 *   sources; `seconds`: how long a script may take
 */
export function writeRuntime(folder, { python, root, seconds = SCRIPT_SECONDS }) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [stableMajor = 0, stableMinor = 0] = STABLE_PERMISSIONS
  const isStable = major > stableMajor || (major === stableMajor && minor >= stableMinor)
  const node = [
    process.execPath,
    isStable ? '--permission' : '--experimental-permission',
    '--no-warnings',
    '--no-addons',
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${MEMORY_MIB}`,
    '--eval',
    fs.readFileSync(path.join(root, ...FOLDER, 'run-script.cjs'), 'utf8'),
    '--',
    String(seconds),
  ]
  const confine = [python, '-I', '-S', path.join(root, ...FOLDER, 'confine.py'), String(seconds + GRACE_SECONDS)]
  const command = [...confine, ...node].map(quote).join(' ')
  const version = major < OLDEST_MAJOR ? `${OLDEST_MAJOR}.0.0` : process.versions.node
  const file = path.join(folder, 'javascript-runtime')
  const lines = ['#!/bin/sh', `[ "$1" = --version ] && exec echo v${version}`, `exec ${command}`, '']
  fs.writeFileSync(file, lines.join('\n'), { mode: 0o700 })
  return file
}
