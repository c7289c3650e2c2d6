const EPISODE_CHARACTERS = 900

/** A podcast's feed of nearly so many bytes, with as many episodes as fit. */
export function largestFeed(bytes: number): Buffer {
  const head = '<rss version="2.0"><channel><title>Show</title><link>http://show.example/</link>'
  const end = '</channel></rss>'
  const episodes: string[] = []
  for (let length = head.length + end.length; ; ) {
    const n = episodes.length
    const title = `${n} ${'and nobody was at home then '.repeat(30)}`.slice(0, EPISODE_CHARACTERS)
    const episode = `<item><guid>${n}</guid><title>${title}</title><enclosure url="http://show.example/${n}.mp3" type="audio/mpeg" length="1"/></item>`
    length += episode.length
    if (length > bytes) return Buffer.from([head, ...episodes, end].join(''))
    episodes.push(episode)
  }
}
