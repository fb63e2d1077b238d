import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename } from 'node:path'
import { loadSettingsFile, parseUnitFile } from '../node/settings/settings-file'
import { ownerOf } from '../store/pglite/data-folder'

/** The file of the service's settings (`deploy/orglens.service`). */
const serviceFile = '/etc/orglens/orglens.env'
const option = '--env-file'

/**
 * Loads a command's file of settings: that of `--env-file`, else `.env` here, else the service's. So a command in an operator's
 * shell has the service's settings. Environment variables take precedence over the file. Any file but `.env` is read as the
 * unit reads it.
 * @param words the command line.
 * @param service the path of the service's file.
 * @returns the words without `--env-file`, the origin of the settings, in words, and whether Node must start again to
 *   trust the file's `NODE_EXTRA_CA_CERTS`, which a server with `.env` doesn't.
 * @throws Error if the file is missing or can't be read.
 */
export function loadSettings(
  words: readonly string[],
  service = serviceFile,
): { words: string[]; from: string; startsAgain: boolean } {
  const at = words.findIndex((word) => word === option || word.startsWith(`${option}=`))
  const [first = ''] = at < 0 ? [] : words.slice(at)
  const isApart = first === option
  const named = isApart ? words[at + 1] : first.slice(option.length + 1)
  const rest =
    at < 0 ? [...words] : words.filter((_, index) => index !== at && !(isApart && index === at + 1))
  if (at >= 0 && !named) throw new Error(`Name the file of settings: ${option} ${serviceFile}`)
  if (named && !existsSync(named)) throw new Error(`There is no file of settings at ${named}.`)
  const file = named || ['.env', service].find((path) => existsSync(path))
  if (!file) return { words: rest, from: 'the environment', startsAgain: false }
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  load(file)
  // The systemd unit sets it, not the file.
  if (!isDotEnv(file)) process.env.NODE_ENV ||= 'production'
  const startsAgain = !isDotEnv(file) && process.env.NODE_EXTRA_CA_CERTS !== authorities
  return { words: rest, from: `${file} and the environment`, startsAgain }
}

/** @returns whether a file is one that the server reads itself, after Node has started. */
const isDotEnv = (file: string) => basename(file) === '.env'

function load(file: string): void {
  try {
    loadSettingsFile(file, isDotEnv(file) ? undefined : parseUnitFile)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    throw new Error(
      `The settings in ${file} belong to ${ownerOf(file)}, and ${userInfo().username} can't read them. Run this as the service's user: sudo -u orglens …`,
      { cause: error },
    )
  }
}
