import type { NewUser } from '@/lib/accounts/create-user'
import { env } from '@/lib/core/env'
import { findProgram } from '@/lib/core/programs/find-program'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { checkHealth } from '@/lib/health/check-health'
import { signInMethods } from '@/lib/sign-in/methods/sign-in-methods'
import { configuredEngine } from '@/lib/speech/configured-engine'
import { languageLines } from './language-lines'

type News = {
  account: NewUser | null
  databaseFolder: string | null
  localLink: string | null
  installsSpeech: boolean
}

/** Which engine turns speech into text, or why none does. */
export async function speechLine(installsSpeech: boolean): Promise<string> {
  const chosen = await configuredEngine()
  if (!chosen.engine) {
    const installed = installsSpeech ? ' Moonshine is being installed now.' : ''
    return `Speech     none: only recordings with captions work. ${chosen.reason}${installed}`
  }
  const draft = chosen.engine.draft ? ', a rough offline draft in English' : ''
  return `Speech     ${chosen.engine.id} (${chosen.engine.model})${draft}`
}

/** The languages that work, and the commands for others: indented below the line of the engine. */
async function speechLanguageLines(): Promise<string[]> {
  return (await languageLines()).map((line) => `           ${line}`)
}

function signInLine(): string {
  const { link, issuers } = signInMethods()
  const methods = [...(link ? ['email link'] : []), ...issuers.map(({ name }) => name)]
  if (methods.length > 0) return `Sign-in    ${methods.join(', ')}`
  return 'Sign-in    API keys only (npm run -s user -- create EMAIL), until MAIL_SERVER or an issuer is set'
}

/** Says where the service is, how to use it, and what is missing for which part of it. */
export async function announce({ account, databaseFolder, localLink, installsSpeech }: News): Promise<void> {
  // Checked once now, so that the next request gets more than "checking".
  await checkHealth()
  const lines = [
    '',
    `Verbatim   ${env().baseUrl}`,
    ...(localLink
      ? [
          `Open       ${localLink}`,
          '           works once, in a browser on this machine. For another link: npm run -s cli -- open',
        ]
      : [signInLine()]),
    ...(account ? [`API key    ${account.apiKey}   (copy it now, it is shown only once)`] : []),
    await speechLine(installsSpeech),
    ...(await speechLanguageLines()),
    ...((await findProgram('ffmpeg')) === null
      ? ['ffmpeg     missing: only caption files work. Install it, then restart']
      : []),
    ...(databaseFolder ? [`Database   ${databaseFolder}`] : []),
    'Ctrl-C stops it.',
    '',
  ]
  process.stdout.write(withOurCommands(lines.join('\n')))
}
