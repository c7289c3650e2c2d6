import { RESOURCES } from './reference/resources'

const SANDBOX = 'api/sandbox'

/** The resources that transcripts come from. The others have a group of their own, so that neither is a long list. */
const TEXT_RESOURCES = [
  'transcripts',
  'corrections',
  'jobs',
  'uploads',
  'openai',
  'imports',
  'batches',
  'watches',
  'publishing',
]

const pageOf = (resource: string) => `api/${resource}`
const isOfAccount = (resource: string) => !TEXT_RESOURCES.includes(resource) && pageOf(resource) !== SANDBOX

/**
 * The pages of the documentation in reading order. Each is `docs/guide/NAME.md`, except for those of the API reference,
 * which are generated.
 */
export const CONTENTS: readonly { title: string; slugs: readonly string[] }[] = [
  {
    title: 'Start',
    slugs: ['getting-started', 'mcp', 'command-line', 'browser-extension', 'client-packages', 'openai'],
  },
  {
    title: 'Guides',
    slugs: [
      'sources',
      'languages',
      'formats',
      'jobs',
      'uploads',
      'batches',
      'podcasts',
      'watches',
      'transcripts',
      'publishing',
      'webhooks',
    ],
  },
  { title: 'Basics', slugs: ['authentication', 'errors', 'limits', 'allowance', 'your-data', 'changelog'] },
  { title: 'API reference', slugs: ['api', ...TEXT_RESOURCES.map(pageOf)] },
  {
    title: 'Account and server API',
    slugs: [
      ...RESOURCES.map(({ name }) => name)
        .filter(isOfAccount)
        .map(pageOf),
      'api/schemas',
    ],
  },
  { title: 'Run it yourself', slugs: ['self-hosting', 'doctor', 'speech', SANDBOX] },
]

/** Every page's name in reading order. */
export const SLUGS: readonly string[] = CONTENTS.flatMap(({ slugs }) => slugs)

/** Whether a page is generated from the OpenAPI document. */
export function isReference(slug: string): boolean {
  return slug === 'api' || slug.startsWith('api/')
}
