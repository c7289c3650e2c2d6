import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { npmCommand, runTool, toolEnv } from '../run-tool.mjs'
import { SetupError } from '../setup-error.mjs'

const START_LIMIT_MS = 120_000

/**
 * Installs the service's package into an empty folder as a user would, starts it, and asks whether it is well. Returns how long
 * each took.
 * @param {string} tarball
 * @param {string} folder
 */
export async function tryPackage(tarball, folder) {
  const installSeconds = await seconds(() => install(tarball, folder))
  const startSeconds = await seconds(() => startOnce(folder))
  return { installSeconds, startSeconds }
}

/** @param {() => Promise<void>} work */
async function seconds(work) {
  const beganMs = performance.now()
  await work()
  return Math.round((performance.now() - beganMs) / 1000)
}

/**
 * @param {string} tarball
 * @param {string} folder
 */
async function install(tarball, folder) {
  const { program, args } = npmCommand()
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private": true}')
  const options = ['install', '--prefix', folder, '--prefer-offline', '--no-audit', '--no-fund', tarball]
  const { code, output } = await runTool(program, [...args, ...options], { env: toolEnv() })
  if (code !== 0) throw new SetupError(`The package could not be installed.\n${output}`)
}

/** @param {string} folder */
async function startOnce(folder) {
  const entry = path.join(folder, 'node_modules', '.bin', 'verbatim')
  const env = toolEnv({ VERBATIM_DATA: path.join(folder, 'data'), LOG_LEVEL: 'error' })
  const child = spawn(entry, ['--port', '0', '--no-system-install'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
  let printed = ''
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      printed += `${line}\n`
      const [, address] = /^Verbatim +(http:\S+)/.exec(line) ?? []
      if (!address) continue
      const { status } = await fetch(`${address}/health`)
      if (status !== 200) throw new SetupError(`The installed package starts, and /health responds with ${status}.`)
      return
    }
    throw new SetupError(`The installed package did not start.\n${printed}`)
  } finally {
    clearTimeout(timer)
    child.stdout.resume()
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
  }
}
