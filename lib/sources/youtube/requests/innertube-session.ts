import type { Session } from 'youtubei.js'
import { singleton } from '@/lib/platform/concurrency/singleton'
import type { YoutubeClient } from './youtube-clients'

async function makeSession(client: YoutubeClient): Promise<Session> {
  // Loaded with the first YouTube link: it takes a third of a second and 40 MB.
  const { Innertube } = await import('youtubei.js')
  const { session } = await Innertube.create({
    fetch: () => Promise.reject(new Error('A session is made without asking anyone.')),
    generate_session_locally: true,
    retrieve_innertube_config: false,
    retrieve_player: false,
    enable_session_cache: false,
  })
  const { visitorData } = session.context.client
  // English, because refusals are recognised by their words too.
  const shared = { hl: 'en', timeZone: 'UTC', utcOffsetMinutes: 0, visitorData, userAgent: client.userAgent }
  Object.assign(session.context, { client: { ...shared, ...client.context } })
  return session
}

/** The InnerTube session for a client: made without any request, once in the process for the same client data. */
export function innertubeSession(client: YoutubeClient): Promise<Session> {
  return singleton(`innertube ${JSON.stringify(client)}`, () => makeSession(client))
}
