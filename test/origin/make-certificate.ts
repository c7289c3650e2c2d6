import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

const DAY_MS = 24 * 3600 * 1000

/** The tags of ASN.1 values (ITU-T X.690 §8) that certificates are made of. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

function length(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.of(bytes)
  const digits = Buffer.from(bytes.toString(16).padStart(bytes > 0xffff ? 6 : bytes > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.of(0x80 | digits.length), digits])
}

/** One DER value (ITU-T X.690 §10): tag, length (under 16 MiB) and the contents one after the other. */
function encodeDer(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.of(tag), length(content.length), content])
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f]
  for (let rest = arc >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80)
  return digits
}

/** An object identifier in dotted form as a DER value. */
function encodeObjectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return encodeDer(TAG.objectId, Buffer.from([first * 40 + second, ...rest].flatMap(base128)))
}

const ECDSA_WITH_SHA256 = encodeDer(TAG.sequence, encodeObjectId('1.2.840.10045.4.3.2'))
const TRUE = encodeDer(TAG.boolean, Buffer.of(0xff))

type Options = {
  commonName: string
  publicKey: KeyObject
  /** The host name or IPv4 address a server certificate is for; absent: a certificate authority. */
  host?: string
  issuer: { commonName: string; publicKey: KeyObject; privateKey: KeyObject }
}

function name(commonName: string): Buffer {
  const text = encodeDer(TAG.utf8String, Buffer.from(commonName))
  return encodeDer(TAG.sequence, encodeDer(TAG.set, encodeDer(TAG.sequence, encodeObjectId('2.5.4.3'), text)))
}

/** RFC 5280 §4.1.2.5: two-digit years until 2049. */
function time(ms: number): Buffer {
  const digits = `${new Date(ms).toISOString().slice(0, 19).replace(/\D/g, '')}Z`
  const isLate = Number(digits.slice(0, 4)) >= 2050
  return isLate
    ? encodeDer(TAG.generalizedTime, Buffer.from(digits))
    : encodeDer(TAG.utcTime, Buffer.from(digits.slice(2)))
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha256').update(spki(key)).digest().subarray(0, 20)
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return encodeDer(TAG.sequence, encodeObjectId(id), ...(critical ? [TRUE] : []), encodeDer(TAG.octetString, value))
}

function alternativeName(host: string): Buffer {
  return isIPv4(host)
    ? encodeDer(0x87, Buffer.from(host.split('.').map(Number)))
    : encodeDer(0x82, Buffer.from(host, 'ascii'))
}

/** The requirements of strict verifiers (OpenSSL's x509_strict, Python 3.13) for an authority and of a server certificate. */
function extensions({ publicKey, host, issuer }: Options): Buffer[] {
  const isAuthority = host === undefined
  const usage = isAuthority ? Buffer.of(1, 0x06) : Buffer.of(7, 0x80)
  const shared = [
    extension('2.5.29.19', encodeDer(TAG.sequence, ...(isAuthority ? [TRUE] : [])), true),
    extension('2.5.29.15', encodeDer(TAG.bitString, usage), true),
    extension('2.5.29.14', encodeDer(TAG.octetString, keyId(publicKey))),
    extension('2.5.29.35', encodeDer(TAG.sequence, encodeDer(0x80, keyId(issuer.publicKey)))),
  ]
  if (isAuthority) return shared
  return [
    ...shared,
    extension('2.5.29.37', encodeDer(TAG.sequence, encodeObjectId('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', encodeDer(TAG.sequence, alternativeName(host))),
  ]
}

/**
 * An X.509 version 3 certificate (RFC 5280) in PEM, signed by the issuer's P-256 key and valid from yesterday for eight
 * days. Node can read certificates but not make them, and a bare machine has no `openssl` program.
 */
export function makeCertificate(options: Options): string {
  const serial = randomBytes(16)
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0)
  const toBeSigned = encodeDer(
    TAG.sequence,
    encodeDer(0xa0, encodeDer(TAG.integer, Buffer.of(2))),
    encodeDer(TAG.integer, serial),
    ECDSA_WITH_SHA256,
    name(options.issuer.commonName),
    encodeDer(TAG.sequence, time(Date.now() - DAY_MS), time(Date.now() + 7 * DAY_MS)),
    name(options.commonName),
    spki(options.publicKey),
    encodeDer(0xa3, encodeDer(TAG.sequence, ...extensions(options))),
  )
  const signature = sign('sha256', toBeSigned, options.issuer.privateKey)
  const der = encodeDer(TAG.sequence, toBeSigned, ECDSA_WITH_SHA256, encodeDer(TAG.bitString, Buffer.of(0), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
