import type { Command } from 'commander'
import { z } from 'zod'
import { LOCAL_LINK_PATH } from '@/lib/accounts/local/contract'
import type { Context } from '../context'
import { Failure } from '../failure/failure'
import { perform } from '../perform'
import { openBrowser } from '../terminal/open-browser'

const linkSchema = z.object({ url: z.url() })

/** An address that lets a browser on this machine in, once, and leads it on to a page. Throws `not_signed_in`. */
async function makeLocalLink({ baseUrl, signal }: Context, token: string, page: string): Promise<string> {
  const address = `${baseUrl}${LOCAL_LINK_PATH}?${new URLSearchParams({ callbackUrl: page })}`
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(address, { method: 'POST', headers, signal })
  const link = linkSchema.safeParse(await answer.json().catch(() => null))
  if (answer.ok && link.success) return link.data.url
  const detail = `The service at ${baseUrl} rejected this machine's own token. Restart it, then try again.`
  throw new Failure('not_signed_in', detail)
}

/**
 * Where a page is opened. On this machine the browser may not be signed in yet: the address signs it in, unless the command
 * itself acts for another account, whose page it is.
 */
async function addressOf(context: Context, id: string | undefined): Promise<string> {
  const { baseUrl, localToken, credential } = context
  const page = id === undefined ? '/' : `/transcripts/${encodeURIComponent(id)}`
  const isOwn = id === undefined || (await credential.token()) === localToken
  return localToken && isOwn ? makeLocalLink(context, localToken, page) : `${baseUrl}${page}`
}

async function open(context: Context, id: string | undefined, { browser }: { browser: boolean }): Promise<void> {
  const url = await addressOf(context, id)
  const isOpened = browser && (id !== undefined || context.terminal.isLive) && (await openBrowser(url))
  if (browser && !isOpened) context.terminal.say('Open this URL in a browser:')
  await context.print({ url }, `${url}\n`)
}

const MORE = `
On the machine of the service, the URL also gives the browser access without signing in. It works once.`

export function addOpen(program: Command, interruption: AbortSignal): void {
  program
    .command('open')
    .description("Open Verbatim, or a transcript's page, in the browser, and print its address")
    .argument('[id]', 'the ID of a transcript or a job')
    .option('--no-browser', 'only print the URL')
    .addHelpText('after', MORE)
    .action(perform(interruption, open))
}
