/** The headers of the service's own pages. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

/** A browser before the form of signing in: the form's token, and the headers by which it is known again. */
export async function openSignIn(
  baseUrl: string,
): Promise<{ csrfToken: string; headers: { 'sec-fetch-site': string; cookie: string } }> {
  const answer = await fetch(`${baseUrl}/api/auth/csrf`, { headers: OWN_PAGE })
  const { csrfToken } = (await answer.json()) as { csrfToken: string }
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { csrfToken, headers: { ...OWN_PAGE, cookie } }
}
