import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalUrl } from './canonical-url'

describe('canonicalUrl', () => {
  it.each([
    ['HTTPS://Media.Example:443/A.mp3#t=10', 'https://media.example/A.mp3'],
    ['http://media.example.:80', 'http://media.example/'],
    ['https://media.example:8443/a', 'https://media.example:8443/a'],
    ['https://user:pass@media.example/a', 'https://media.example/a'],
    ['https://media.example/%7euser/%c3%a4%2f%41', 'https://media.example/~user/%C3%A4%2FA'],
    ['https://media.example/100%/a%zz', 'https://media.example/100%25/a%25zz'],
    ['https://media.example/%%34%31', 'https://media.example/%2541'],
    ['https://media.example/a?', 'https://media.example/a'],
    ['https://media.example/a?&&b=1&', 'https://media.example/a?b=1'],
    ['https://media.example/a?b=2&a=1&b=1', 'https://media.example/a?b=2&a=1&b=1'],
    ['https://media.example/a?x=%2b+%20%7E', 'https://media.example/a?x=%2B+%20~'],
    ['https://media.example/a?utm_source=x&id=1&UTM_Medium=y&fbclid=z', 'https://media.example/a?id=1'],
    ['https://media.example/a?gclid&%75tm_campaign=x', 'https://media.example/a'],
    [
      'https://media.example/a?utm=1&notfbclid=2&q=utm_source',
      'https://media.example/a?utm=1&notfbclid=2&q=utm_source',
    ],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://[2606:4700:4700:0::1111]/a', 'https://[2606:4700:4700::1111]/a'],
  ])('%s is %s', (link, canonical) => {
    expect(canonicalUrl(new URL(link))).toBe(canonical)
  })

  it('does not change what is canonical', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (base, tail) => {
        const link = `${base}/${tail}`
        fc.pre(URL.canParse(link))
        const once = canonicalUrl(new URL(link))
        expect(canonicalUrl(new URL(once))).toBe(once)
      }),
    )
  })
})
