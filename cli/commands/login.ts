import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { createClient } from '@/lib/api/client'
import { type DeviceCodeResponse, pollDeviceToken, requestDeviceCode } from '@/lib/oauth/device/contract'
import type { Token } from '@/lib/oauth/tokens/contract'
import { changeCredentials } from '../connection/credential-file'
import { toStored } from '../connection/refresh-tokens'
import { withForm } from '../connection/with-form'
import type { Context } from '../context'
import { perform } from '../perform'
import { openBrowser } from '../terminal/open-browser'
import { printable } from '../terminal/printable'

/** Polls until the person has decided, as often as the server allows. Throws `access_denied` and `expired_token`. */
async function awaitApproval(context: Context, { device_code, interval }: DeviceCodeResponse): Promise<Token> {
  let pauseSeconds = interval
  for (;;) {
    await sleep(pauseSeconds * 1000, undefined, { signal: context.signal })
    const { body } = await context.call(pollDeviceToken, { body: { device_code } })
    if (body.status === 'approved') return body
    pauseSeconds = body.interval
  }
}

/** A sign-in sends no credential: there may be none yet, or one that has expired. */
async function askForCode({ baseUrl, signal }: Context): Promise<DeviceCodeResponse> {
  return (await createClient({ baseUrl, fetch: withForm({}) })(requestDeviceCode, {}, { signal })).body
}

async function login(context: Context, { browser }: { browser: boolean }): Promise<void> {
  const { terminal, baseUrl } = context
  const code = await askForCode(context)
  const [address, userCode] = [printable(code.verification_uri_complete), printable(code.user_code)]
  terminal.insist(
    `To sign in, open ${address}\nand approve the device with the code ${terminal.paint('bold', userCode)}`,
  )
  if (browser && terminal.isLive) await openBrowser(code.verification_uri_complete)
  terminal.board.set('login', 'Waiting for your approval')
  const tokens = toStored(await awaitApproval(context, code))
  terminal.board.set('login', null)
  await changeCredentials(context.configFolder, async ({ servers }) => ({
    current: baseUrl,
    servers: { ...servers, [baseUrl]: tokens },
  }))
  terminal.say(`${terminal.paint('green', '✓')} You are signed in to ${baseUrl}.`)
  if (context.usesKey) terminal.say('VERBATIM_API_KEY is set and overrides this sign-in.')
  if (context.json) await context.print({ server: baseUrl, signed_in: true }, '')
}

const MORE = `
Shows a URL and a code. Open the URL in a browser on any machine, and approve this device.`

export function addLogin(program: Command, interruption: AbortSignal): void {
  program
    .command('login')
    .description('Sign in')
    .option('--no-browser', 'only show the URL')
    .addHelpText('after', MORE)
    .action(perform(interruption, login))
}
