import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('the panels about durations are in seconds', () => {
  const { panels }: { panels: Panel[] } = JSON.parse(
    readFileSync('deploy/grafana/orglens.json', 'utf8'),
  )
  const timed = panels.filter(({ targets }) => /_seconds(_bucket)?\{/.test(targets[0]?.expr ?? ''))
  expect(timed.length).toBeGreaterThan(4)
  expect(timed.filter(({ fieldConfig }) => fieldConfig.defaults.unit !== 's')).toEqual([])
})

// tests/long/deploy-proxies.test.ts tries this with servers that die.
test('HAProxy repeats only GET and HEAD, and only where it serves the site', () => {
  expect(linesByHeading(haproxy, /^(\w.*)$/, /retry/)).toEqual({
    'backend calls': ['retry-on conn-failure'],
    'backend site': [
      'retry-on conn-failure empty-response',
      'http-request disable-l7-retry unless METH_GET',
    ],
  })
})

test('HAProxy passes on changes over connections of their own, before anything else', () => {
  expect(linesByHeading(haproxy, /^(\w.*)$/, /use_backend|once|-close/)).toEqual({
    'frontend orglens': [
      'use_backend once unless METH_GET',
      'use_backend calls if { path_beg /api/ } { nbsrv(calls) gt 0 }',
    ],
    'backend once': ['option http-server-close', 'server self abns@orglens-once'],
    'frontend once': [
      'bind abns@orglens-once',
      'use_backend calls if { path_beg /api/ } { nbsrv(calls) gt 0 }',
    ],
  })
})

test('nginx tries PUT and DELETE only once', () => {
  const wanted = /proxy_next_upstream|if \(|418/
  expect(linesByHeading(nginx, /^ *((?:server|location).*) \{/, wanted)).toEqual({
    server: ['proxy_next_upstream error timeout;', 'proxy_next_upstream_tries 3;'],
    'location /': [
      'error_page 418 = @once;',
      'if ($request_method ~ ^(PUT|DELETE)$) {',
      'return 418;',
    ],
    'location @once': ['proxy_next_upstream off;'],
  })
})

test('HAProxy asks whether a server has its database where it sends calls, and gives it time to answer', () => {
  expect(linesByHeading(haproxy, /^(\w.*)$/, /timeout check|http-check send/)).toEqual({
    defaults: ['timeout check 5s'],
    'backend calls': ['http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host orglens'],
    'backend site': ['http-check send meth GET uri /readyz/site ver HTTP/1.1 hdr Host orglens'],
  })
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

/** The addresses that have a token, and how logs show them. */
const addressesWithTokens: Record<string, string> = {
  '/invite/a-token': '/invite/...',
  '/reset-password/a-token': '/reset-password/...',
  '/confirm-address/a-token': '/confirm-address/...',
  '/confirm-copy/a-token': '/confirm-copy/...',
  '/stop-report/a-token': '/stop-report/...',
  '/api/reports/unsubscribe/?token=a-token': '/api/reports/unsubscribe/...',
  '/api/open-paper/?token=a-token': '/api/open-paper/...',
  // The server takes calls without the last slash, too.
  '/api/open-paper?token=a-token': '/api/open-paper',
}

/** @returns the regular expression that a file has after some text. */
function expressionIn(text: string, before: RegExp): RegExp {
  const [, expression] = new RegExp(`${before.source}(\\S+?)"? `).exec(text) ?? []
  if (!expression) throw new Error(`There is no ${before.source}.`)
  return new RegExp(expression)
}

test('every page with a token in its address is among the addresses with tokens', () => {
  const pages = readdirSync('routes', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.$token.tsx'))
    .map((file) => file.replace('_signed-out/', '').replace('.$token.tsx', ''))
  expect(pages).toHaveLength(5)
  for (const page of pages) expect(addressesWithTokens).toHaveProperty([`/${page}/a-token`])
})

test('the proxies log no token', () => {
  const [, cut = ''] = /regsub\("([^"]+)","\\1\.\.\."\)/.exec(haproxy) ?? []
  const mapped = expressionIn(nginx, /"~/)
  const withoutErrors = expressionIn(nginx, /location ~ /)
  for (const [address, logged] of Object.entries(addressesWithTokens)) {
    const [path = ''] = address.split('?')
    expect(path.replace(new RegExp(cut), '$1...')).toBe(logged)
    expect(path.replace(new RegExp(`${mapped.source}.*`), '$<link>...')).toBe(logged)
    // An error has the whole address, with its query.
    expect(path).toMatch(withoutErrors)
  }
  for (const expression of [new RegExp(cut), mapped, withoutErrors]) {
    expect('/signin').not.toMatch(expression)
  }
  // At other levels nginx writes the address, such as for 'worker_connections are not enough', which strangers can cause.
  expect(nginx.match(/error_log .*/g)).toEqual(['error_log /dev/null emerg;'])
})

test('containers are reached from their own machine alone', () => {
  const [, published = ''] =
    /ports:\n((?: +- .*\n)+)/.exec(readFileSync('compose.yaml', 'utf8')) ?? []
  expect(published).toMatch(/^(?: +- 127\.0\.0\.1:\S+\n)+$/)
})

test('the proxies log no query', () => {
  const [, ofNginx = ''] = /log_format orglens ([^;]+);/.exec(nginx) ?? []
  expect(ofNginx).toContain('$logged_path')
  expect(ofNginx).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_\w+)\b/)
  expect(nginx.match(/access_log .*/g)).toEqual([
    'access_log off;',
    'access_log /var/log/nginx/orglens.log orglens;',
  ])
  const [, ofHaproxy = ''] = /log-format (".+")/.exec(haproxy) ?? []
  expect(ofHaproxy).toContain('%[var(txn.path)]')
  expect(ofHaproxy).not.toMatch(/%(HU|HQ|HP|HPO|r|hr|hrl|hs|hsl)\b/)
  expect(haproxy).not.toMatch(/option (httplog|tcplog|httpslog)/)
})

test('the proxies add the client’s address to X-Forwarded-For: whatever it sent itself comes first', () => {
  // That the limits count that address is tried in tests/long/deploy-proxies.test.ts.
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')
  expect(haproxy).toMatch(/^ +option forwardfor$/m)
})

test('systemd starts the server like `npm run serve`, and gives it time to stop', () => {
  const unit = readFileSync('deploy/orglens.service', 'utf8')
  const [, started] = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit) ?? []
  expect(started).toBe(JSON.parse(readFileSync('package.json', 'utf8')).scripts.serve)
  const { drainTime, stopTimeout } = readServerSettings(production)
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  expect(Number(seconds) * 1000).toBeGreaterThan(drainTime + stopTimeout)
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
