/** An episode of the show as its feed has it. For tests. */
export const item = (id: string, inner = '') =>
  `<item><guid>${id}</guid><title>Episode ${id}</title><link>https://show.example/${id}</link>
  <enclosure url="https://count.example/e/cdn.example/${id}.mp3?from=feed" type="audio/mpeg"/>${inner}</item>`

/** The show's feed around its episodes. For tests. */
export const rss = (inner: string) =>
  `<rss version="2.0"><channel><title>Show</title><link>https://show.example/</link>${inner}</channel></rss>`

/** A web page as an origin answers it. For tests. */
export const page = (head: string, body = '') => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>x</title>${head}</head><body>${body}</body></html>`,
})
