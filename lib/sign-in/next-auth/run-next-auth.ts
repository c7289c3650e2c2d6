import { parse } from 'hono/utils/cookie'
import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { env } from '@/lib/core/env'
import { signInOptions } from './options'
import type { Visit } from './visit'

/** The action of next-auth: `['callback', 'email']` and so on. */
export type AuthRequest = {
  route: readonly string[]
  method: 'GET' | 'POST'
  query: Record<string, string>
  form: Record<string, string>
  headers: Headers
}

export type AuthResponse = { redirect: string | null; cookies: string[]; body: unknown }

/** Records what next-auth does to a response of Next. */
function recorder() {
  const answered: AuthResponse = { redirect: null, cookies: [], body: null }
  const response = {
    status: () => response,
    getHeader: (name: string) => (name === 'Set-Cookie' ? answered.cookies : undefined),
    setHeader(name: string, value: string | string[]) {
      if (name === 'Location') answered.redirect = String(value)
      if (name === 'Set-Cookie') answered.cookies = [value].flat()
      return response
    },
    end: () => response,
    send(body: unknown) {
      answered.body = body
      return response
    },
  }
  return { answered, response }
}

/** Runs next-auth for one request, of which it reads only these parts. */
export async function runNextAuth(
  visit: Visit,
  { route, method, query, form, headers }: AuthRequest,
): Promise<AuthResponse> {
  // next-auth builds its addresses from this instead of the request's headers.
  process.env.NEXTAUTH_URL = env().baseUrl
  const request = {
    method,
    body: form,
    cookies: parse(headers.get('cookie') ?? ''),
    headers: Object.fromEntries(headers),
  }
  const { answered, response } = recorder()
  await NextAuth(
    { ...request, query: { ...query, nextauth: [...route] } } as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    signInOptions(visit),
  )
  return answered
}
