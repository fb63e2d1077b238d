/**
 * `npm run release`: writes this version into `build/release`, ready to install: the built project with its packages, as a
 * folder and as an archive, a checksum, and the notes from CHANGELOG.md. Packages have parts for one kind of machine, which
 * the archive's name says.
 *
 * `npm run release -- v1.0.0` refuses if the tag isn't this version's. The workflow `release.yml` runs it, and so does the
 * Dockerfile.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from '../server/node/watch/version'
import { notesOf } from './release-notes'

const contents = [
  ...['package-lock.json', '.env.example', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md'],
  ...['docs', 'deploy', 'dist', 'build/server', 'server/plans/plans.json'],
]
/** The archive's README: the project's own is about the source code. */
const readme = `# Orglens ${version}, built

It needs [Node.js](https://nodejs.org) 20.19 or newer. Nothing has to be installed or built.

\`\`\`sh
npm start   # a trial on http://localhost:3000, with its database in ./.data
\`\`\`

Sign in as \`admin@acme.test\`. The password is \`orglens-demo\`.

For production follow [operating.md](docs/operating.md#install). [All pages](docs/README.md) are in \`docs/\`; those about the
source code name files that only the project has.
`
const name = `orglens-${version}`
const archive = `${name}-${process.platform}-${process.arch}.tar.gz`

process.chdir(fileURLToPath(new URL('../', import.meta.url)))
const folder = 'build/release'
const [tag = `v${version}`] = process.argv.slice(2)
if (tag !== `v${version}`) {
  console.error(`The tag ${tag} isn't v${version}, which package.json says. Nothing was made.`)
  process.exit(2)
}
const notes = notesOf(readFileSync('CHANGELOG.md', 'utf8'), version)
run('npm', ['run', 'build'])
rmSync(folder, { recursive: true, force: true })
const root = join(folder, name)
mkdirSync(root, { recursive: true })
for (const path of contents) cpSync(path, join(root, path), { recursive: true })
writeFileSync(join(root, 'README.md'), readme)
writeFileSync(join(root, 'package.json'), `${JSON.stringify(builtPackage(), null, 2)}\n`)
// The versions are those of package-lock.json, which loses the other packages.
run('npm', ['install', '--no-audit', '--no-fund'], root)
const packages = join(root, 'node_modules')
for (const path of readdirSync(packages, { recursive: true, encoding: 'utf8' })) {
  if (isNeedless(path)) rmSync(join(packages, path), { force: true, recursive: true })
}
run(
  'tar',
  [
    '--create',
    '--gzip',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--file=${archive}`,
    name,
  ],
  folder,
)
writeFileSync(join(folder, 'notes.md'), notes)
const sum = createHash('sha256')
  .update(readFileSync(join(folder, archive)))
  .digest('hex')
writeFileSync(join(folder, 'SHA256SUMS'), `${sum}  ${archive}\n`)
console.info(`${name} is in ${folder}: ${archive}, SHA256SUMS and notes.md.`)

/**
 * @returns package.json without what only the source code needs: as long as it names devDependencies, npm installs those
 * that a package would also take, such as TypeScript. Scripts that don't run what is built are left out.
 */
function builtPackage(): object {
  const { scripts, devDependencies, allowScripts, ...rest } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  )
  const runnable = Object.entries<string>(scripts).filter(([, line]) => line.startsWith('node '))
  return { ...rest, scripts: { start: scripts.serve, ...Object.fromEntries(runnable) } }
}

/**
 * @param path below node_modules.
 * @returns whether no server reads this file of a package: it is for editors, debuggers, browsers or tests, or it is a font
 *   that PDFs don't use (`server/billing/papers/fonts.ts`). Licences stay, some of which only a README has.
 */
function isNeedless(path: string): boolean {
  if (/(licen[cs]e|readme)[^/]*$/i.test(path)) return false
  if (/\/(inter|noto-sans-(\w+)-\2)\b[a-z-]*-[46]00-normal\.woff$/.test(path)) return false
  return (
    /\.(map|[cm]?tsx?|s?css|md|woff2?|tar\.gz)$/.test(path) ||
    /(^|\/)(tests?|examples?)$/.test(path) ||
    /^pdfkit\/js\/pdfkit\.(browser|old|standalone)/.test(path)
  )
}

/** Runs a program to its end; ends this one if it fails. */
function run(program: string, parameters: string[], cwd = '.'): void {
  // Overrides the shell's variable, because React's code differs.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, error } = spawnSync(program, parameters, { cwd, env, stdio: 'inherit' })
  if (status === 0) return
  console.error(error?.message ?? `${program} ${parameters.join(' ')} failed.`)
  process.exit(1)
}
