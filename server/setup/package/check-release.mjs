import fs from 'node:fs'
import path from 'node:path'
import { installPythonPackages } from '../install/python-packages.mjs'
import { prepare } from '../prepare.mjs'
import { projectRoot } from '../project-root.mjs'
import { checkContents } from './check-contents.mjs'
import { checkVersions, projectVersion } from './check-versions.mjs'
import { PUBLISHED, workFolder } from './published.mjs'
import { tryPackage } from './try-package.mjs'

const USAGE = `Usage: npm run -s release

Checks what a release would publish, and publishes nothing: one version everywhere, release notes of it, and in each package the
files that it needs, its license, no tests, no secrets and no path of this machine. Goes through the publication of each package
without a registry. Installs and starts the service's package.`

let failed = 0
let skipped = 0

/**
 * @param {string} what
 * @param {readonly string[]} problems
 */
function report(what, problems) {
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${what}`)
  for (const problem of problems.slice(0, 20)) console.log(`    ${problem}`)
  if (problems.length > 0) failed += 1
}

/** @param {string} work */
async function checkPublished(work) {
  for (const { name, required, make, rehearse } of PUBLISHED) {
    const folder = path.join(work, name.replace(/\W+/g, '-'))
    fs.mkdirSync(folder)
    const made = await make(folder)
    if ('missing' in made) {
      console.log(`- ${name} is skipped: ${made.missing}`)
      skipped += 1
      continue
    }
    report(name, checkContents(made.contents, { required }))
    if (rehearse) report(`${name}, published in a dry run`, await rehearse(folder))
    if (name !== 'the service' || !made.tarball) continue
    const { installSeconds, startSeconds } = await tryPackage(made.tarball, path.join(folder, 'installed'))
    report(`the service, installed in ${installSeconds} s and started in ${startSeconds} s`, [])
  }
}

/**
 * `npm run release`: builds and checks everything that a release would publish. It publishes nothing.
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function checkRelease(argv) {
  if (argv.length > 0) {
    console.log(USAGE)
    return argv.includes('--help') ? 0 : 2
  }
  process.chdir(projectRoot)
  await prepare(['packages', 'server', 'cli', 'pages'], console.error)
  await installPythonPackages(console.error, undefined, ['tools'])
  report(`version ${projectVersion()} and its notes`, checkVersions())
  const work = workFolder()
  try {
    await checkPublished(work)
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
  const ready = skipped === 0 ? 'Ready to publish.' : 'Ready to publish, but for what was skipped.'
  console.log(failed === 0 ? ready : 'Not ready to publish.')
  return failed === 0 ? 0 : 1
}
