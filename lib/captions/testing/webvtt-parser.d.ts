declare module 'webvtt-parser' {
  type Cue = { id: string; startTime: number; endTime: number; text: string }

  export class WebVTTParser {
    parse(text: string, mode: string): { cues: Cue[]; errors: { message: string; line: number }[] }
  }
}
