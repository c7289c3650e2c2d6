/** The pages of the documentation in reading order; each is `docs/guide/NAME.md`, but for `api`, which is generated. */
export const CONTENTS: readonly { title: string; slugs: readonly string[] }[] = [
  { title: 'Start', slugs: ['getting-started', 'mcp', 'command-line'] },
  {
    title: 'Guides',
    slugs: ['sources', 'languages', 'formats', 'jobs', 'uploads', 'podcasts', 'history', 'publishing', 'webhooks'],
  },
  { title: 'Reference', slugs: ['api', 'errors', 'authentication', 'limits', 'allowance', 'your-data'] },
  { title: 'Run it yourself', slugs: ['self-hosting', 'speech'] },
]

/** Every page's name in reading order. */
export const SLUGS: readonly string[] = CONTENTS.flatMap(({ slugs }) => slugs)
