/** A plain-text error, which is not cached, for a file that can't be sent. */
export function plainResponse(status: number, detail: string): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(`${detail}\n`, { status, headers })
}
