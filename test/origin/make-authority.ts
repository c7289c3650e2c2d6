import { generateKeyPairSync } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import { makeCertificate } from './make-certificate'

export type Authority = {
  /** The authority's own certificate. */
  pem: string
  /** The TLS side of a server of that name; the same one when asked again. */
  contextFor: (host: string) => SecureContext
}

/** A throw-away certificate authority that vouches for any host name or IPv4 address. Its keys never leave the process. */
export function makeAuthority(): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const issuer = { commonName: 'Throw-away test authority', ...keys }
  const server = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const serverKey = server.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const contexts = new Map<string, SecureContext>()
  return {
    pem: makeCertificate({ commonName: issuer.commonName, publicKey: keys.publicKey, issuer }),
    contextFor: (host) => {
      const known = contexts.get(host)
      if (known !== undefined) return known
      const cert = makeCertificate({ commonName: 'Test origin', publicKey: server.publicKey, host, issuer })
      const made = createSecureContext({ key: serverKey, cert })
      contexts.set(host, made)
      return made
    },
  }
}
