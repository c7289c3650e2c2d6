/** What stands around the pages of the documentation; what they say themselves is Markdown in `docs/guide`. */
export const words = {
  title: 'Documentation',
  description:
    'Verbatim turns a video or audio link, or a file, into a timestamped transcript. From a browser, over REST, or for an assistant.',
  overview: 'Overview',
  pageOf: (title: string) => `Documentation: ${title}`,
  onThisPage: 'On this page',
  beside: 'Pages beside this one',
  before: 'Before this',
  next: 'Next',
  asMarkdown: 'This page as Markdown',
  exampleLanguage: 'Language of the example',
  copy: 'Copy',
} as const
