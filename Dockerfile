# Node 26 comes with the npm packages, as everywhere else; the image's own Node only runs npm. It needs libatomic, which the
# slim images lack.
FROM node:24-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=optional
COPY . .
RUN npm run build && npm prune --omit=dev

FROM debian:bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data HOME=/data
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data maina && install --directory --owner=maina --mode=0700 /data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/package.json ./
COPY --from=build /app/contract contract
COPY --from=build /app/domain domain
COPY --from=build /app/locales locales
COPY --from=build /app/server server
COPY --from=build /app/scripts scripts
USER maina
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node_modules/.bin/node", "--eval", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, so that signals reach the server.
CMD ["node_modules/.bin/node", "server/main.ts"]
