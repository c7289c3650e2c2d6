const SEMVER = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/
const PEP_440 =
  /^v?(\d+(?:\.\d+){0,20})(?:[-_.]?(a|alpha|b|beta|c|rc|pre|preview)[-_.]?(\d{0,9}))?(?:-(\d{1,9})|[-_.]?(?:post|rev|r)[-_.]?(\d{0,9}))?(?:[-_.]?(dev)[-_.]?(\d{0,9}))?(?:\+[a-z\d.]+)?$/i

/** @typedef {(string | number)[]} Key */

/** A number is lower than a word (SemVer 11.4.3). @param {string | number} a @param {string | number} b */
function comparePart(a, b) {
  if (typeof a === typeof b) return a < b ? -1 : Number(a > b)
  return typeof a === 'number' ? -1 : 1
}

/** @param {Key} a @param {Key} b */
function compareKeys(a, b) {
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const [one, other] = [a[place], b[place]]
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1
    const order = comparePart(one, other)
    if (order !== 0) return order
  }
  return 0
}

/** By the precedence of SemVer 2.0.0 §11. @param {string} version @returns {Key} */
function semverKey(version) {
  const [whole, major, minor, patch, pre] = SEMVER.exec(version) ?? []
  if (whole === undefined) throw new Error(`"${version}" is no version of SemVer.`)
  const parts = pre?.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)) ?? []
  // A release comes after its pre-releases.
  return [Number(major), Number(minor), Number(patch), pre === undefined ? 1 : 0, ...parts]
}

/** By the order of PEP 440, without epochs. @param {string} version @returns {Key} */
function pep440Key(version) {
  const [whole, release = '', pre, preNumber, dashed, post, dev, devNumber] = PEP_440.exec(version) ?? []
  if (whole === undefined) throw new Error(`"${version}" is no version of PEP 440.`)
  const numbers = Array.from({ length: 21 }, (_, place) => Number(release.split('.')[place] ?? 0))
  const postNumber = dashed ?? post
  const isDevOfRelease = dev !== undefined && pre === undefined && postNumber === undefined
  const preRank = pre === undefined ? 3 : /^a/i.test(pre) ? 0 : /^b/i.test(pre) ? 1 : 2
  return [
    ...numbers,
    isDevOfRelease ? -1 : preRank,
    Number(preNumber ?? 0),
    postNumber === undefined ? -1 : Number(postNumber),
    dev === undefined ? Number.MAX_SAFE_INTEGER : Number(devNumber ?? 0),
  ]
}

/**
 * Orders two versions as their ecosystem does. OSV's `0` precedes every version. Throws for what is no version.
 * @param {'npm' | 'PyPI'} ecosystem
 * @param {string} a
 * @param {string} b
 */
export function compareVersions(ecosystem, a, b) {
  const keyOf = ecosystem === 'npm' ? semverKey : pep440Key
  if (a === '0' || b === '0') return a === b ? 0 : a === '0' ? -1 : 1
  return compareKeys(keyOf(a), keyOf(b))
}
