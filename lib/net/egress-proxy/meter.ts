import { Transform } from 'node:stream'
import { cutConnections, type Grant, recordRefusal } from './egress-grant'

/** Passes bytes on and counts them; with the first too many everything of the grant is cut. */
export function meter(grant: Grant, host: string): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      grant.bytes += chunk.length
      if (grant.bytes <= grant.maxBytes) return done(null, chunk)
      recordRefusal(grant, { host, reason: 'too_many_bytes' })
      cutConnections(grant)
      done(new Error('too many bytes'))
    },
  })
}
