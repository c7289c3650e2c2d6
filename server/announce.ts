import type { NewUser } from '@/lib/accounts/create-user'
import { checkHealth } from '@/lib/health/check-health'
import { env } from '@/lib/platform/env'
import { findProgram } from '@/lib/platform/programs/find-program'
import { signInMethods } from '@/lib/sign-in/sign-in-methods'
import { configuredEngine } from '@/lib/speech/configured-engine'

type News = { account: NewUser | null; databaseFolder: string | null; localLink: string | null }

async function speechLine(): Promise<string> {
  const chosen = await configuredEngine()
  if (!chosen.engine) return `Speech     none: captions work, speech does not. ${chosen.reason}`
  const draft = chosen.engine.draft
    ? ', a rough offline draft in English; npm run models -- get parakeet-v3 fetches a better one'
    : ''
  return `Speech     ${chosen.engine.id} (${chosen.engine.model})${draft}`
}

function signInLine(): string {
  const { link, issuers } = signInMethods()
  const ways = [...(link ? ['a link by mail'] : []), ...issuers.map(({ name }) => name)]
  if (ways.length > 0) return `Sign-in    ${ways.join(', ')}`
  return 'Sign-in    API keys only (npm run -s user -- create EMAIL), until MAIL_SERVER or an issuer is set'
}

/** Says where the service is, how to use it, and what is missing for which part of it. */
export async function announce({ account, databaseFolder, localLink }: News): Promise<void> {
  // Asked once now, so that whoever asks next is told more than that it is being looked at.
  await checkHealth()
  const lines = [
    '',
    `Verbatim   ${env().baseUrl}`,
    ...(localLink
      ? [
          `Open       ${localLink}`,
          '           works once, in a browser on this machine; npm run -s cli -- open makes another',
        ]
      : [signInLine()]),
    ...(account ? [`API key    ${account.apiKey}   (shown this once)`] : []),
    await speechLine(),
    ...((await findProgram('ffmpeg')) === null
      ? ['ffmpeg     missing: only caption files can be read. Install it, then start again']
      : []),
    ...(databaseFolder ? [`Database   ${databaseFolder}`] : []),
    'Ctrl-C stops it.',
    '',
  ]
  process.stdout.write(lines.join('\n'))
}
