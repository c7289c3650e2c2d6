# Verbatim as a container: the package of the service, installed, and what it needs of the system. 550 MB.
FROM node:20.20-bookworm-slim AS package

RUN install -d -o node -g node /source /app
USER node
WORKDIR /source

# The packages change less often than the sources.
COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --legacy-peer-deps --no-audit --no-fund

COPY --chown=node:node . .
RUN npm run package \
 && npm install --prefix /app --no-audit --no-fund ./dist/package/verbatim-*.tgz
# Tried once, which also makes the links between PostgreSQL's libraries that npm packages can't carry.
RUN VERBATIM_DATA=/tmp/data /app/node_modules/.bin/verbatim user list && rm -rf /tmp/data

# Debian's ffmpeg brings 350 MB of libraries for screens and graphics cards. This one reads what it reads with its own decoders,
# writes what the service asks for, and reaches no network.
FROM debian:bookworm-slim AS ffmpeg

WORKDIR /source
RUN sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources \
 && apt-get update \
 && apt-get install -y --no-install-recommends dpkg-dev gcc libc6-dev make zlib1g-dev \
 && apt-get source ffmpeg \
 && cd ffmpeg-*/ \
 && ./configure --prefix=/opt/ffmpeg --disable-autodetect --enable-zlib --disable-x86asm --disable-doc --disable-debug \
      --disable-ffplay --disable-network --disable-avdevice \
      --disable-encoders --enable-encoder=aac,ass,flac,mov_text,pcm_s16le,srt,webvtt \
 && make -j"$(nproc)" install \
 && install -D COPYING.LGPLv2.1 /opt/ffmpeg/share/COPYING.LGPLv2.1 \
 && rm -rf /opt/ffmpeg/include /opt/ffmpeg/lib /opt/ffmpeg/share/ffmpeg

FROM debian:bookworm-slim

# The programs besides ffmpeg that the service would ask for on Debian.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates pocketsphinx pocketsphinx-en-us python3 python3-pip \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 1000 --user-group --create-home node \
 && install -d -o node -g node /data \
 && ln -s /app/node_modules/.bin/verbatim /usr/local/bin/verbatim

COPY --from=package /usr/local/bin/node /usr/local/bin/
COPY --from=ffmpeg /opt/ffmpeg /opt/ffmpeg
# Nothing is written there: the container's root may be read-only.
COPY --from=package /app /app

ENV PATH=/opt/ffmpeg/bin:/usr/local/bin:/usr/bin:/bin

USER node
WORKDIR /data

ENV HOST=0.0.0.0 PORT=3000 VERBATIM_DATA=/data
EXPOSE 3000
VOLUME /data

# 200 while the database answers. A process that starts says 503 until it is ready.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# Node itself, not npm, gets the signal to stop.
CMD ["node", "/app/node_modules/verbatim/service/server/setup/installed.mjs", "--no-system-install"]
