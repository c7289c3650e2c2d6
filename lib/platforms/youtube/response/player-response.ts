import { z } from 'zod'
import { tidyText } from '@/lib/captions/text/tidy-text'
import { Problem } from '@/lib/core/problem/problem'

const MAX_TEXT_LENGTH = 500

/** A field that only adorns: what can't be read of it is left out. */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)

const plain = z.string().transform((text) => tidyText(text.slice(0, MAX_TEXT_LENGTH)) || null)
const formatted = z.union([
  z.object({ simpleText: z.string() }).transform(({ simpleText }) => simpleText),
  z
    .object({ runs: z.array(z.object({ text: z.string() })) })
    .transform(({ runs }) => runs.map(({ text }) => text).join('')),
])

const playabilityStatus = z.object({
  status: z.string().optional(),
  reason: orNull(z.string()),
  messages: orNull(z.array(z.string())),
  desktopLegacyAgeGateReason: z.unknown().optional(),
  errorScreen: orNull(
    z.object({
      playerErrorMessageRenderer: orNull(z.object({ reason: orNull(formatted), subreason: orNull(formatted) })),
      playerLegacyDesktopYpcOfferRenderer: orNull(z.object({ offerId: orNull(z.string()) })),
      playerLegacyDesktopYpcTrailerRenderer: z.unknown().optional(),
      ypcTrailerRenderer: z.unknown().optional(),
      playerCaptchaViewModel: z.unknown().optional(),
    }),
  ),
})

const videoDetails = z.object({
  videoId: z.string(),
  title: orNull(plain),
  author: orNull(plain),
  lengthSeconds: orNull(z.coerce.number().int().positive().max(31_536_000)),
  isLive: orNull(z.boolean()),
  isUpcoming: orNull(z.boolean()),
  thumbnail: orNull(
    z.object({ thumbnails: z.array(z.object({ url: z.string(), width: z.number().catch(0) })).max(100) }),
  ),
})

const captionTrack = z.object({
  baseUrl: z.string(),
  name: orNull(formatted.pipe(plain)),
  languageCode: orNull(z.string()),
  kind: orNull(z.string()),
})

const audioTrack = z.object({
  audioTrackId: orNull(z.string()),
  captionTrackIndices: orNull(z.array(z.number())),
  defaultCaptionTrackIndex: orNull(z.number()),
})

const tracklist = z.object({
  captionTracks: z.array(captionTrack.nullable().catch(null)).max(2000).nullish(),
  audioTracks: orNull(z.array(audioTrack)),
  defaultAudioTrackIndex: orNull(z.number()),
})

/** `isAutoDubbed` is false on some dubs, whose id ends like that of one. */
const mediaSound = z.object({ id: z.string(), isAutoDubbed: orNull(z.boolean()) })

/** A sound of a video, as the media that have it name it. */
export type MediaSound = z.infer<typeof mediaSound>

const playerAnswer = z.object({
  error: z.undefined({ error: 'is an error of the API' }).optional(),
  playabilityStatus: playabilityStatus.optional(),
  videoDetails: videoDetails.optional(),
  captions: z.object({ playerCaptionsTracklistRenderer: tracklist.nullish() }).nullish(),
  streamingData: orNull(
    z.object({
      licenseInfos: z.array(z.unknown()).nullish(),
      adaptiveFormats: orNull(z.array(orNull(z.object({ audioTrack: orNull(mediaSound) })))),
    }),
  ),
  microformat: orNull(z.object({ playerMicroformatRenderer: z.object({ publishDate: orNull(z.string()) }) })),
})

/** The needed fields of the player's answer about a video, as InnerTube names them. Texts to show are tidy. */
export type PlayerResponse = z.infer<typeof playerAnswer>

/** Caption tracks in YouTube's order, null for one that can't be read: others are named by their place in it. */
export type Tracklist = z.infer<typeof tracklist>

const EMPTY_ANSWER = new Set(['responseContext', 'trackingParams'])

/** An answer without a status is one only when it has nothing else either: YouTube then knows no such video. */
function isAnswer(json: unknown, { playabilityStatus: playability }: PlayerResponse): boolean {
  return playability !== undefined || Object.keys(Object(json)).every((name) => EMPTY_ANSWER.has(name))
}

/**
 * Reads the player's answer, given as parsed JSON. What can't be read of a title or a picture is left out; throws
 * `upstream_changed` where what decides (status, id, the list of captions) has another shape than is known.
 */
export function parsePlayerResponse(json: unknown): PlayerResponse {
  const { success, data, error } = playerAnswer.safeParse(json)
  if (success && isAnswer(json, data)) return data
  const why = error ? z.prettifyError(error).slice(0, 1000) : 'It has no playabilityStatus'
  throw new Problem('upstream_changed', { cause: new Error(why) })
}
