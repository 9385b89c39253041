# Builds the applications, creates releases and activates them: docker build -f tools/deploy/rollout.Dockerfile -t cme-rollout .
FROM node:24.21.0-bookworm-slim
WORKDIR /opt/cme
ENV DATA_DIR=/var/lib/cme
COPY . .
RUN npm ci --no-audit --no-fund
RUN mkdir -p /var/lib/cme && chown -R 1000:1000 /var/lib/cme /opt/cme
USER 1000:1000
ENTRYPOINT ["node", "tools/bootstrap.mjs", "rollout"]
CMD ["status"]
