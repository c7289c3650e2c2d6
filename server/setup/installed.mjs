#!/usr/bin/env node
import path from 'node:path'
import { checkNode } from './check-node.mjs'

checkNode()
const { COMMANDS } = await import('./operators/commands.mjs')
const { dataFolder, makeDataFolder } = await import('./package/data-folder.mjs')
const { asksServer, operatorArguments } = await import('./package/operator-arguments.mjs')
const { asksForHelp } = await import('./read-options.mjs')
const { runMain } = await import('./run-main.mjs')

const USAGE = `Usage: verbatim [options]              start the service on this machine
       verbatim COMMAND [options]     a command of the service, or of its command line

The service:
  start          the same as no command (--port N, --host H, --no-system-install)
  user           accounts: create, list, suspend, …
  public         public pages: list, takedown, restore
  models         speech models of this machine
  doctor         checks this machine and the platforms
  backup FOLDER  writes a backup; restore FOLDER reads it
  yt-dlp         shows and updates yt-dlp
  stripe-check   checks the configuration at Stripe

The command line, such as "verbatim get LINK", has a help of its own: verbatim help

Data is in ${dataFolder()}, unless VERBATIM_DATA names a folder.`

const START_OPTION = /^--(?:port|host|no-system-install)(?:=|$)/

const [first = 'start', ...rest] = process.argv.slice(2)
const operate = COMMANDS.get(first)
// The service runs in its own folder; what a person names is in theirs.
const data = path.resolve(process.env.VERBATIM_DATA || dataFolder())
process.env.VERBATIM_DATA = data

if (first === '--help' || first === '-h') {
  console.log(USAGE)
} else if (first === 'start' || START_OPTION.test(first)) {
  await start(first === 'start' ? rest : [first, ...rest])
} else if (operate && !asksServer(first, rest)) {
  await runMain(async () => {
    prepareData(rest)
    return operate(first, operatorArguments(first, rest))
  })
} else {
  const { runCli } = await import('./build/build-cli.mjs')
  await runCli([first, ...rest])
}

/**
 * The data folder is there before anything runs, unless only help is asked for.
 * @param {string[]} argv
 */
function prepareData(argv) {
  if (!asksForHelp(argv)) makeDataFolder(data)
}

/** @param {string[]} argv */
async function start(argv) {
  const { dropUnwritableOutput } = await import('./drop-unwritable-output.mjs')
  const { startService } = await import('./start-service.mjs')
  dropUnwritableOutput()
  await runMain(async () => {
    prepareData(argv)
    return startService(argv)
  })
}
