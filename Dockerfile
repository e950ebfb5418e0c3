FROM node:20.20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts=false
COPY . .
RUN scripts/build && npm prune --omit=dev

FROM node:20.20-bookworm-slim
ENV NODE_ENV=production PORT=3000 PARLEY_DATA=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/apps-catalogue ./apps-catalogue
# Left empty where every engine is elsewhere.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The first process of a container gets no signal that it does not listen to: this one listens to SIGTERM.
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
