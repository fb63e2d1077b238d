import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bodyLimit } from '../../server/api/read-body'
import { readServerSettings } from '../../server/node/settings/settings'
import { nearlyFull } from '../../server/store/pglite/data-folder'
import { newFolder } from '../support/folders'
import { hasProgram, runProgram } from '../support/program'
import { production } from '../support/settings-examples'

const read = (path: string) => readFileSync(path, 'utf8')
const [haproxy, nginx] = [read('deploy/haproxy.cfg'), read('deploy/nginx.conf')]
const { scripts } = JSON.parse(read('package.json'))
const node = read('.nvmrc').trim()
const twice = (...lines: string[]) => [...lines, ...lines]
const online = ['After=network-online.target', 'Wants=network-online.target']
const rights = [
  ...['User=orglens', 'EnvironmentFile=/etc/orglens/orglens.env', 'UMask=0077'],
  ...['WorkingDirectory=/opt/orglens', 'Environment=NODE_ENV=production', 'StateDirectory=orglens'],
  ...['CapabilityBoundingSet=', 'NoNewPrivileges=yes', 'ProtectHome=yes', 'ProtectSystem=strict'],
]
const names = ['one', 'two', 'three']
const servers = [1, 2, 3].map((last) => `10.0.0.${last}`)

/** Lines of the files for operators on which a start, a retry or a secret depends. */
const wantedLines: Record<string, readonly string[]> = {
  // A change is sent once.
  'deploy/haproxy.cfg': [
    ...['use_backend once unless METH_GET', 'http-request disable-l7-retry unless METH_GET'],
    ...['option forwardfor', 'unique-id-header X-Request-Id', 'unique-id-format %[uuid()]'],
    ...['retry-on conn-failure', 'retry-on conn-failure empty-response', 'no log', 'mode http'],
    ...['http-request redirect scheme https unless { ssl_fc }', 'option http-server-close'],
    ...['timeout connect 2s', 'timeout client 30s', 'timeout server 30s', 'timeout check 5s'],
    ...['timeout http-request 10s', 'timeout http-keep-alive 50s', 'timeout queue 10s'],
    ...['bind :443 ssl crt /etc/haproxy/orglens.pem alpn h2,http/1.1', 'bind :80'],
    ...['/readyz', '/readyz/site'].map(
      (path) => `http-check send meth GET uri ${path} ver HTTP/1.1 hdr Host orglens`,
    ),
    ...twice('use_backend calls if { path_beg /api/ } { nbsrv(calls) gt 0 }'),
    ...twice('default_backend site', 'balance leastconn', 'option httpchk', 'option redispatch'),
    ...twice('http-check expect status 200', 'default-server check inter 1s fall 2 rise 1'),
    ...twice('retries 2', ...servers.map((ip, at) => `server ${names[at]} ${ip}:3000`)),
  ],
  'deploy/nginx.conf': [
    ...['if ($request_method ~ ^(PUT|DELETE)$) {', 'return 418;', 'error_page 418 = @once;'],
    ...['proxy_next_upstream off;', 'proxy_next_upstream error timeout;', 'location @once {'],
    ...['proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;', 'keepalive 32;'],
    ...['proxy_set_header X-Request-Id $request_id;', 'return 301 https://$host$request_uri;'],
    ...['proxy_http_version 1.1;', 'proxy_set_header Connection "";', 'listen 443 ssl http2;'],
    ...['proxy_set_header Host $host;', 'proxy_next_upstream_tries 3;', 'keepalive_timeout 50s;'],
    ...['proxy_connect_timeout 2s;', 'proxy_read_timeout 30s;'],
    ...['access_log off;', 'access_log /var/log/nginx/orglens.log orglens;', 'default $uri;'],
    ...servers.map((ip) => `server ${ip}:3000 max_fails=1 fail_timeout=5s;`),
    ...twice(...twice('proxy_pass http://orglens;')),
  ],
  'deploy/pgbouncer.ini': [
    ...['pool_mode = transaction', 'server_login_retry = 1', 'auth_type = scram-sha-256'],
    ...['orglens = host=127.0.0.1 port=5432 dbname=orglens', 'listen_addr = 127.0.0.1'],
    ...['default_pool_size = 20', 'max_client_conn = 100', 'listen_port = 6432'],
  ],
  'deploy/orglens.service': [
    ...[`ExecStart=/usr/bin/${scripts.serve}`, 'Restart=always', 'StartLimitIntervalSec=0'],
    ...[...rights, 'LimitNOFILE=20000', 'TimeoutStopSec=20', 'WantedBy=multi-user.target'],
    ...[...online, 'RestartSec=2'],
  ],
  'deploy/orglens-backup.service': [
    `ExecStart=/usr/bin/${scripts.backup} /var/backups/orglens --keep 30`,
    ...[...rights, ...online, 'Type=oneshot', 'ReadWritePaths=/var/backups/orglens'],
  ],
  'deploy/orglens-backup.timer': [
    ...['OnCalendar=*-*-* 02:30', 'Persistent=yes', 'WantedBy=timers.target'],
  ],
  'deploy/prometheus/prometheus.yml': [
    ...['scrape_interval: 15s', 'evaluation_interval: 15s', '- orglens.rules.yml'],
    ...['- job_name: orglens', `- targets: [${servers.map((ip) => `${ip}:9464`).join(', ')}]`],
  ],
  Dockerfile: [
    ...['USER node', 'ENV NODE_ENV=production', 'VOLUME /data', 'RUN npm ci', 'EXPOSE 3000'],
    ...[`FROM node:${node}-slim AS build`, `FROM node:${node}-slim`, 'ARG ORGLENS_COMMIT'],
    ...['RUN npm run release && mv build/release/orglens-*/ /orglens', 'COPY . .'],
    ...['COPY --from=build /orglens ./', 'RUN mkdir /data && chown node:node /data'],
    'HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \\',
    `CMD ${JSON.stringify(scripts.serve.split(' ')).replaceAll(',', ', ')}`,
  ],
  'index.html': [
    ...['<html lang="en">', '<meta charset="utf-8" />', '<div id="whole" hidden></div>'],
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    '<link id="font" rel="preload" as="font" crossorigin href="/src/fonts/inter-latin.woff2" media="not all" />',
    '<link rel="icon" href="/icon.svg" type="image/svg+xml" />',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png" />',
    '<link rel="manifest" href="/manifest.webmanifest" />',
    '<link rel="expect" href="#whole" blocking="render" />',
    '<noscript>This page needs JavaScript. Please switch it on and reload it.</noscript>',
    '<p id="failed" role="alert">This page could not be loaded in full. Please reload it.</p>',
    '<div id="root"></div><!--root-->',
  ],
  '.dockerignore': ['.env', '.data', '.git', 'node_modules', 'build', 'dist'],
  'compose.yaml': [
    ...['- database:/var/lib/postgresql/data', 'stop_grace_period: 30s', 'env_file: .env'],
    // Others reach it only through a proxy.
    '- 127.0.0.1:3000:3000',
    ...['command: postgres -c statement_timeout=10s', 'condition: service_healthy'],
    ...['DATABASE_URL: postgresql://orglens@database:5432/orglens', 'image: postgres:17'],
    ...['PGPASSWORD', 'POSTGRES_PASSWORD'].map(
      (name) => `${name}: \${POSTGRES_PASSWORD:?is missing in .env}`,
    ),
    ...['PLANS_FILE: /app/plans.json', '- ./plans.json:/app/plans.json:ro', 'POSTGRES_DB: orglens'],
    ...[...twice('restart: unless-stopped', 'init: true'), 'args: [ORGLENS_COMMIT]'],
    ...['test: [CMD-SHELL, pg_isready --username orglens --dbname orglens]', 'interval: 2s'],
  ],
}

