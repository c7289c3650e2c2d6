import { randomBytes, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { silence } from '../silence'

const BYTES_PER_SECOND = 32_000
const HEADER_BYTES = 44
const recording = await readFile('test/fixtures/audio/jfk.wav')
const SPEECH = recording.subarray(recording.indexOf('data') + 8)

/**
 * A minute or so of speech, so many turns of eleven seconds, as a WAV that no other is like, in no stretch of it: the same speech over and over, each time as
 * loud as chance has it, with a faint noise. Without the noise two chunks may be the same by chance.
 */
export function makeSound(turns = randomInt(2, 7)): { wav: Uint8Array<ArrayBuffer>; seconds: number } {
  const wav = Buffer.from(silence(Math.floor((turns * SPEECH.length) / BYTES_PER_SECOND)))
  const loudness = Array.from({ length: turns }, () => 0.6 + randomInt(4_000) / 10_000)
  const noise = randomBytes(wav.length)
  for (let at = HEADER_BYTES; at + 1 < wav.length; at += 2) {
    const from = at - HEADER_BYTES
    const turn = Math.floor(from / SPEECH.length)
    const said = SPEECH.readInt16LE(from % SPEECH.length) * (loudness[turn] ?? 1)
    wav.writeInt16LE(Math.round(said) + ((noise[at] ?? 0) % 3) - 1, at)
  }
  return { wav: new Uint8Array(wav), seconds: (wav.length - HEADER_BYTES) / BYTES_PER_SECOND }
}
