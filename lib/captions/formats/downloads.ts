import { facts as ass } from './ass/facts'
import { facts as docx } from './docx/facts'
import { facts as json } from './json/facts'
import { facts as markdown } from './markdown/facts'
import { facts as pdf } from './pdf/facts'
import { facts as srt } from './srt/facts'
import { facts as text } from './text/facts'
import { facts as ttml } from './ttml/facts'
import { facts as vtt } from './webvtt/facts'

/** The formats of downloads, in the order of the API. */
export const DOWNLOADS = [json, text, srt, vtt, ttml, ass, markdown, docx, pdf] as const
