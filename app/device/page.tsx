import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { pageParameters } from '@/app/page-parameters'
import { parseSearchParams, type SearchParams } from '@/app/search-params'
import { CodeForm } from '@/components/connect/code-form'
import { ConsentFrame } from '@/components/connect/consent-frame'
import { DeviceConsent } from '@/components/connect/device-consent'
import { NobodySignedIn } from '@/components/connect/nobody-signed-in'
import { words } from '@/components/connect/words'
import { approvalCall } from '@/components/curl-call'
import { findEmail } from '@/lib/accounts/find-email'
import type { Actor } from '@/lib/core/actor'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { findDevice, type WaitingDevice } from '@/lib/oauth/device/find-device'
import { formatUserCode, parseUserCode } from '@/lib/oauth/device/user-code'

export const metadata: Metadata = { title: words.device, robots: { index: false } }

type Props = { searchParams: SearchParams }

/** When and from where a device requested its code, in words. */
function askedInWords({ askedAt, address }: WaitingDevice): string {
  const minutes = Math.floor((Date.now() - askedAt.getTime()) / 60_000)
  const when = minutes < 1 ? words.justNow : words.minutesAgo(minutes)
  if (address === null) return when
  return words.askedFrom(when, address === '127.0.0.1' || address === '::1' ? words.thisComputer : address)
}

async function find(actor: Actor, typed: string): Promise<WaitingDevice | Problem> {
  try {
    return await findDevice(actor, typed)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** How the device is allowed with an API key alone. */
function approveCommand(typed: string): string {
  const code = parseUserCode(typed)
  return approvalCall(env().baseUrl, code ? formatUserCode(code) : 'BDWP-HQPK')
}

/** The page on which a device's code is typed, or, with the code in the link, the device is approved or denied. */
export default async function DevicePage({ searchParams }: Props) {
  const { user_code: typed } = await parseSearchParams(pageParameters['device/page.tsx'], searchParams)
  const actor = await pageActor()
  if (!actor) {
    return (
      <ConsentFrame title={words.device}>
        <NobodySignedIn prompt={words.deviceSignIn} label={words.deviceCall} code={approveCommand(typed)}>
          {words.deviceCallText}
        </NobodySignedIn>
      </ConsentFrame>
    )
  }
  const found = typed === '' ? null : await find(actor, typed)
  if (found === null || found instanceof Problem) {
    return (
      <ConsentFrame title={words.device}>
        <CodeForm typed={typed} problem={found?.message ?? null} />
      </ConsentFrame>
    )
  }
  const { userCode, name, host, scopes } = found
  const account = await findEmail(actor)
  return <DeviceConsent {...{ userCode, name, host, scopes, account }} asked={askedInWords(found)} />
}
