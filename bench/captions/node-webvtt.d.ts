declare module 'node-webvtt' {
  type Cue = { identifier: string; start: number; end: number; text: string; styles: string }
  type File = { valid: boolean; cues: Cue[] }

  const webvtt: { parse(text: string): File; compile(file: File): string }
  export default webvtt
}
