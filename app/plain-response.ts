/** A sentence for whoever asked for a file and does not get it: plain text, not kept. */
export function plainResponse(status: number, detail: string): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(`${detail}\n`, { status, headers })
}
