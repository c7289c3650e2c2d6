import { getRequestListener } from '@hono/node-server'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'

/** Serves requests over real HTTP on a free port of this machine. `answer` is first called with the first request. */
export async function startLoopback(
  answer: (request: Request) => Response | Promise<Response>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { url, stop } = await listenOnLoopback(getRequestListener(answer))
  return { url, close: stop }
}
