FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# The repository isn't in here: docker build --build-arg ORGLENS_COMMIT=$(git rev-parse --short=12 HEAD) .
ARG ORGLENS_COMMIT
RUN npm run release && mv build/release/orglens-*/ /orglens

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /orglens ./
# For the embedded database, if DATABASE_URL isn't set: DATA_DIR=/data.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:'+(process.env.PORT??3000)+'/healthz').then((answer)=>process.exit(answer.ok?0:1),()=>process.exit(1))"
# Like `npm run serve`, but npm itself would not pass on SIGTERM.
CMD ["node", "build/server/node.js"]
