# Verbatim as a container: the package of the service, installed, and what it needs of the system.
FROM node:20.20-bookworm-slim AS package

RUN install -d -o node -g node /source /app
USER node
WORKDIR /source

# The packages change less often than the sources.
COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund

COPY --chown=node:node . .
RUN npm run package \
 && npm install --prefix /app --no-audit --no-fund ./dist/package/verbatim-*.tgz

FROM node:20.20-bookworm-slim

# What the service would name on Debian where it is missing.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates ffmpeg pocketsphinx pocketsphinx-en-us python3 python3-pip \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o node -g node /data \
 && ln -s /app/node_modules/.bin/verbatim /usr/local/bin/verbatim

# Nothing is written there: the container's root may be read-only.
COPY --from=package /app /app

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
