import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { pagesAreBuilt } from './build/build-pages.mjs'
import { installMoonshine, installsMoonshine } from './install/install-moonshine.mjs'
import { installSystemPrograms } from './install/install-system-programs.mjs'
import { SERVICE_PROGRAMS } from './install/system-programs.mjs'
import { installYtDlp } from './install/yt-dlp/install-yt-dlp.mjs'
import { prepare } from './prepare.mjs'
import { isPackage, projectRoot } from './project-root.mjs'
import { readOptions } from './read-options.mjs'
import { endTools, endToolsWithUs, isEndingTools } from './run-tool.mjs'
import { noteRunningServer } from './running-servers.mjs'
import { SetupError } from './setup-error.mjs'

const USAGE = `Usage: ${isPackage ? 'verbatim [start]' : 'npm start --'} [options]

Sets up what is missing and runs Verbatim on this machine.

  --port N               listen on this port (default: PORT, or 3000)
  --host H               listen on this address (default: HOST, or 127.0.0.1; 0.0.0.0 for every address)
  --no-system-install    don't install missing programs of the system, only name them
  --help                 show this`

/** A start waits no longer for the speech engine's download; jobs use it from when it is there. */
const WAIT_FOR_ENGINE_MS = 10_000

/** How long the build of the pages and what is being installed may take to end; the server waits a second longer. */
const TOOLS_STOP_LIMIT_MS = 2_000

const OPTIONS = /** @type {const} */ ({
  port: { type: 'string' },
  host: { type: 'string' },
  'no-system-install': { type: 'boolean', default: false },
})

/**
 * `npm start`: prepares the folder and runs the server in this process.
 * @param {string[]} argv
 */
export async function startService(argv) {
  const { values } = readOptions(argv, OPTIONS, USAGE)
  if (!values) return console.log(USAGE)
  const port = values.port === undefined ? undefined : readPort(values.port)
  // A tool that fails because it is being ended is not reported.
  const say = (/** @type {string} */ line) => void (isEndingTools() || console.log(line))

  process.chdir(projectRoot)
  const installs = !values['no-system-install']
  // Meanwhile the rest is prepared. The service starts without it where it takes longer. A package has nothing to prepare, so
  // there both would only take time from each other.
  let programs = isPackage ? undefined : installAll({ installs, say })
  await prepare(['packages', 'scripts', 'server', 'cli'], say)
  const keepTools = endToolsWithUs()
  const pages = pagesAreBuilt() ? undefined : buildPages(say)
  await programs?.system
  await Promise.race([programs?.moonshine, sleep(WAIT_FOR_ENGINE_MS, undefined, { ref: false })])
  await noteRunningServer()

  Object.assign(process.env, { NODE_ENV: 'production' })
  const server = await import(pathToFileURL(path.join(projectRoot, 'dist', 'server.mjs')).href)
  // From here on the server handles signals.
  keepTools()
  await server.main({
    root: projectRoot,
    ...(port === undefined ? {} : { port }),
    ...(values.host === undefined ? {} : { host: values.host }),
    ...(pages ? { pages } : {}),
    installsSpeech: installsMoonshine(),
    stopTools: async () => {
      await endTools(TOOLS_STOP_LIMIT_MS)
      await Promise.allSettled([programs?.system, programs?.moonshine])
    },
  })
  if (!isPackage || isEndingTools()) return
  // Programs are looked for at each use, so the service finds what comes now, and runs on without what does not.
  programs = installAll({ installs, say })
  await programs.system.catch((error) => say(`Programs could not be installed: ${error?.message ?? error}`))
}

/**
 * Begins to install what is missing: the speech engine, programs of the system, yt-dlp.
 * @param {{ installs: boolean, say: (line: string) => void }} options
 */
function installAll({ installs, say }) {
  const moonshine = installMoonshine({ say })
  const system = installPrograms({ install: installs, say })
  // Awaited later; without a handler until then, a rejection would end the process.
  system.catch(() => {})
  return { moonshine, system }
}

/** @param {{ install: boolean, say: (line: string) => void }} options */
async function installPrograms({ install, say }) {
  await installSystemPrograms(SERVICE_PROGRAMS, { install, say })
  await installYtDlp({ say })
}

/**
 * Begins to build the pages, which takes most of a first start: the API answers meanwhile.
 * @param {(line: string) => void} say
 * @returns {{ built: Promise<void>, stop: () => Promise<void> }} what the server waits for, and how it gives up
 */
function buildPages(say) {
  const built = prepare(['pages'], say, { endWithUs: false })
  // The server waits for it later, and gets its error then.
  built.catch(() => {})
  return {
    built,
    stop: async () => {
      await endTools(TOOLS_STOP_LIMIT_MS)
      await Promise.allSettled([built])
    },
  }
}

/** @param {string} text */
function readPort(text) {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new SetupError(`--port takes a number from 0 to 65535, not "${text}".\n\n${USAGE}`, { exitCode: 2 })
}
