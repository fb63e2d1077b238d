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
const rights = [
  ...['User=orglens', 'EnvironmentFile=/etc/orglens/orglens.env', 'UMask=0077'],
  ...['WorkingDirectory=/opt/orglens', 'Environment=NODE_ENV=production', 'StateDirectory=orglens'],
  ...['CapabilityBoundingSet=', 'NoNewPrivileges=yes', 'ProtectHome=yes', 'ProtectSystem=strict'],
]

/** Lines of the files for operators on which a start, a retry or a secret depends. */
const wantedLines: Record<string, readonly string[]> = {
  // A change is sent once.
  'deploy/haproxy.cfg': [
    ...['use_backend once unless METH_GET', 'http-request disable-l7-retry unless METH_GET'],
    ...['option forwardfor', 'unique-id-header X-Request-Id', 'retry-on conn-failure'],
    ...['http-request redirect scheme https unless { ssl_fc }', 'timeout check 5s'],
    ...['/readyz', '/readyz/site'].map(
      (path) => `http-check send meth GET uri ${path} ver HTTP/1.1 hdr Host orglens`,
    ),
  ],
  'deploy/nginx.conf': [
    ...['if ($request_method ~ ^(PUT|DELETE)$) {', 'return 418;', 'error_page 418 = @once;'],
    ...['proxy_next_upstream off;', 'proxy_next_upstream error timeout;'],
    'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    ...['proxy_set_header X-Request-Id $request_id;', 'return 301 https://$host$request_uri;'],
  ],
  'deploy/pgbouncer.ini': ['pool_mode = transaction', 'server_login_retry = 1'],
  'deploy/orglens.service': [
    ...[`ExecStart=/usr/bin/${scripts.serve}`, 'Restart=always', 'StartLimitIntervalSec=0'],
    ...[...rights, 'LimitNOFILE=20000', 'TimeoutStopSec=20', 'WantedBy=multi-user.target'],
  ],
  'deploy/orglens-backup.service': [
    `ExecStart=/usr/bin/${scripts.backup} /var/backups/orglens --keep 30`,
    ...[...rights, 'Type=oneshot', 'ReadWritePaths=/var/backups/orglens'],
  ],
  'deploy/orglens-backup.timer': [
    ...['OnCalendar=*-*-* 02:30', 'Persistent=yes', 'WantedBy=timers.target'],
  ],
  Dockerfile: [
    ...['USER node', 'ENV NODE_ENV=production', 'VOLUME /data'],
    `CMD ${JSON.stringify(scripts.serve.split(' ')).replaceAll(',', ', ')}`,
  ],
  '.dockerignore': ['.env', '.data', '.git', 'node_modules'],
  'compose.yaml': [
    ...['- database:/var/lib/postgresql/data', 'stop_grace_period: 30s', 'env_file: .env'],
    // Others reach it only through a proxy.
    '- 127.0.0.1:3000:3000',
    ...['command: postgres -c statement_timeout=10s', 'condition: service_healthy'],
  ],
}

test.each(Object.entries(wantedLines))('%s has lines to rely on', (path, wanted) => {
  const lines = read(path).split(/\n\s*/)
  expect(wanted.filter((line) => !lines.includes(line))).toEqual([])
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
  const rules = read('deploy/prometheus/orglens.rules.yml')
  expect(rules).toContain(`free_bytes{job="orglens"} < ${nearlyFull / 1024 / 1024} * 1024 * 1024\n`)
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
