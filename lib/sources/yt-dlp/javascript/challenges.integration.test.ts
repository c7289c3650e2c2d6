import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { setEnv } from '@/lib/core/env'
import { closeEgressProxy } from '@/lib/net/egress-proxy/with-egress'
import {
  challengeAnswer,
  challengePage,
  challengePlayer,
  challengeRoute,
  SOLVED,
} from '@/test/origin/platforms/youtube-challenge'
import { youtubeSideRoute } from '@/test/origin/platforms/youtube-player'
import { type Origin, startOrigin } from '@/test/origin/start-origin'
import { trustOrigin } from '@/test/origin/trust-origin'
import { youtubeOrigin } from '@/test/origin/youtube'
import { findYtDlp } from '../program/find-yt-dlp'
import { inspectYtDlp } from '../program/inspect-yt-dlp'
import { runYtDlp } from '../program/run-yt-dlp'

setEnv({ BASE_URL: 'http://localhost:3000' })
const installed = await findYtDlp()
const found = installed && (await inspectYtDlp(installed))

const ID = 'jNQXAC9IVRw'
const url = `https://www.youtube.com/watch?v=${ID}`
const ref: MediaRef = { platform: 'youtube', videoId: ID, accessKey: '', url, openUrl: url, ownerId: null, title: null }
const never = new AbortController().signal

describe.skipIf(!found?.runtime || !found.solver)(
  "challenges of YouTube's player (skipped where yt-dlp, its solver or Python is not installed)",
  { timeout: 120_000 },
  () => {
    let origin: Origin
    let folder: string
    let script = challengePlayer()
    const youtube = youtubeOrigin()

    beforeAll(async () => {
      origin = await startOrigin([challengeRoute(() => script), youtubeSideRoute, youtube.route])
      trustOrigin(origin)
      youtube.play({ player: challengeAnswer, watch: challengePage })
      folder = await mkdtemp(path.join(tmpdir(), 'challenges-'))
    })
    afterEach(() => {
      script = challengePlayer()
    })
    afterAll(async () => {
      await closeEgressProxy()
      await origin.close()
      await rm(folder, { recursive: true, force: true })
    })

    /** The output of yt-dlp, and the address of the sound that it found. */
    async function look() {
      const options = {
        kind: 'look' as const,
        timeoutMs: 110_000,
        signal: never,
        maxBytes: 100_000_000,
        parent: folder,
      }
      return runYtDlp(
        ref,
        () => ['--verbose', '--print', 'urls'],
        options,
        async ({ run }) => ({ said: run.stderr, address: run.stdout.toString('utf8').trim() }),
      )
    }
    const parameter = (address: string, name: string) => new URL(address).searchParams.get(name)

    it('solves them by our own Node', async () => {
      const { said, address } = await look()
      expect(said).toContain('Solving JS challenges using node')
      expect(parameter(address, 'n')).toBe(SOLVED.n)
      expect(parameter(address, 'sig')).toBe(SOLVED.signature)
    })

    it('gives a player nothing but the language: no file, no network, no process', async () => {
      const secret = path.join(folder, 'secret')
      await writeFile(secret, 'the-secret-of-the-service')
      const connections: unknown[] = []
      const server = createServer((socket) => {
        connections.push(socket)
        socket.destroy()
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : 0
      script = challengePlayer(`
        var attempt = function (action) { try { report(action()) } catch (error) { report('refused') } };
        var all = Function('return this')();
        attempt(function () { return all.process.mainModule.require('fs').readFileSync(${JSON.stringify(secret)}, 'utf8') });
        attempt(function () { return all.require('fs').readFileSync(${JSON.stringify(secret)}, 'utf8') });
        attempt(function () { return all.process.binding('fs') });
        attempt(function () { return all.fetch('http://127.0.0.1:${port}/') });
        attempt(function () { return new all.WebSocket('ws://127.0.0.1:${port}/') });
        attempt(function () { return all.process.kill(1, 0) });
        attempt(function () { return this.constructor.constructor('return process')().pid });
        attempt(function () { return console.log.constructor('return process')().pid });
        // Imports would resolve after the end of the script.
        Function('return import("node:net")')().then(function (net) { net.connect(${port}) }, function () {});
        attempt(function () { return new all.WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) });
      `)
      try {
        const { address: found } = await look()
        expect(parameter(found, 'n')).toBe(Array(9).fill('refused').join('.'))
        expect(connections).toEqual([])
      } finally {
        server.close()
      }
    })

    it('continues without the formats whose challenge a player does not solve', async () => {
      script = challengePlayer('throw "not today"')
      const { said, address } = await look()
      expect(address).toBe('')
      expect(said).toMatch(/solving failed/)
    })
  },
)
