import { Command } from 'commander'
import { addBatch } from './commands/batch'
import { addChecks } from './commands/checks'
import { addCompletion } from './commands/completion'
import { addCorrect } from './commands/correct'
import { addDoctor } from './commands/doctor'
import { addGet } from './commands/get'
import { addHistory } from './commands/history'
import { addImport } from './commands/import'
import { addJobs } from './commands/jobs'
import { addKey } from './commands/key'
import { addLanguages } from './commands/languages'
import { addLogin } from './commands/login'
import { addLogout } from './commands/logout'
import { addModels } from './commands/models'
import { addOpen } from './commands/open'
import { addPodcast } from './commands/podcast'
import { addPublish } from './commands/publish'
import { addRead } from './commands/read'
import { addRemove } from './commands/remove'
import { addRename } from './commands/rename'
import { addTag } from './commands/tag'
import { addUsage } from './commands/usage'
import { addVocabulary } from './commands/vocabulary'
import { addWatch } from './commands/watch'
import { addWatches } from './commands/watches'
import { addWhoami } from './commands/whoami'
import { DEFAULT_SERVER } from './connection/server-address'
import { parseStretch } from './deadline'
import { EXIT_CODES } from './failure/exit-code'
import { version } from './package.json'

const COMMANDS = [
  addGet,
  addLanguages,
  addJobs,
  addHistory,
  addRead,
  addRename,
  addCorrect,
  addVocabulary,
  addChecks,
  addRemove,
  addTag,
  addOpen,
  addPublish,
  addPodcast,
  addBatch,
  addImport,
  addWatches,
  addWatch,
  addLogin,
  addLogout,
  addWhoami,
  addUsage,
  addKey,
  addModels,
  addDoctor,
  addCompletion,
]

const ENVIRONMENT = `
Environment:
  VERBATIM_API_KEY  the API key to use instead of signing in
  VERBATIM_URL      the server to use instead of the one signed in to last (default: ${DEFAULT_SERVER})
  NO_COLOR          no colour`

function exitCodes(): string {
  const lines = EXIT_CODES.map(([code, meaning]) => `  ${String(code).padEnd(5)}${meaning}`)
  return ['', 'Exit codes:', ...lines].join('\n')
}

/** The whole command line. Its commands end early when `interruption` does; wrong usage is thrown. */
export function createProgram(interruption: AbortSignal): Command {
  const program = new Command('verbatim')
  program
    .description('Turns any video or audio link, or a file, into a timestamped transcript.')
    .version(version, '-V, --version', 'print the version')
    .option('--json', 'print the result as JSON, and a failure as a problem object on standard error')
    .option('-q, --quiet', 'print only results and errors')
    .option('--no-color', 'no colour')
    .option('--server <url>', 'the URL of the server')
    .option('--timeout <time>', 'stop after this time, such as 90s, 10m or 2h', parseStretch)
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText('after', `${ENVIRONMENT}\n${exitCodes()}`)
  for (const add of COMMANDS) add(program, interruption)
  return program
}
