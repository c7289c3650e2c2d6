import type { Command } from 'commander'
import type { Context } from '../context'
import { perform } from '../perform'
import { openBrowser } from '../terminal/open-browser'

async function open(context: Context, id: string, { browser }: { browser: boolean }): Promise<void> {
  const url = `${context.baseUrl}/transcripts/${encodeURIComponent(id)}`
  if (browser && !(await openBrowser(url))) context.terminal.say('No browser could be started. Open this address:')
  await context.print({ url }, `${url}\n`)
}

/** verbatim open */
export function addOpen(program: Command, interruption: AbortSignal): void {
  program
    .command('open')
    .description("Open a transcript's page in the browser, and print its address")
    .argument('<id>', 'the id of a transcript or a job')
    .option('--no-browser', 'only print the address')
    .action(perform(interruption, open))
}
