import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { defineConfig } from 'vite'
import { settingsFilePlugin } from './vite/settings-file.ts'

/** @returns the commit that is being built: where there is no repository, as in a container, the variable says it. */
function builtCommit(): string {
  const git = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'])
  return process.env.ORGLENS_COMMIT || String(git.stdout ?? '').trim() || 'unknown'
}

/** Bundles the Node host and its commands beside the migrations; packages stay in node_modules. */
export default defineConfig({
  // As for the app.
  logLevel: 'warn',
  define: { 'process.env.ORGLENS_COMMIT': JSON.stringify(builtCommit()) },
  publicDir: false,
  plugins: [
    settingsFilePlugin(),
    {
      name: 'orglens:migrations',
      closeBundle() {
        const { outDir } = this.environment.config.build
        cpSync('server/store/migrations', `${outDir}/migrations`, { recursive: true })
      },
    },
  ],
  // Only the icons in use.
  ssr: { noExternal: ['lucide-react'] },
  build: {
    ssr: true,
    outDir: 'build/server',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      // The screens, which are rendered here too, stay in one piece: a server has no client.
      checks: {
        bundlerTimings: false,
        ineffectiveDynamicImport: false,
        moduleLevelDirective: false,
      },
      // Named as the service's unit and the commands of package.json name them.
      input: {
        node: 'server/node/main.ts',
        'move-to-postgresql': 'server/commands/move-to-postgresql.ts',
        explain: 'server/commands/explain.ts',
        admin: 'server/commands/admin.ts',
        doctor: 'server/commands/doctor/doctor.ts',
        backup: 'server/commands/backup.ts',
        restore: 'server/commands/restore.ts',
      },
      // Shared code finds the migrations beside itself.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
