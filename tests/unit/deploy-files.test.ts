import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../support/folders'
import { freePort, hasProgram, runProgram } from '../support/program'
import { putCertificate, writeHaproxy, writeNginx } from '../support/proxies'

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
    },
    promtool() {
      runProgram('promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml'])
    },
  }
  for (const name of installed) checks[name]?.()
})
