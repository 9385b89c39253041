# docker build -f tools/deploy/api.Dockerfile -t cme-api .
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /opt/cme
COPY package.json package-lock.json .npmrc ./
COPY apps/api/package.json apps/api/package.json
COPY apps/edge/package.json apps/edge/package.json
COPY apps/commons/package.json apps/commons/package.json
COPY apps/player/package.json apps/player/package.json
COPY apps/portal/package.json apps/portal/package.json
COPY apps/user-centre/package.json apps/user-centre/package.json
COPY libs/area-build/package.json libs/area-build/package.json
COPY libs/commons/package.json libs/commons/package.json
COPY libs/contract/package.json libs/contract/package.json
COPY libs/release/package.json libs/release/package.json
COPY libs/sample/package.json libs/sample/package.json
COPY libs/testing/package.json libs/testing/package.json
COPY libs/shell/package.json libs/shell/package.json
COPY libs/storage/package.json libs/storage/package.json
COPY libs/ui/package.json libs/ui/package.json
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace=@cme/api

FROM node:24.21.0-bookworm-slim
WORKDIR /opt/cme
ENV NODE_ENV=production DATA_DIR=/var/lib/cme API_LISTEN=0.0.0.0
COPY --from=packages /opt/cme /opt/cme
COPY libs libs
COPY apps/api apps/api
RUN mkdir -p /var/lib/cme && chown 1000:1000 /var/lib/cme
USER 1000:1000
EXPOSE 8081
STOPSIGNAL SIGTERM
CMD ["node", "apps/api/src/main.ts"]
