import { readFileSync } from 'node:fs'
import type { OriginAnswer } from '../handle-request'

/** Eleven seconds of public domain speech, used as the sound of every platform. */
const SPEECH = readFileSync('test/fixtures/audio/jfk.mp3')

export const WEBVTT = `WEBVTT

00:00:00.000 --> 00:00:02.500
Hello from captions

00:00:02.500 --> 00:00:05.000
Second line
`

export function json(value: unknown, status = 200): OriginAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

export function page(html: string, headers: Record<string, string> = {}): OriginAnswer {
  return { headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: html }
}

export function text(body: string, type: string): OriginAnswer {
  return { headers: { 'content-type': type }, body }
}

export function redirect(location: string): OriginAnswer {
  return { status: 302, headers: { location }, body: '' }
}

export function sound(type = 'video/mp4'): OriginAnswer {
  return { headers: { 'content-type': type }, body: SPEECH }
}
