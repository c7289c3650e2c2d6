import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** @typedef {import('./find-affected.mjs').Pinned} Pinned */

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
    }),
  ),
})

/** The files that pin the Python packages of the service and of its tests. */
const REQUIREMENTS = [
  { folder: 'server/setup/install', isForDevelopment: false },
  { folder: 'test/sdk/python', isForDevelopment: true },
]

/** @param {string} root @returns {Pinned[]} */
function npmPackages(root) {
  const { packages } = lockSchema.parse(JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(packages).flatMap(([place, { name, version, link, dev = false }]) => {
    const installed = name ?? place.split('node_modules/').at(-1)
    const isOwn = place === '' || link || version === undefined || !installed
    return isOwn ? [] : [{ ecosystem: /** @type {const} */ ('npm'), name: installed, version, isForDevelopment: dev }]
  })
}

/** @param {string} root @returns {Pinned[]} */
function pythonPackages(root) {
  return REQUIREMENTS.flatMap(({ folder, isForDevelopment }) =>
    fs
      .readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.txt'))
      .flatMap((name) => fs.readFileSync(path.join(root, folder, name), 'utf8').split('\n'))
      .flatMap((line) => {
        const [, name, version] = /^([\w.-]+)(?:\[[\w,-]+\])?==([\w.!+-]+)/.exec(line) ?? []
        return name && version ? [{ ecosystem: /** @type {const} */ ('PyPI'), name, version, isForDevelopment }] : []
      }),
  )
}

/** Every package that the lock file and the lists of Python packages below a folder pin. @param {string} root */
export function pinnedPackages(root) {
  return [...npmPackages(root), ...pythonPackages(root)]
}
