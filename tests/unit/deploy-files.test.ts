import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bodyLimit } from '../../server/api/read-body'
import { readServerSettings } from '../../server/node/settings/settings'
import { newFolder } from '../support/folders'
import { freePort, hasProgram, runProgram } from '../support/program'
import { putCertificate, writeHaproxy, writeNginx } from '../support/proxies'
import { production } from '../support/settings-examples'

const haproxy = readFileSync('deploy/haproxy.cfg', 'utf8')
const nginx = readFileSync('deploy/nginx.conf', 'utf8')

interface Panel {
  fieldConfig: { defaults: { unit?: string } }
  targets: { expr: string }[]
}

/** @returns the lines that match, without comments, by the last heading above them. */
function linesByHeading(text: string, heading: RegExp, wanted: RegExp): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  let current = ''
  for (const line of text.split('\n').filter((each) => !/^\s*#/.test(each))) {
    const [, title] = heading.exec(line) ?? []
    current = title ?? current
    if (title || !wanted.test(line)) continue
    found[current] ??= []
    found[current]?.push(line.trim())
  }
  return found
}

test('each panel has the unit of what it shows, and shows the chosen servers', () => {
  const { panels }: { panels: Panel[] } = JSON.parse(
    readFileSync('deploy/grafana/orglens.json', 'utf8'),
  )
  const unitOf = ({ targets: [target] }: Panel): string => {
    const expr = target?.expr ?? ''
    if (/_seconds(_bucket)?\{/.test(expr)) return 's'
    if (/ \/ sum/.test(expr)) return 'percentunit'
    if (/rate\(orglens_\w+_count/.test(expr)) return 'reqps'
    return /_bytes\{/.test(expr) ? 'bytes' : 'none'
  }
  expect(panels).toHaveLength(18)
  expect(panels.filter((panel) => panel.fieldConfig.defaults.unit !== unitOf(panel))).toEqual([])
  const [, ...others] = panels.map(({ targets }) => targets.map(({ expr }) => expr))
  for (const expr of others.flat()) {
    const selectors = expr.match(/\{[^}]+\}/g) ?? []
    const chosen = '{job="orglens", instance=~"$instance"'
    expect(selectors.filter((selector) => !selector.startsWith(chosen))).toEqual([])
    expect(expr).not.toMatch(/rate\((?!.*\[\$__rate_interval\])/)
  }
})

test('HAProxy repeats only GET and HEAD, and what else it does', () => {
  const servers = ['one 10.0.0.1', 'two 10.0.0.2', 'three 10.0.0.3'].map(
    (at) => `server ${at}:3000`,
  )
  const checked = ['balance leastconn', 'option httpchk', 'http-check expect status 200']
  // tests/long/deploy-proxies.test.ts tries these with servers that die.
  const moved = ['option redispatch', 'retries 2']
  const check = 'default-server check inter 1s fall 2 rise 1'
  const preview = 'http-request set-timeout server 65s if { path /api/reports/preview/ }'
  const toCalls = 'use_backend calls if { path_beg /api/ } { nbsrv(calls) gt 0 }'
  expect(linesByHeading(haproxy, /^(\w.*)$/, /^ +(?!log-format|http-request set-var)\S/)).toEqual({
    global: ['log stdout format raw local0'],
    defaults: [
      ...['mode http', 'log global', 'timeout connect 2s', 'timeout client 30s'],
      ...['timeout server 30s', 'timeout http-request 10s', 'timeout http-keep-alive 50s'],
      ...['timeout queue 10s', 'timeout check 5s'],
    ],
    'frontend orglens': [
      ...['bind :80', 'bind :443 ssl crt /etc/haproxy/orglens.pem alpn h2,http/1.1'],
      'http-request redirect scheme https unless { ssl_fc }',
      ...['unique-id-format %[uuid()]', 'unique-id-header X-Request-Id', 'option forwardfor'],
      ...['use_backend once unless METH_GET', toCalls, 'default_backend site'],
    ],
    // Changes go over connections of their own.
    'backend once': ['option http-server-close', preview, 'server self abns@orglens-once'],
    'frontend once': ['bind abns@orglens-once', 'no log', toCalls, 'default_backend site'],
    'backend calls': [
      ...checked.slice(0, 2),
      'http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host orglens',
      ...[...checked.slice(2), preview, ...moved, 'retry-on conn-failure', check, ...servers],
    ],
    'backend site': [
      ...checked.slice(0, 2),
      'http-check send meth GET uri /readyz/site ver HTTP/1.1 hdr Host orglens',
      ...[...checked.slice(2), ...moved, 'retry-on conn-failure empty-response'],
      ...['http-request disable-l7-retry unless METH_GET', check, ...servers],
    ],
  })
})

test('nginx tries PUT and DELETE only once, and what else it does', () => {
  const lines = linesByHeading(
    nginx,
    /^ *((?:upstream|server|location).*) \{$/,
    /^ +[a-z]\w+ .*;|if \(/,
  )
  const passed = 'proxy_pass http://orglens;'
  expect(lines).toEqual({
    'upstream orglens': [
      ...[1, 2, 3].map((last) => `server 10.0.0.${last}:3000 max_fails=1 fail_timeout=5s;`),
      ...['keepalive 32;', 'keepalive_timeout 50s;', 'default $uri;'],
    ],
    server: [
      ...['listen 80;', 'server_name app.example.com;', 'access_log off;'],
      ...['return 301 https://$host$request_uri;', 'listen 443 ssl http2;'],
      ...['server_name app.example.com;', 'ssl_certificate /etc/ssl/orglens.crt;'],
      ...['ssl_certificate_key /etc/ssl/orglens.key;', 'client_max_body_size 2m;'],
      'access_log /var/log/nginx/orglens.log orglens;',
      ...['proxy_http_version 1.1;', 'proxy_set_header Connection "";'],
      'proxy_set_header Host $host;',
      'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
      'proxy_set_header X-Request-Id $request_id;',
      ...['proxy_connect_timeout 2s;', 'proxy_read_timeout 30s;'],
      ...['proxy_next_upstream error timeout;', 'proxy_next_upstream_tries 3;'],
    ],
    'location /': [
      ...['error_page 418 = @once;', 'if ($request_method ~ ^(PUT|DELETE)$) {', 'return 418;'],
      passed,
    ],
    'location @once': ['proxy_next_upstream off;', passed],
    'location = /api/reports/preview/': ['proxy_read_timeout 65s;', passed],
    'location ~ /(invite|reset-password|confirm-address|stop-report|confirm-copy|unsubscribe|open-paper)(/|$)':
      ['error_log /dev/null emerg;', passed],
  })
})

test('the proxies close connections before the server does, and leave to it what it limits itself', () => {
  const { edge, drainTime } = readServerSettings(production)
  const secondsOf = (pattern: RegExp) => Number(pattern.exec(haproxy + nginx)?.[1]) * 1_000
  expect(secondsOf(/keepalive_timeout (\d+)s/)).toBeLessThan(edge.keepAliveTimeout)
  expect(secondsOf(/http-keep-alive (\d+)s/)).toBeLessThan(edge.keepAliveTimeout)
  expect(secondsOf(/proxy_read_timeout (65)s/)).toBeLessThan(edge.sendTimeout)
  // Two checks a second apart.
  expect(2 * secondsOf(/inter (\d+)s fall 2/)).toBeLessThan(drainTime)
  expect(bodyLimit).toBeLessThan(2 * 1024 * 1024)
})

test('the proxies wait for a report’s preview, which takes up to a minute, longer than for other calls', () => {
  const preview = 'http-request set-timeout server 65s if { path /api/reports/preview/ }'
  expect(linesByHeading(haproxy, /^(\w.*)$/, /set-timeout/)).toEqual({
    'backend once': [preview],
    'backend calls': [preview],
  })
  expect(linesByHeading(nginx, /^ *((?:server|location).*) \{/, /read_timeout/)).toEqual({
    server: ['proxy_read_timeout 30s;'],
    'location = /api/reports/preview/': ['proxy_read_timeout 65s;'],
  })
})

test('the proxies log no token and no query', () => {
  // Pages, and calls by links of mails. The server takes calls without the last slash, too.
  const withToken = 'invite|reset-password|confirm-address|stop-report|confirm-copy'
  const calls = 'unsubscribe|open-paper'
  const pages = readdirSync('routes', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.$token.tsx'))
    .map((file) => file.replace('_signed-out/', '').replace('.$token.tsx', ''))
  expect(pages.sort()).toEqual(withToken.split('|').sort())
  const links = `(${withToken}|${calls})`
  expect(nginx).toContain(`    "~^(?<link>.*/${links}/)" "$link...";\n`)
  // An error has the whole address, with its query.
  expect(nginx).toContain(`location ~ /${links}(/|$) {\n        error_log /dev/null emerg;`)
  // At other levels nginx writes the address, such as for 'worker_connections are not enough', which strangers can cause.
  expect(nginx.match(/error_log .*/g)).toEqual(['error_log /dev/null emerg;'])
  const [, ofNginx] = /log_format orglens ([^;]+);/.exec(nginx) ?? []
  expect(ofNginx?.replace(/\s+/g, ' ')).toBe(
    `'$remote_addr [$time_iso8601] "$request_method $logged_path" $status $body_bytes_sent ' '$request_time $upstream_addr $request_id'`,
  )
  expect(haproxy).toContain(
    `http-request set-var(txn.path) path,'regsub("^(.*/${links}/).*","\\1...")'\n`,
  )
  expect(haproxy.match(/log-format .*|option \w+log/g)).toEqual([
    'log-format "%ci:%cp [%tr] %ft %b/%s %TR/%Tw/%Tc/%Tr/%Ta %ST %B %tsc %ac/%fc/%bc/%sc/%rc %sq/%bq %HM %[var(txn.path)] %ID"',
  ])
})

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const read = (path: string) => readFileSync(path, 'utf8')
/** @returns the lines of a unit, without comments, headings and blank lines. */
const linesOf = (name: string) =>
  read(`deploy/${name}`)
    .split('\n')
    .filter((line) => /^\w/.test(line))

test('systemd starts the server like `npm run serve`, gives it time to stop, and backs up with the same rights', () => {
  const [server, backup] = [linesOf('orglens.service'), linesOf('orglens-backup.service')]
  expect(server.filter((line) => !backup.includes(line))).toEqual([
    ...['Description=Orglens', 'StartLimitIntervalSec=0', `ExecStart=/usr/bin/${scripts.serve}`],
    ...['Restart=always', 'RestartSec=2', 'TimeoutStopSec=20', 'LimitNOFILE=20000'],
    'WantedBy=multi-user.target',
  ])
  expect(backup.filter((line) => !server.includes(line))).toEqual([
    ...['Description=A backup of Orglens', 'Type=oneshot'],
    `ExecStart=/usr/bin/${scripts.backup} /var/backups/orglens --keep 30`,
    'ReadWritePaths=/var/backups/orglens',
  ])
  expect(server).toEqual(
    expect.arrayContaining([
      ...['User=orglens', 'WorkingDirectory=/opt/orglens', 'Environment=NODE_ENV=production'],
      ...['EnvironmentFile=/etc/orglens/orglens.env', 'StateDirectory=orglens', 'UMask=0077'],
    ]),
  )
  expect(linesOf('orglens-backup.timer')).toEqual([
    ...['Description=A backup of Orglens every night', 'OnCalendar=*-*-* 02:30'],
    ...['RandomizedDelaySec=10min', 'Persistent=yes', 'WantedBy=timers.target'],
  ])
  const { drainTime, stopTimeout } = readServerSettings(production)
  expect(20_000).toBeGreaterThan(drainTime + stopTimeout)
})

test('a container starts the release like `npm run serve`, with the same address of its database everywhere', () => {
  const built = read('Dockerfile')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
  expect(built).toEqual([
    ...['FROM node:22-slim AS build', 'WORKDIR /app', 'COPY package.json package-lock.json ./'],
    ...['RUN npm ci', 'COPY . .', 'ARG ORGLENS_COMMIT'],
    'RUN npm run release && mv build/release/orglens-*/ /orglens',
    ...['FROM node:22-slim', 'WORKDIR /app', 'ENV NODE_ENV=production'],
    ...['COPY --from=build /orglens ./', 'RUN mkdir /data && chown node:node /data'],
    ...['VOLUME /data', 'USER node', 'EXPOSE 3000'],
    expect.stringMatching(/^HEALTHCHECK --interval=10s --timeout=3s --start-period=60s /),
    `CMD ${JSON.stringify(scripts.serve.split(' ')).replaceAll(',', ', ')}`,
  ])
  expect(read('Dockerfile')).toContain(
    `fetch('http://127.0.0.1:'+(process.env.PORT??3000)+'/healthz').then((answer)=>process.exit(answer.ok?0:1),`,
  )
  const compose = read('compose.yaml')
  for (const line of [
    ...['args: [ORGLENS_COMMIT]', 'stop_grace_period: 30s', 'env_file: .env'],
    'DATABASE_URL: postgresql://orglens@database:5432/orglens',
    `PGPASSWORD: \${POSTGRES_PASSWORD:?is missing in .env}`,
    `POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:?is missing in .env}`,
    ...['PLANS_FILE: /app/plans.json', '- ./plans.json:/app/plans.json:ro'],
    ...['condition: service_healthy', 'image: postgres:17', 'POSTGRES_USER: orglens'],
    ...['POSTGRES_DB: orglens', '- database:/var/lib/postgresql/data'],
    'command: postgres -c statement_timeout=10s',
    'test: [CMD-SHELL, pg_isready --username orglens --dbname orglens]',
  ]) {
    expect(compose).toContain(` ${line}\n`)
  }
  expect(compose.match(/restart: unless-stopped/g)).toHaveLength(2)
  expect(readServerSettings({}).connections.statementTimeout).toBe(10_000)
})

test('PgBouncer lends a connection for each transaction', () => {
  const lines = read('deploy/pgbouncer.ini').match(/^[a-z].*$/gm)
  expect(lines).toEqual([
    'orglens = host=127.0.0.1 port=5432 dbname=orglens',
    ...['listen_addr = 127.0.0.1', 'listen_port = 6432', 'auth_type = scram-sha-256'],
    ...['auth_file = /etc/pgbouncer/userlist.txt', 'pool_mode = transaction'],
    ...['default_pool_size = 20', 'max_client_conn = 100', 'server_login_retry = 1'],
  ])
})

test('alerts wait for what passes by itself, and wake somebody for what does not', () => {
  const rules = read('deploy/prometheus/orglens.rules.yml').split('- alert: ').slice(1)
  const alerts = rules.map((rule) => [
    /^\w+/.exec(rule)?.[0],
    /for: (\w+)/.exec(rule)?.[1],
    /severity: (\w+)/.exec(rule)?.[1],
  ])
  expect(alerts.map((alert) => alert.join(' '))).toEqual([
    ...['OrglensDown 1m critical', 'OrglensMissing 5m critical'],
    ...['OrglensRequestsFail 5m critical', 'OrglensRequestsSlow 10m warning'],
    ...['OrglensNotReady 30s critical', 'OrglensDiskFull 30s critical'],
    ...['OrglensWaitsForConnections 5m warning', 'OrglensPaymentsFail 10m critical'],
    ...['OrglensMailFails 10m warning', 'OrglensWorkLate 5m warning'],
    ...['OrglensBackupOld 1h critical', 'OrglensWebhookRefused 15m critical'],
    ...['OrglensVersionsDiffer 30m warning', 'OrglensProcessBlocked 5m warning'],
  ])
  expect(read('deploy/prometheus/prometheus.yml').match(/^ .*$/gm)).toEqual([
    ...['  scrape_interval: 15s', '  evaluation_interval: 15s', '  - orglens.rules.yml'],
    ...['  - job_name: orglens', '    static_configs:'],
    '      - targets: [10.0.0.1:9464, 10.0.0.2:9464, 10.0.0.3:9464]',
  ])
})

test('the programs that read the files find them valid, where they are installed', async () => {
  const folder = newFolder()
  const ports = { http: await freePort(), https: await freePort() }
  const servers = [await freePort(), await freePort(), await freePort()]
  if (hasProgram('openssl')) putCertificate(folder)
  const withCertificate = hasProgram('openssl') ? ['nginx', 'haproxy'] : []
  const installed = [...withCertificate, 'systemd-analyze', 'promtool'].filter(hasProgram)
  const checks: Record<string, () => void> = {
    nginx() {
      runProgram('nginx', ['-t', '-c', writeNginx(folder, ports, servers), '-e', 'stderr'])
    },
    haproxy() {
      runProgram('haproxy', ['-c', '-f', writeHaproxy(folder, ports, servers)])
    },
    'systemd-analyze'() {
      const names = ['orglens.service', 'orglens-backup.service', 'orglens-backup.timer']
      const units = names.map((name) => {
        const unit = readFileSync(`deploy/${name}`, 'utf8')
        // The program of the unit must be there.
        writeFileSync(join(folder, name), unit.replace('/usr/bin/node', process.execPath))
        return join(folder, name)
      })
      expect(runProgram('systemd-analyze', ['verify', '--man=no', ...units])).toBe('')
      for (const name of names.filter((each) => each.endsWith('.service'))) {
        // From 0, locked away, to 10.
        const few = ['security', '--offline=yes', '--threshold=30', '--no-pager', `deploy/${name}`]
        expect(runProgram('systemd-analyze', few)).toContain('Overall exposure level')
      }
    },
    promtool() {
      runProgram('promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml'])
      // Each alert fires when it should.
      runProgram('promtool', ['test', 'rules', 'deploy/prometheus/orglens.rules.test.yml'])
    },
  }
  for (const name of installed) checks[name]?.()
})
