import { z } from 'zod'
import { type Me, meSchema } from '@/lib/accounts/me/contract'
import { findMe } from '@/lib/accounts/me/find-me'
import { defineTool } from '@/lib/mcp/tool'

const minutes = (seconds: number) => `${Math.floor(seconds / 60)} min`

const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000)} MB`

function toText({ tier, usage, uploads, limits }: Me): string {
  const left =
    usage.remaining_seconds === null || usage.limit_seconds === null
      ? 'No limit on minutes.'
      : `${minutes(usage.remaining_seconds)} of ${minutes(usage.limit_seconds)} are left until ${usage.resets_at.slice(0, 10)}.`
  const reserved = usage.reserved_seconds > 0 ? [`Running jobs have reserved ${minutes(usage.reserved_seconds)}.`] : []
  const room = `Recordings last up to ${minutes(limits.max_recording_seconds)}, files have up to ${megabytes(uploads.max_file_bytes)}; uploads take ${megabytes(uploads.used_bytes)} of ${megabytes(uploads.quota_bytes)}.`
  const rate = limits.requests_per_minute === null ? [] : [`Requests: ${limits.requests_per_minute} a minute.`]
  return [`Plan: ${tier}.`, left, ...reserved, room, ...rate].join(' ')
}

/** The account's remaining minutes and room for files. */
export const getAccount = defineTool({
  name: 'get_account',
  title: 'Get the account',
  description:
    'Get the plan of the account, how many minutes are left and when they are reset, and the limits on files and requests. Call it before transcribing something long or a whole list.',
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  scopes: ['transcripts:read'],
  input: z.object({}),
  output: meSchema.omit({ email: true }),
  run: async (_, { actor }) => {
    const me = await findMe(actor)
    const { email: _email, ...data } = me
    return { texts: [toText(me)], data }
  },
})
