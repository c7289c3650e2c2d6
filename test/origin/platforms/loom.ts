import type { OriginRequest, Route } from '../handle-request'
import { json, sound, text, WEBVTT } from './responses'

/** Videos that the route below knows, by what they are. */
export const LOOM = {
  captioned: '43d05f362f734614a2e81b4694a3a523',
  behindPassword: '50e26e8aeb7940189dff5630f95ce1f4',
} as const

function answerQuery({ body }: OriginRequest) {
  const { operationName, variables }: { operationName: string; variables: { videoId: string } } = JSON.parse(
    body.toString('utf8'),
  )
  switch (operationName) {
    case 'GetVideoSSR':
      if (variables.videoId === LOOM.behindPassword)
        return json({ data: { getVideo: { __typename: 'VideoPasswordMissingOrIncorrect' } } })
      return json({
        data: {
          getVideo: {
            __typename: 'RegularUserVideo',
            name: 'A walk through the report',
            owner: { display_name: 'Somebody' },
            createdAt: '2023-01-17T19:26:12Z',
            video_properties: { duration: 11, width: 1280, height: 720 },
          },
        },
      })
    case 'FetchVideoTranscript':
      return json({
        data: {
          fetchVideoTranscript: {
            source_url: 'https://cdn.loom.com/mediametadata/transcription/x.json?Signature=s',
            captions_source_url: 'https://cdn.loom.com/mediametadata/captions/x.vtt?Signature=s',
          },
        },
      })
    default:
      return json({ data: {} })
  }
}

/** Loom's API, captions and media. */
export const loomRoute: Route = (request) => {
  const { host, path } = request
  if (host === 'cdn.loom.com') return path.includes('.vtt') ? text(WEBVTT, 'text/vtt') : json({ phrases: [] })
  if (host === 'luna.loom.com') return sound()
  if (host !== 'www.loom.com') return undefined
  if (path === '/graphql') return answerQuery(request)
  return path.endsWith('/raw-url') ? json({ url: 'https://luna.loom.com/raw/x.mp4?Signature=s' }) : json({}, 404)
}
