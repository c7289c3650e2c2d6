/** What the front door says. */
export const words = {
  promise: ['Every word,', 'with its time.'],
  lead: 'Paste a link to a video or a recording, or drop a file. Captions come back at once; everything else is transcribed.',
  signIn: 'Sign in to paste a link or drop a file. A new account has 15 min a month, free.',
  noScript: 'This form needs JavaScript. The API and the command line below work without it.',
  recent: 'Your last transcripts',
  allTranscripts: 'All transcripts',
  example: 'The example as',
  toRead: 'To read',
  speech: 'Inaugural address, 1961',
  speechText: 'John F. Kennedy, 1961. Choose a line, and it is played from there.',
  output: 'What comes out',
  input: 'What goes in',
  doors: 'Three other doors',
  kinds: [
    {
      name: 'Videos',
      what: 'YouTube, X, TikTok, Facebook, Instagram, RedNote, Vimeo and Bilibili. Full, short, mobile, share and embed links.',
      how: 'The captions of the video where it has them, human before automatic; its sound where it has none.',
    },
    {
      name: 'Podcasts',
      what: 'Episode pages, Apple Podcasts, feeds and direct audio links. A whole show at once.',
      how: "The publisher's own transcript where there is one; else the episode is listened to.",
    },
    {
      name: 'Files',
      what: 'Audio and video: MP3, M4A, WAV, FLAC, OGG, MP4, MOV, WebM, MKV. Captions: SRT, WebVTT, TTML, ASS, LRC.',
      how: 'Subtitles inside a video count as captions. What is uploaded stays yours alone.',
    },
  ],
  formats: 'Read it here, or take it with you as plain text, SRT, WebVTT, Markdown or JSON.',
  doorsLabel: 'Use it from',
  prices: 'What it costs',
  curl: {
    tab: 'A program',
    code: 'Ask for a transcript with curl',
    text: 'It answers with the transcript when the recording has captions, else with the id of the job that makes it.',
  },
  commandLine: {
    tab: 'The command line',
    code: 'Get subtitles on the command line',
    text: 'Links and files, one or many; it waits for what has to be transcribed and puts nothing but the result on standard output.',
  },
  assistant: {
    tab: 'An assistant',
    code: "The connector's address",
    text: 'Claude, ChatGPT, Cursor and other clients of MCP: add this address as a connector, and allow it once.',
    more: 'How to connect each of them',
  },
} as const
