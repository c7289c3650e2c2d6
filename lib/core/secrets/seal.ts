import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { requireSecret } from './derive-secret'

const IV_BYTES = 12
const TAG_BYTES = 16

/** A key of 32 bytes for one purpose, derived from `VERBATIM_SECRET`. */
export function keyFor(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', requireSecret(), '', `verbatim ${purpose}`, 32))
}

function encrypt(purpose: string, owner: string, text: string, iv: Uint8Array): Uint8Array<ArrayBuffer> {
  const cipher = createCipheriv('aes-256-gcm', keyFor(`seal ${purpose}`), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), sealed]))
}

/**
 * Encrypts what has to be read again (AES-256-GCM, with a key derived from `VERBATIM_SECRET` for this purpose). `owner` is
 * whose it is: the bytes can be read as that one's alone.
 */
export function seal(purpose: string, owner: string, text: string): Uint8Array<ArrayBuffer> {
  return encrypt(purpose, owner, text, randomBytes(IV_BYTES))
}

/**
 * Encrypts as `seal` does, the same text of an owner to the same bytes: the nonce is an HMAC of both, so that no nonce serves
 * two texts. A purpose uses this or `seal`, not both.
 */
export function sealRepeatably(purpose: string, owner: string, text: string): Uint8Array<ArrayBuffer> {
  const nonce = createHmac('sha256', keyFor(`nonce ${purpose}`))
    .update(JSON.stringify([owner, text]))
    .digest()
  return encrypt(purpose, owner, text, nonce.subarray(0, IV_BYTES))
}

/** Reads what `seal` or `sealRepeatably` has made. Throws when it was changed, is another's, or was made with another `VERBATIM_SECRET`. */
export function unseal(purpose: string, owner: string, bytes: Uint8Array): string {
  const all = Buffer.from(bytes)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(`seal ${purpose}`), all.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(all.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(all.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
