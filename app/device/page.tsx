import type { Metadata } from 'next'
import { pageActor } from '@/app/page-actor'
import { AskFrame } from '@/components/connect/ask-frame'
import { CodeForm } from '@/components/connect/code-form'
import { DeviceAsk } from '@/components/connect/device-ask'
import { NobodySignedIn } from '@/components/connect/nobody-signed-in'
import { readEmail } from '@/lib/accounts/read-email'
import { findDevice, type WaitingDevice } from '@/lib/device/find-device'
import { formatUserCode, parseUserCode } from '@/lib/device/user-code'
import type { Actor } from '@/lib/platform/actor'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'

export const metadata: Metadata = { title: 'Connect a device', robots: { index: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** When and from where a device asked, in words. */
function askedInWords({ askedAt, address }: WaitingDevice): string {
  const minutes = Math.floor((Date.now() - askedAt.getTime()) / 60_000)
  const when = minutes < 1 ? 'Just now' : `${minutes} min ago`
  if (address === null) return when
  return `${when}, from ${address === '127.0.0.1' || address === '::1' ? 'this computer' : address}`
}

async function find(actor: Actor, typed: string): Promise<WaitingDevice | Problem> {
  try {
    return await findDevice(actor, typed)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

function approveCommand(typed: string): string {
  const code = parseUserCode(typed)
  const body = JSON.stringify({ user_code: code ? formatUserCode(code) : 'BDWP-HQPK' })
  return [
    `curl ${env().baseUrl}/v1/device/approve \\`,
    '  -H "Authorization: Bearer vbt_…" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join('\n')
}

/** Where a device's code is typed, or, with the code in the link, where the device is allowed or refused. */
export default async function DevicePage({ searchParams }: Props) {
  const [typed = ''] = [(await searchParams).user_code ?? []].flat()
  const actor = await pageActor()
  if (!actor) {
    return (
      <AskFrame title="Connect a device">
        <NobodySignedIn
          prompt="Sign in to choose whether this device may act for you."
          label="Allow the device"
          code={approveCommand(typed)}
        >
          This call allows the device:
        </NobodySignedIn>
      </AskFrame>
    )
  }
  const found = typed === '' ? null : await find(actor, typed)
  if (found === null || found instanceof Problem) {
    return (
      <AskFrame title="Connect a device">
        <CodeForm typed={typed} problem={found?.message ?? null} />
      </AskFrame>
    )
  }
  const { userCode, name, host, scopes } = found
  const account = await readEmail(actor)
  return (
    <AskFrame title="Let this device act for you?">
      <DeviceAsk {...{ userCode, name, host, scopes, account }} asked={askedInWords(found)} />
    </AskFrame>
  )
}
