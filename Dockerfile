# Verbatim, built. What it needs of the system is what `npm start` would name on Debian.
FROM node:20.20-bookworm-slim

RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates ffmpeg git pocketsphinx pocketsphinx-en-us python3 python3-pip \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o node -g node /app /data

USER node
WORKDIR /app

# The packages change less often than the sources.
COPY --chown=node:node package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

COPY --chown=node:node . .
RUN npm run build

ENV HOST=0.0.0.0 PORT=3000 VERBATIM_DATA=/data
EXPOSE 3000
VOLUME /data

# 200 while the database answers. A process that starts says 503 until it is ready.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

# Node itself, not npm, gets the signal to stop.
CMD ["node", "server/setup/start.mjs", "--no-system-install"]
