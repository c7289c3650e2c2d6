import { NextResponse } from 'next/server'
import { plainResponse } from '@/app/plain-response'
import { parseTheme, THEME_COOKIE } from '@/components/site/theme/theme'
import { readRequestText } from '@/lib/core/http/read-request-body'
import { cookieAttributes } from '@/lib/core/http/transport'
import { toProblem } from '@/lib/core/problem/problem-body'

const ONE_YEAR_SECONDS = 365 * 24 * 3600

/** Stores the theme of a form in a cookie, which holds nothing else. */
export async function POST(request: Request): Promise<Response> {
  try {
    const theme = parseTheme(new URLSearchParams(await readRequestText(request, 'pageForm')).get('theme'))
    const response = new NextResponse(null, { status: 204 })
    response.cookies.set(THEME_COOKIE, theme, { ...cookieAttributes(), maxAge: ONE_YEAR_SECONDS })
    return response
  } catch (error) {
    const { status, message } = toProblem(error)
    return plainResponse(status, message)
  }
}
