/** A page of the API reference: the operations of some tags, or below some paths. */
export type Resource = {
  /** The name of its page, below `/docs/api`. */
  name: string
  title: string
  description: string
  tags: readonly string[]
}

/** The path of jobs, which have a page of their own whatever their tag. */
const JOBS_PATH = '/v1/jobs'

/** The pages of the API reference in reading order. */
export const RESOURCES: readonly Resource[] = [
  {
    name: 'transcripts',
    title: 'Transcripts API',
    description: 'Create, list, search, read and delete transcripts, and list the caption languages of a source.',
    tags: ['Transcription', 'History'],
  },
  {
    name: 'corrections',
    title: 'Corrections API',
    description: 'Correct transcripts, name their speakers, find and replace, and restore earlier revisions.',
    tags: ['Corrections'],
  },
  {
    name: 'jobs',
    title: 'Jobs API',
    description: 'Get, stream and cancel transcription jobs, and read their text while they run.',
    tags: [],
  },
  {
    name: 'uploads',
    title: 'Uploads API',
    description: 'Upload files to transcribe, in one request or in parts.',
    tags: ['Uploads'],
  },
  {
    name: 'openai',
    title: 'OpenAI-compatible API',
    description: 'Transcribe files with the clients of OpenAI.',
    tags: ['OpenAI'],
  },
  {
    name: 'imports',
    title: 'Imports API',
    description: 'Inspect links, and import podcasts, playlists and channels.',
    tags: ['Podcasts and imports'],
  },
  {
    name: 'batches',
    title: 'Batches API',
    description: 'Transcribe up to 1,000 links and uploads with one request.',
    tags: ['Batches'],
  },
  {
    name: 'watches',
    title: 'Watches API',
    description: 'Watch shows, channels and playlists, and transcribe what is new.',
    tags: ['Watches'],
  },
  {
    name: 'publishing',
    title: 'Publishing API',
    description: 'Publish and unpublish transcripts, and read public ones.',
    tags: ['Publishing'],
  },
  {
    name: 'webhooks',
    title: 'Webhooks API',
    description: 'Manage webhook endpoints and their deliveries, and receive events of providers.',
    tags: ['Webhooks'],
  },
  {
    name: 'account',
    title: 'Account API',
    description: 'Manage your API key, sessions, connections and data.',
    tags: ['API keys', 'Sessions', 'Connections', 'Account'],
  },
  {
    name: 'billing',
    title: 'Billing API',
    description: 'List plans, and manage your subscription.',
    tags: ['Billing'],
  },
  {
    name: 'oauth',
    title: 'OAuth API',
    description: 'Connect apps and devices to an account.',
    tags: ['OAuth', 'Devices'],
  },
  {
    name: 'server',
    title: 'Server API',
    description: 'Check the health of the server and the platforms, and manage speech models.',
    tags: ['Health', 'System check', 'Speech'],
  },
  {
    name: 'sandbox',
    title: 'Billing sandbox API',
    description:
      'Simulate payments in the billing sandbox of your own machine. These operations do not exist elsewhere.',
    tags: ['Billing sandbox'],
  },
]

/** The resource that an operation belongs to. Throws for a tag without a page. */
export function resourceOf({ path, tags: [tag] }: { path: string; tags: readonly string[] }): Resource {
  const isJob = path === JOBS_PATH || path.startsWith(`${JOBS_PATH}/`)
  const found = RESOURCES.find(({ name, tags }) => (isJob ? name === 'jobs' : tags.includes(tag ?? '')))
  if (!found) throw new Error(`no page of the API reference has the tag "${tag}"`)
  return found
}
