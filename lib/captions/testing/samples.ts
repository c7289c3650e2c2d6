import type { CaptionFormat } from '../formats/formats'
import { renderJson } from '../formats/json/json'
import { escapeXml } from '../parsing/xml'

/** A caption as a program writes it, one second after another. */
export type Line = { startMs: number; text: string }

/**
 * Samples of a format. `document`: a file with what is special about the format. `damaged`: the captions a, b and c, of which the second
 * has the time `O3`. `head`: a file up to the text of its first caption. `write`: a file as the programs write it that the format comes
 * from; absent where its signs cannot be escaped.
 */
export type Sample = { document: string; damaged: string; head: string; write?: (lines: readonly Line[]) => string }

const seconds = (ms: number) => (ms / 1000).toFixed(3)
/** `MM:SS.cc`. */
const stamp = (ms: number) => new Date(ms).toISOString().slice(14, 22)
/** `HH:MM:SS.mmm`. */
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23)
const oneLine = (text: string) => text.replace(/\s+/g, ' ')
const escapeSigns = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** How long each line lasts that is written. */
const LINE_MS = 900

/** Samples of every format that is read. */
export const SAMPLES: Readonly<Record<CaptionFormat, Sample>> = {
  vtt: {
    document:
      'WEBVTT\n\nNOTE x\n\nid\n00:01.000 --> 00:02.000 align:start\n<v Ann>a <i>b</i>\n\n00:02.000 --> 00:03.000\n<00:02.100>c <00:02.500>d &amp; e',
    damaged: 'WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n00:O3.000 --> 00:04.000\nb\n\n00:05.000 --> 00:06.000\nc',
    head: 'WEBVTT\n\n00:00.000 --> 00:09.000\n',
    write: (lines) =>
      `WEBVTT\n\n${lines.map(({ startMs, text }) => `${clock(startMs)} --> ${clock(startMs + LINE_MS)}\n${escapeSigns(text)}\n\n`).join('')}`,
  },
  srt: {
    document: '1\n00:00:01,000 --> 00:00:02,000\na <i>b</i>\n\n2\n00:00:02,000 --> 00:00:03,500\n{\\an8}c\nd\n',
    damaged: '00:00:01,000 --> 00:00:02,000\na\n\n00:00:O3,000 --> 00:00:04,000\nb\n\n00:00:05,000 --> 00:00:06,000\nc',
    head: '1\n00:00:00,000 --> 00:00:09,000\n',
    write: (lines) =>
      lines
        .map(({ startMs, text }, index) => {
          const times = [startMs, startMs + LINE_MS].map((ms) => clock(ms).replace('.', ','))
          return `${index + 1}\n${times.join(' --> ')}\n${text}\n\n`
        })
        .join(''),
  },
  ttml: {
    document:
      '<tt xmlns="x" ttp:frameRate="25" ttp:tickRate="100"><head/><body timeContainer="seq"><div begin="1s"><p begin="00:00:01:05" end="900t">a<br/><span begin="1s" dur="3f">b</span> c</p></div></body></tt>',
    damaged:
      '<tt xmlns="http://www.w3.org/ns/ttml"><body><p begin="1s" end="2s">a</p><p begin="O3s">b</p><p begin="5s">c</p></body></tt>',
    head: '<tt xmlns="http://www.w3.org/ns/ttml"><body><p begin="0s" end="9s">',
    write: (lines) =>
      `<tt xmlns="http://www.w3.org/ns/ttml"><body><div>${lines.map(({ startMs, text }) => `<p begin="${startMs}ms" dur="${LINE_MS}ms">${escapeXml(text)}</p>`).join('')}</div></body></tt>`,
  },
  ass: {
    document:
      '[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.50,D,,0,0,0,,{\\i1}a{\\p1}m 0{\\p0}, b\\Nc\n',
    damaged:
      '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,a\nDialogue: 0:00:O3.00,0:00:04.00,b\nDialogue: 0:00:05.00,0:00:06.00,c',
    head: '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:00.00,0:00:09.00,',
  },
  lrc: {
    document: '[ti:x]\n[offset:+50]\n[00:01.00][00:05.00]<00:01.20>a <00:01.50>b\n[00:03.00]\n',
    damaged: '[ar:Somebody]\n[00:01.00]a\n[00:O3.00]b\n[00:05.00]c',
    head: '[00:00.00]',
    write: (lines) => lines.map(({ startMs, text }) => `[${stamp(startMs)}]${oneLine(text)}\n`).join(''),
  },
  json3: {
    document:
      '{"wireMagic":"pb3","events":[{"tStartMs":0,"id":1},{"tStartMs":10,"dDurationMs":3000,"wWinId":1,"segs":[{"utf8":"a","acAsrConf":0},{"utf8":" b","tOffsetMs":50}]},{"tStartMs":90,"wWinId":1,"aAppend":1,"segs":[{"utf8":"\\n"}]},{"tStartMs":100,"dDurationMs":3000,"wWinId":1,"segs":[{"utf8":"c"}]}]}',
    damaged:
      '{"events":[{"tStartMs":1000,"segs":[{"utf8":"a"}]},{"tStartMs":"O3","segs":[{"utf8":"b"}]},{"tStartMs":5000,"segs":[{"utf8":"c"}]}]}',
    head: '{"events":[{"tStartMs":0,"dDurationMs":9000,"segs":[{"utf8":"',
    write: (lines) =>
      JSON.stringify({
        events: lines.map(({ startMs, text }) => ({ tStartMs: startMs, dDurationMs: LINE_MS, segs: [{ utf8: text }] })),
      }),
  },
  srv1: {
    document: '<?xml version="1.0"?><transcript><text start="1.5" dur="2">a &amp;amp; &lt;b&gt;</text></transcript>',
    damaged: '<transcript><text start="1">a</text><text start="O3">b</text><text start="5">c</text></transcript>',
    head: '<transcript><text start="0" dur="9">',
    write: (lines) =>
      `<transcript>${lines.map(({ startMs, text }) => `<text start="${seconds(startMs)}" dur="0.9">${escapeXml(escapeXml(text))}</text>`).join('')}</transcript>`,
  },
  srv3: {
    document:
      '<timedtext format="3"><body><w t="0" id="1"/><p t="10" d="500" w="1"><s ac="1">a</s><s t="90"> b</s></p><p t="200" d="9" w="1" a="1">\n</p></body></timedtext>',
    damaged:
      '<timedtext format="3"><body><p t="1000" d="1">a</p><p t="O3">b</p><p t="5000" d="1">c</p></body></timedtext>',
    head: '<timedtext format="3"><body><p t="0" d="9000">',
    write: (lines) =>
      `<timedtext format="3"><body>${lines.map(({ startMs, text }) => `<p t="${startMs}" d="${LINE_MS}">${escapeXml(text)}</p>`).join('')}</body></timedtext>`,
  },
  'podcast-json': {
    document:
      '{"version":"1.0.0","segments":[{"startTime":0.5,"endTime":0.75,"body":"I","speaker":"A"},{"startTime":1,"endTime":1.25,"body":"am"},{"startTime":1.5,"endTime":2,"body":"here."}]}',
    damaged: '{"segments":[{"startTime":1,"body":"a a"},{"startTime":"O3","body":"b b"},{"startTime":5,"body":"c c"}]}',
    head: '{"segments":[{"startTime":0,"endTime":9,"body":"',
    write: (lines) =>
      JSON.stringify({
        version: '1.0.0',
        segments: lines.map(({ startMs, text }) => ({
          startTime: startMs / 1000,
          endTime: (startMs + LINE_MS) / 1000,
          body: text,
        })),
      }),
  },
  'podcast-html': {
    document:
      '<!doctype html><html><body><cite>Ann:</cite><time>0:01</time><p>a &amp; <b>b</b></p><cite>Bob:</cite>\n<time>1:02:03</time>\n<p>c<br>d</p></body></html>',
    damaged: '<time>0:01</time><p>a</p><time>0:O3</time><p>b</p><time>0:05</time><p>c</p>',
    head: '<html><body><time>0:00</time><p>x</p><time>0:01</time><p>',
    write: (lines) =>
      `<html><body>${lines.map(({ startMs, text }) => `<time>${stamp(startMs)}</time><p>${escapeXml(text)}</p>`).join('')}</body></html>`,
  },
  json: {
    document:
      '{"lang":"de","format":"json","text":"a b c","segments":[{"start":0.5,"end":1.5,"duration":1,"text":"a b","words":[{"start":0.5,"end":0.75,"text":"a"},{"start":1,"end":1.5,"text":"b"}],"speaker":"S1"},{"start":1.5,"end":2,"duration":0.5,"text":"c","speaker":"S2"}],"speakers":[{"id":"S1","name":"Ann"},{"id":"S2","name":null}]}',
    damaged:
      '{"segments":[{"start":1,"end":2,"duration":1,"text":"a"},{"start":"O3","end":4,"duration":1,"text":"b"},{"start":5,"end":6,"duration":1,"text":"c"}]}',
    head: '{"segments":[{"start":0,"end":9,"duration":9,"text":"',
    write: (lines) => {
      const segments = lines.map(({ startMs, text }) => ({ startMs, endMs: startMs + LINE_MS, text }))
      return JSON.stringify(renderJson(segments))
    },
  },
  'whisper-json': {
    document:
      '{"text":" a b. c","segments":[{"id":0,"seek":0,"start":0.0,"end":1.5,"text":" a b.","words":[{"word":" a","start":0.0,"end":0.5,"probability":0.9},{"word":" b.","start":0.75,"end":1.5,"probability":0.8}]},{"id":1,"start":1.5,"end":2,"text":" c"}],"language":"en"}',
    damaged:
      '{"segments":[{"start":1,"end":2,"text":" a"},{"start":"O3","end":4,"text":" b"},{"start":5,"end":6,"text":" c"}]}',
    head: '{"segments":[{"start":0,"end":9,"text":"',
    write: (lines) =>
      JSON.stringify({
        text: lines.map(({ text }) => text).join(''),
        segments: lines.map(({ startMs, text }) => ({
          start: startMs / 1000,
          end: (startMs + LINE_MS) / 1000,
          text: ` ${text}`,
        })),
      }),
  },
  'whisperx-json': {
    document:
      '{"segments":[{"start":0.5,"end":2,"text":" In 2014 it","words":[{"word":"In","start":0.5,"end":0.75,"score":0.9,"speaker":"SPEAKER_00"},{"word":"2014"},{"word":"it","start":1.5,"end":2,"score":0.8}],"speaker":"SPEAKER_00"}],"word_segments":[{"word":"In","start":0.5,"end":0.75,"score":0.9}],"language":"en"}',
    damaged:
      '{"segments":[{"start":1,"end":2,"text":"a","words":[{"word":"a","start":1,"end":2,"score":1}]},{"start":"O3","text":"b"},{"start":5,"end":6,"text":"c"}]}',
    head: '{"segments":[{"start":0,"end":1,"text":"x","words":[{"word":"x","start":0,"end":1,"score":1}]},{"start":1,"end":9,"text":"',
    write: (lines) =>
      JSON.stringify({
        segments: lines.map(({ startMs, text }) => {
          const times = { start: startMs / 1000, end: (startMs + LINE_MS) / 1000 }
          return { ...times, text, words: text.split(/\s+/).map((word) => ({ word, ...times, score: 1 })) }
        }),
      }),
  },
  'youtube-transcript-json': {
    document: '[{"text":"a\\nb","start":0.5,"duration":1.5},{"text":"c","start":2,"duration":1}]',
    damaged:
      '[{"text":"a","start":1,"duration":1},{"text":"b","start":"O3","duration":1},{"text":"c","start":5,"duration":1}]',
    head: '[{"start":0,"duration":9,"text":"',
    write: (lines) =>
      JSON.stringify(lines.map(({ startMs, text }) => ({ text, start: startMs / 1000, duration: LINE_MS / 1000 }))),
  },
  'bilibili-json': {
    document:
      '{"font_size":0.4,"font_color":"#FFFFFF","body":[{"from":0.5,"to":1.5,"sid":1,"location":2,"content":"a\\nb"},{"from":2,"to":3,"content":"c"}]}',
    damaged:
      '{"body":[{"from":1,"to":2,"content":"a"},{"from":"O3","to":4,"content":"b"},{"from":5,"to":6,"content":"c"}]}',
    head: '{"body":[{"from":0,"to":9,"content":"',
    write: (lines) =>
      JSON.stringify({
        body: lines.map(({ startMs, text }) => ({
          from: startMs / 1000,
          to: (startMs + LINE_MS) / 1000,
          location: 2,
          content: text,
        })),
      }),
  },
  sbv: {
    document: '0:00:01.000,0:00:02.500\na[br]b\n\n0:00:02.500,0:00:04.000\nc\n',
    damaged: '0:00:01.000,0:00:02.000\na\n\n0:00:O3.000,0:00:04.000\nb\n\n0:00:05.000,0:00:06.000\nc\n',
    head: '0:00:00.000,0:00:09.000\n',
    write: (lines) =>
      lines
        .map(({ startMs, text }) => `${clock(startMs).slice(1)},${clock(startMs + LINE_MS).slice(1)}\n${text}\n\n`)
        .join(''),
  },
  subviewer: {
    document:
      '[INFORMATION]\n[TITLE]x\n[END INFORMATION]\n[SUBTITLE]\n[COLF]&HFFFFFF,[STYLE]bd,[SIZE]18,[FONT]Arial\n00:00:01.00,00:00:02.50\na[br]b\n\n00:00:02.50,00:00:04.00\nc\n',
    damaged: '00:00:01.00,00:00:02.00\na\n\n00:00:O3.00,00:00:04.00\nb\n\n00:00:05.00,00:00:06.00\nc\n',
    head: '00:00:00.00,00:00:09.00\n',
    write: (lines) =>
      `[INFORMATION]\n[END INFORMATION]\n[SUBTITLE]\n${lines
        .map(({ startMs, text }) => {
          const times = [startMs, startMs + LINE_MS].map((ms) => clock(ms).slice(0, -1))
          return `${times.join(',')}\n${text.replaceAll('\n', '[br]')}\n\n`
        })
        .join('')}`,
  },
  microdvd: {
    document: '{1}{1}25\n{25}{50}{y:i}a|b\n{50}{}/c\n{100}{125}d\n',
    damaged: '{1}{1}10\n{10}{20}a\n{O3}{40}b\n{50}{60}c\n',
    head: '{1}{1}25\n{0}{225}',
    write: (lines) =>
      `{1}{1}10\n${lines
        .map(({ startMs, text }) => `{${startMs / 100}}{${(startMs + LINE_MS) / 100}}${text.replaceAll('\n', '|')}\n`)
        .join('')}`,
  },
  sami: {
    document:
      '<SAMI>\n<HEAD>\n<STYLE TYPE="text/css"><!--\nP { font-family: Arial; }\n.ENCC { Name: English; lang: en-US; SAMIType: CC; }\n--></STYLE>\n</HEAD>\n<BODY>\n<SYNC Start=1000><P Class=ENCC ID=Source>Ann<P Class=ENCC>a<br><i>b</i> &amp; c\n<SYNC Start=2500><P Class=ENCC>&nbsp;\n<SYNC Start=3000><P Class=ENCC>d\n</BODY>\n</SAMI>\n',
    damaged:
      '<SAMI><BODY><SYNC Start=1000><P Class=ENCC>a<SYNC Start=O3><P Class=ENCC>b<SYNC Start=5000><P Class=ENCC>c</BODY></SAMI>',
    head: '<SAMI><BODY><SYNC Start=0><P Class=ENCC>',
    write: (lines) =>
      `<SAMI>\n<BODY>\n${lines
        .map(
          ({ startMs, text }) =>
            `<SYNC Start=${startMs}><P Class=ENCC>${escapeSigns(text).replaceAll('\n', '<br>')}\n<SYNC Start=${startMs + LINE_MS}><P Class=ENCC>&nbsp;\n`,
        )
        .join('')}</BODY>\n</SAMI>\n`,
  },
  'whisper-tsv': {
    document: 'start\tend\ttext\n500\t1500\ta b\n1500\t3000\tc\n',
    damaged: 'start\tend\ttext\n1000\t2000\ta\nO3\t4000\tb\n5000\t6000\tc\n',
    head: 'start\tend\ttext\n0\t9000\t',
    write: (lines) =>
      `start\tend\ttext\n${lines.map(({ startMs, text }) => `${startMs}\t${startMs + LINE_MS}\t${oneLine(text)}\n`).join('')}`,
  },
  scc: {
    document:
      'Scenarist_SCC V1.0\n\n00:00:01:00\t94ae 94ae 9420 9420 9470 9470 6180 942f 942f\n\n00:00:02;15\t942c 942c\n\n00:00:03:00\t9425 9425 94ad 94ad 9470 9470 6280\n\n00:00:04:00\t94ad 94ad e380\n',
    damaged:
      'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420 6180 942f 942f\n\n00:00:O3:00\t94ae 94ae 9420 9420 6280 942f 942f\n\n00:00:05:00\t94ae 94ae 9420 9420 e380 942f 942f\n',
    head: 'Scenarist_SCC V1.0\n\n00:00:00:00\t9429 9429 6180 ',
  },
}
