import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'

const printable = z
  .string()
  .max(500)
  .regex(/^[\x20-\x7e]+$/, 'should be printable ASCII')

const clientSchema = z.strictObject({
  /** The number of the client's name, which goes into a header. */
  number: z.int().positive(),
  userAgent: printable,
  /** The client's context in each request, by InnerTube's names. */
  context: z
    .object({ clientName: printable, clientVersion: printable })
    .catchall(z.union([printable, z.number(), z.boolean()])),
})

/** A program of YouTube's that its API is asked as. */
export type YoutubeClient = z.infer<typeof clientSchema>

const fileSchema = z.array(clientSchema).min(1).max(10)

/** The clients that were given captions without a token, in the order they are asked. Versions as of August 2026. */
const YOUTUBE_CLIENTS: readonly YoutubeClient[] = [
  {
    number: 101,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_7_3) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    context: {
      clientName: 'VISIONOS',
      clientVersion: '1.02',
      deviceMake: 'Apple',
      deviceModel: 'RealityDevice17,1',
      osName: 'visionOS',
      osVersion: '26.5.23O471',
    },
  },
  {
    number: 3,
    userAgent: 'com.google.android.youtube/21.26.364 (Linux; U; Android 11) gzip',
    context: {
      clientName: 'ANDROID',
      clientVersion: '21.26.364',
      androidSdkVersion: 30,
      osName: 'Android',
      osVersion: '11',
    },
  },
  {
    number: 5,
    userAgent: 'com.google.ios.youtube/21.26.4 (iPhone16,2; U; CPU iOS 18_3_2 like Mac OS X;)',
    context: {
      clientName: 'IOS',
      clientVersion: '21.26.4',
      deviceMake: 'Apple',
      deviceModel: 'iPhone16,2',
      osName: 'iPhone',
      osVersion: '18.3.2.22D82',
    },
  },
]

function listClients(file: string): readonly YoutubeClient[] {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`YOUTUBE_CLIENTS_FILE (${file}) is not a list of YouTube clients:\n${what}`, { cause: error })
  }
}

/**
 * The clients YouTube is asked as, in order: those of the JSON file `YOUTUBE_CLIENTS_FILE`, an array of objects of the
 * shape above, else the ones known here. The file is read once. Throws an Error that says what is wrong with it.
 */
export function youtubeClients(): readonly YoutubeClient[] {
  const file = env().YOUTUBE_CLIENTS_FILE
  return file === undefined ? YOUTUBE_CLIENTS : singleton(`youtube-clients ${file}`, () => listClients(file))
}