test.each(Object.entries(wantedLines))('%s has lines to rely on', (path, wanted) => {
  const counted = (lines: readonly string[]) => (line: string) =>
    lines.filter((each) => each === line).length
  const [has, wants] = [counted(read(path).split(/\n\s*/)), counted(wanted)]
  expect(wanted.filter((line) => has(line) !== wants(line))).toEqual([])
})

test('a container is healthy while its process answers, and the backup’s unit is locked away as the server’s', () => {
  const [, program = ''] = /CMD node -e "(.+)"\n/.exec(read('Dockerfile')) ?? []
  expect(program).toContain("'http://127.0.0.1:'+(process.env.PORT??3000)+'/healthz'")
  expect(program).toContain('process.exit(answer.ok?0:1),()=>process.exit(1)')
  const locked = (unit: string) =>
    read(unit).match(/^(Capab|Lock|NoNew|Private|Protect|Restrict|SystemCall)\w*=.*$/gm)
  expect(locked('deploy/orglens-backup.service')).toEqual(locked('deploy/orglens.service'))
})

test('icons have the sizes that the manifest says', () => {
  const { icons, ...manifest } = JSON.parse(read('public/manifest.webmanifest'))
  expect(manifest).toMatchObject({ id: '/', display: 'standalone' })
  const sizes = ['icon-192', 'icon-512', 'icon-maskable-512'].map((name) => {
    const picture = readFileSync(`public/${name}.png`)
    return [`${name}.png`, `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`]
  })
  expect(icons.map((icon: { src: string; sizes: string }) => [icon.src, icon.sizes])).toEqual([
    ['icon.svg', 'any'],
    ...sizes,
  ])
  expect(icons.at(-1).purpose).toBe('maskable')
})

