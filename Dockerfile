# The site as an image: Debian, the Node that the project is pinned to, the build, and what it needs to run.
# docker build -t content-hub .

FROM node:26.10.0-trixie-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
# Packages are data until they are run: nothing of theirs runs by being installed.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.ts \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 # Headers are for who compiles.
 && rm -rf node_modules/node-linux-*/include node_modules/node-linux-*/share

FROM debian:trixie-slim
# libatomic1 and libstdc++6 are what Node is linked with.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates libatomic1 libstdc++6 \
 && rm -rf /var/lib/apt/lists/* \
 && install --directory --owner=10001 --group=10001 --mode=0700 /data
WORKDIR /site
# package.json says that these are ES modules; `src` is what the commands run, such as reset-password.
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/dist ./dist
COPY --from=build /site/src ./src
COPY --from=build /site/demo ./demo
COPY --from=build /site/deploy/ask-ready.mjs ./deploy/
RUN ln -s /site/node_modules/node-linux-*/bin/node /usr/local/bin/node

ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=32768 MALLOC_ARENA_MAX=2
VOLUME /data
EXPOSE 3000
# By number, so that Kubernetes and others see that it isn't root.
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/ask-ready.mjs"]
# As `npm start` runs it (scripts/launcher/site.mjs), without npm, which would keep signals to itself.
CMD ["node", "--min-semi-space-size=4", "--max-semi-space-size=8", "dist/server/start.js"]
