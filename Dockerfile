FROM node:20.20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts=false
COPY . .
RUN scripts/build image /image

FROM node:20.20-bookworm-slim
ENV NODE_ENV=production PORT=3000 PARLEY_DATA=/data
WORKDIR /app
COPY --from=build /image ./
# Data of the embedded engines; stays empty if all engines run outside of the container.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Runs without a shell or an init process, since the server handles SIGTERM itself.
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
