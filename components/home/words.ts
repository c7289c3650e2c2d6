import { listNames, SITES } from '@/lib/platforms/platforms'

/** The text of the home page. */
export const words = {
  promise: ['Every word,', 'timestamped.'],
  lead: 'Paste a link to a video or a recording, or drop a file. Existing captions load instantly; everything else is transcribed.',
  guest: {
    transcribe: 'Transcribe',
    sample: 'See a sample transcript',
    file: 'Sign in to upload files',
    noLink: 'Enter a full URL, including the domain.',
    fileNeedsAccount: 'Sign in to upload files, then drop the file again.',
  },
  startFree: 'Start for free',
  choosePlan: (plan: string) => `Choose ${plan}`,
  example: 'Example as',
  toRead: 'Text',
  speech: 'Inaugural address, 1961',
  speechText: 'John F. Kennedy, 1961. Click a line to play it.',
  output: 'Output formats',
  input: 'Supported sources',
  codeExamples: 'API, CLI and MCP',
  kinds: [
    {
      name: 'Videos',
      what: `${listNames(SITES, 'and')}. Full, short, mobile, share and embed links.`,
      how: 'We use the video’s captions: human captions first, then automatic ones. Without captions, we transcribe the audio.',
    },
    {
      name: 'Podcasts',
      what: 'Episode pages, Apple Podcasts, feeds and direct audio links. Import a whole show in one go.',
      how: 'We use the publisher’s transcript if there is one; otherwise we transcribe the audio.',
    },
    {
      name: 'Files',
      what: 'Audio and video: MP3, M4A, WAV, FLAC, OGG, MP4, MOV, WebM, MKV.',
      how: 'Subtitles inside a video count as captions. Uploads stay private.',
    },
  ],
  captions: (formats: readonly string[]) => `Captions: ${formats.join(', ')}.`,
  formats: (formats: string) => `Read it here, or download it as ${formats}.`,
  codeExamplesLabel: 'Use it from',
  prices: 'Pricing',
  curl: {
    tab: 'API',
    code: 'Request a transcript with curl',
    text: 'If the recording has captions, the response is the transcript. Otherwise it has the ID of a transcription job.',
  },
  commandLine: {
    tab: 'Command line',
    code: 'Get subtitles on the command line',
    text: 'Transcribe one or many links and files. The command waits for running jobs and prints only the result to standard output.',
  },
  assistant: {
    tab: 'Assistant',
    code: 'MCP server URL',
    text: 'Claude, ChatGPT, Cursor and other MCP clients: add this URL as a connector, then approve access.',
    more: 'Setup guides',
  },
} as const
