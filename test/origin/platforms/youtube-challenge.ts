import type { OriginAnswer, Route } from '../handle-request'
import type { PlayerQuestion } from '../youtube'
import { youtubePlayer, youtubeWatchPageWith } from './youtube-player'

const PLAYER = '/s/player/0a1b2c3d/player_ias.vflset/en_US/base.js'

/** The parts of the sound's address after both challenges are solved. */
export const SOLVED = { n: 'edcba', signature: '9876543210' } as const

const SCRAMBLED = 'https://rr1---sn-x.googlevideo.com/videoplayback?itag=140&expire=4102444800&n=abcde&mime=audio%2Fmp4'

const SOUND = {
  itag: 140,
  signatureCipher: new URLSearchParams({ s: '0123456789', sp: 'sig', url: SCRAMBLED }).toString(),
  mimeType: 'audio/mp4; codecs="mp4a.40.2"',
  bitrate: 130_000,
  averageBitrate: 129_000,
  audioSampleRate: '44100',
  approxDurationMs: '11000',
  quality: 'tiny',
}

/**
 * A player's script, made by hand: nothing in it is YouTube's but the shape that the solver of yt-dlp looks for. A function makes
 * the address of a sound from its parts, sets "alr", and turns the signature round; the last method of what it gives turns
 * `n` round. `beforehand` runs when the script is loaded, and may use `report` to put a word in the place of `n`.
 */
export function challengePlayer(beforehand = ''): string {
  return `var madeByHand = {};
(function (shared) {
  'use strict';
  var reported = [];
  var report = function (word) { reported.push(String(word)) };
  var turnRound = function (text) { return text.split('').reverse().join('') };
  var Address = function (link) { this.link = link; this.parts = {} };
  Address.prototype.set = function (name, value) { this.parts[name] = value };
  Address.prototype.get = function (name) { return this.parts[name] };
  Address.prototype.clone = function () { return this };
  Address.prototype.complete = function () {
    this.set('n', reported.length > 0 ? reported.join('.') : turnRound(this.get('n') || ''))
  };
  var addressOf = function (link, name, signature) {
    var address = new Address(link);
    address.set("alr", "yes");
    if (signature) address.set(name, encodeURIComponent(turnRound(decodeURIComponent(signature))));
    return address;
  };
  shared.loaded = (function () { ${beforehand} })();
})(madeByHand);
`
}

/** The page of a video that says where its player is. */
export function challengePage(): OriginAnswer {
  return youtubeWatchPageWith({
    PLAYER_JS_URL: PLAYER,
    STS: 20_400,
    INNERTUBE_CONTEXT: { client: { clientName: 'WEB', clientVersion: '2.20261101.00.00' } },
  })
}

/** The answers of the player API: clients that have a player get a sound whose address is scrambled, the others none. */
export function challengeAnswer(clientName: string, { videoId }: PlayerQuestion): OriginAnswer {
  const adaptiveFormats = clientName === 'TVHTML5' ? [SOUND] : []
  return youtubePlayer(videoId, { streamingData: { expiresInSeconds: '21540', adaptiveFormats } })
}

/** Gives the script of the player. */
export function challengeRoute(script: () => string): Route {
  return ({ host, path }) =>
    host === 'www.youtube.com' && path === PLAYER
      ? { headers: { 'content-type': 'text/javascript' }, body: script() }
      : undefined
}
