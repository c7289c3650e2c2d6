// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Text from elsewhere without what a terminal would obey: control characters, and marks that turn the writing round. */
export function printable(text: string): string {
  return text.replace(CONTROL, '')
}

export function oneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ')).trim()
}
