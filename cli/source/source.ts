/** The source of a transcript: a link for the server to read, or a file to send. `label` is what the person typed. */
export type Source =
  | { kind: 'link'; label: string; link: string }
  | { kind: 'file'; label: string; path: string; name: string }