test('proxies, systemd and the server agree on times and sizes', () => {
  const { edge, drainTime, stopTimeout } = readServerSettings(production)
  const secondsOf = (pattern: RegExp) => Number(pattern.exec(haproxy + nginx)?.[1]) * 1_000
  // The proxies close connections before the server does.
  expect(secondsOf(/keepalive_timeout (\d+)s/)).toBeLessThan(edge.keepAliveTimeout)
  expect(secondsOf(/http-keep-alive (\d+)s/)).toBeLessThan(edge.keepAliveTimeout)
  // A report's preview takes up to a minute.
  const previews = [
    ...haproxy.matchAll(/set-timeout server (\d+)s if { path \/api\/reports\/preview\/ }/g),
    ...nginx.matchAll(/location = \/api\/reports\/preview\/ {\s+proxy_read_timeout (\d+)s/g),
  ].map(([, seconds]) => Number(seconds) * 1_000)
  expect(previews).toEqual([65_000, 65_000, 65_000])
  expect(65_000).toBeLessThan(edge.sendTimeout)
  // Two checks a second apart.
  expect(2 * secondsOf(/inter (\d+)s fall 2/)).toBeLessThan(drainTime)
  expect(drainTime + stopTimeout).toBeLessThan(20_000)
  expect(nginx).toContain(`KEEP_ALIVE_SECONDS (${edge.keepAliveTimeout / 1_000})`)
  expect(haproxy).toContain(`DRAIN_SECONDS (${drainTime / 1_000})`)
  expect(nginx).toContain('client_max_body_size 2m;')
  expect(bodyLimit).toBeLessThan(2 * 1024 * 1024)
})

test('the proxies log no token and no query', () => {
  // Pages, and calls by links of mails. The server takes calls without the last slash, too.
  const withToken = 'invite|reset-password|confirm-address|stop-report|confirm-copy'
  const pages = readdirSync('routes', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.$token.tsx'))
    .map((file) => file.replace('_signed-out/', '').replace('.$token.tsx', ''))
  expect(pages.sort()).toEqual(withToken.split('|').sort())
  const hidden = ['api', 'dashboard', ...pages].map((page) => `Disallow: /${page}/`)
  expect(
    read('public/robots.txt')
      .match(/Disallow.+/g)
      ?.sort(),
  ).toEqual(hidden.sort())
  const links = `(${withToken}|unsubscribe|open-paper)`
  expect(nginx).toContain(`    "~^(?<link>.*/${links}/)" "$link...";\n`)
  // An error has the whole address, with its query.
  expect(nginx).toContain(`location ~ /${links}(/|$) {\n        error_log /dev/null emerg;`)
  // At other levels nginx writes the address, such as for 'worker_connections are not enough', which strangers can cause.
  expect(nginx.match(/error_log .*/g)).toEqual(['error_log /dev/null emerg;'])
  const [, format = ''] = /log_format orglens ([^;]+);/.exec(nginx) ?? []
  expect(format).toContain('$request_method $logged_path')
  expect(format).not.toMatch(/\$(request|uri|request_uri|args|query_string|http_\w+)\b/)
  expect(haproxy).toContain(
    `http-request set-var(txn.path) path,'regsub("^(.*/${links}/).*","\\1...")'\n`,
  )
  const [line = '', ...others] = haproxy.match(/log-format .*|option \w+log/g) ?? []
  expect(others).toEqual([])
  expect(line).toContain('%HM %[var(txn.path)] %ID')
  expect(line).not.toMatch(/%(r|HU|HP|HPO|HQ|hr|hrl)\b/)
})

/** A query without its job, and without the beginnings and ends of names. */
const shortened = (query: string) =>
  query
    .replaceAll(/job="orglens"(, )?|orglens_|_duration_seconds/g, '')
    .replaceAll(/\{\}|(?<=\()\s+/g, '')
    .replaceAll(/\s+/g, ' ')

const most = (quantile: string, by: string, metric: string) =>
  `histogram_quantile(${quantile}, sum by (${by}) (rate(${metric})))`

test('each alert fires at its bound, over its time, with its severity', () => {
  const rules = read('deploy/prometheus/orglens.rules.yml')
  const alerts = rules.matchAll(
    /alert: (\w+)\n +expr:([^:]+)\n +for: (\w+)\n +labels: \{ severity: (\w+) \}\n +annotations:\n +summary: .+\n +action: /g,
  )
  const shown = Array.from(alerts, ([, name, expr = '', time, severity]) =>
    [name, time, `${severity}:${shortened(expr.replace('|', ''))}`].join(' '),
  )
  expect(shown).toEqual(
    [
      'Down 1m critical: up == 0',
      'Missing 5m critical: absent(up)',
      'RequestsFail 5m critical: sum(rate(request_count{status=~"5.."}[5m])) / sum(rate(request_count[5m])) > 0.02',
      `RequestsSlow 10m warning: ${most('0.99', 'le', 'request_bucket[5m]')} > 2.5`,
      'NotReady 30s critical: not_ready == 1',
      `DiskFull 30s critical: data_disk_free_bytes < ${nearlyFull / 1024 / 1024} * 1024 * 1024`,
      'WaitsForConnections 5m warning: database_connections{kind="waiting"} > 0',
      'PaymentsFail 10m critical: sum(rate(service_call_count{service="payments", outcome="failure"}[10m])) / sum(rate(service_call_count{service="payments"}[10m])) > 0.5',
      'MailFails 10m warning: sum(rate(service_call_count{service="mail", outcome="failure"}[10m])) / sum(rate(service_call_count{service="mail"}[10m])) > 0.5',
      'WorkLate 5m warning: max by (kind) (oldest_work_age_seconds{kind=~"refunds|cancellations"}) > 3600 or max by (kind) (oldest_work_age_seconds{kind!~"refunds|cancellations"}) > 600',
      'BackupOld 1h critical: min(last_backup_age_seconds) > 36 * 3600',
      'WebhookRefused 15m critical: sum(increase(request_count{route="webhook", status="400"}[1h])) > 3 unless sum(increase(request_count{route="webhook", status="200"}[1h])) > 0',
      'VersionsDiffer 30m warning: count(count by (version, commit) (build_info)) > 1',
      'ProcessBlocked 5m warning: nodejs_eventloop_lag_p99_seconds > 0.5',
    ].map((alert) => `Orglens${alert}`),
  )
  // Each goes by the job.
  expect(rules.match(/\{job="orglens"/g)).toHaveLength(19)
})

test('systemd and Prometheus find their files valid, where they are installed', () => {
  const folder = newFolder()
  if (hasProgram('systemd-analyze')) {
    const names = ['orglens.service', 'orglens-backup.service', 'orglens-backup.timer']
    const units = names.map((name) => {
      const unit = read(`deploy/${name}`)
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
  }
  if (hasProgram('promtool')) {
    runProgram('promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml'])
    // Each alert fires when it should.
    runProgram('promtool', ['test', 'rules', 'deploy/prometheus/orglens.rules.test.yml'])
  }
})
