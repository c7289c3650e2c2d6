import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runSteps } from '@/lib/captions/parsing/steps'
import { propertyRuns } from '@/test/property-runs'
import { findNewItems } from './find-new-items'
import { itemKeys } from './item-keys'

type Episode = { n: number; guid: string; title: string; path: string; query: string; date: Date | null }

const facts = ({ guid, title, path, query, date }: Episode) => ({
  guid,
  title,
  audioUrl: `https://${path}${query}`,
  publishedAt: date,
  isEpisode: true,
})
const keyed = (episodes: readonly Episode[]) => episodes.map((item) => ({ item, keys: itemKeys(facts(item)) }))

/** The items that checks of a feed's states have taken, in order. */
function watchStates(states: readonly (readonly Episode[])[]): number[] {
  const seen = new Map<number, string[]>()
  const taken: number[] = []
  for (const state of states) {
    const { fresh, changed } = runSteps(findNewItems(seen, keyed(state)))
    for (const [place, keys] of changed) seen.set(place, keys)
    for (const { item, keys } of fresh) {
      seen.set(seen.size, keys)
      taken.push(item.n)
    }
  }
  return taken
}

const newEpisode = (n: number): Episode => ({
  n,
  guid: `guid-${n}`,
  title: `Episode ${n}`,
  path: `media.example/${n}.mp3`,
  query: '',
  date: new Date(Date.UTC(2026, 0, 1, 0, 7 * n)),
})

/** The changes of feeds to an episode between two checks: each leaves something by which it is known. */
const EDITS: readonly ((episode: Episode, salt: number) => Episode)[] = [
  (one) => one,
  (one, salt) => ({ ...one, guid: `id-${salt}-${one.n}` }),
  (one, salt) => ({ ...one, title: `${one.title} (edited ${salt})` }),
  (one, salt) => ({ ...one, query: `?utm_source=feed${salt}&fbclid=${salt}` }),
  (one, salt) => ({ ...one, path: `counter${salt}.example/e/${one.path.split('/e/').at(-1)}` }),
  (one, salt) => ({ ...one, path: `cdn${salt}.example/${one.n}.mp3`, query: '' }),
  (one, salt) => ({ ...one, date: one.date && new Date(one.date.getTime() + (salt % 50) * 1000 * 60 * 60 * 24 * 400) }),
  // A new host that gives new ids, signs its links, and keeps title and date.
  (one, salt) => ({
    ...one,
    guid: `moved-${salt}-${one.n}`,
    path: `new${salt}.example/${one.n}.mp3`,
    query: `?sig=${salt}`,
  }),
  (one, salt) => ({ ...one, guid: `again-${salt}-${one.n}`, title: `${one.title}!`, query: `?token=${salt}` }),
]

const edit = fc.record({ kind: fc.nat({ max: EDITS.length - 1 }), salt: fc.nat({ max: 9999 }) })
const step = fc.record({
  added: fc.nat({ max: 4 }),
  edits: fc.array(edit, { minLength: 1, maxLength: 12 }),
  order: fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 12 }),
  shown: fc.integer({ min: 1, max: 20 }),
})

describe('an item of a watched list', () => {
  test('is taken exactly once after any changes of its ids, order, titles, dates and links', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let episodes: Episode[] = []
        const states = steps.map(({ added, edits, order, shown }) => {
          const edited = episodes.map((one, index) => {
            const { kind, salt } = edits[index % edits.length] ?? { kind: 0, salt: 0 }
            return (EDITS[kind] ?? ((same: Episode) => same))(one, salt)
          })
          const fresh = Array.from({ length: added }, (_, index) => newEpisode(episodes.length + index))
          // Only what the feed shows changes: dropped items are unknown.
          const visible = edited.slice(0, shown)
          episodes = [...visible, ...episodes.slice(shown), ...fresh]
          const listed = [...visible, ...fresh]
          return listed
            .map((one, index) => ({ one, rank: order[index % order.length] ?? 0 }))
            .sort((a, b) => a.rank - b.rank)
            .map(({ one }) => one)
        })
        const taken = watchStates(states)
        expect(taken.toSorted((a, b) => a - b)).toEqual(episodes.map(({ n }) => n).toSorted((a, b) => a - b))
      }),
      { numRuns: propertyRuns(1000) },
    )
  })

  test('is not mistaken for another with the same guid in the same list', () => {
    const same = [0, 1, 2].map((n) => ({ ...newEpisode(n), guid: 'the-show' }))
    expect(watchStates([same.slice(0, 2), same])).toEqual([0, 1, 2])
  })

  test('is one item where a feed lists its recording twice', () => {
    const one = newEpisode(0)
    expect(watchStates([[one, { ...one, guid: 'twice', title: 'Twice', n: 1 }]])).toEqual([0])
  })

  test('without a date is known by the path of its recording and its title', () => {
    const one = { ...newEpisode(0), date: null }
    const signed = { ...one, guid: 'other', query: '?sig=1' }
    expect(
      watchStates([[one], [signed], [{ ...signed, title: 'Another', query: '?sig=2', guid: 'third', n: 1 }]]),
    ).toEqual([0, 1])
  })

  test('that is a video is known by its id alone', () => {
    const video = (id: string, title: string) => ({
      item: id,
      keys: itemKeys({ guid: id, title, audioUrl: `https://v.example/${id}`, publishedAt: null, isEpisode: false }),
    })
    const seen = new Map([[0, [video('a', '').keys.strong]]])
    const { fresh } = runSteps(findNewItems(seen, [video('b', 'Same'), video('a', 'Same')]))
    expect(fresh.map(({ item }) => item)).toEqual(['b'])
  })
})
