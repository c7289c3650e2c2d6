import { readPage } from './read-page'
import { servePlayback } from './serve-playback'
import { takeCaptions } from './take-captions'

/** The global that the panel calls in a page, in the extension's world: the page's own scripts don't see it. */
const NAME = 'verbatimPage'

// The panel runs this script each time it looks at a page.
if (!Reflect.has(globalThis, NAME)) {
  Reflect.set(globalThis, NAME, { readPage, takeCaptions })
  servePlayback()
}
