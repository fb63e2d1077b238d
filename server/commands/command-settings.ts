import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { loadSettingsFile } from '../node/settings/settings-file'
import { ownerOf } from '../store/pglite/data-folder'

/** The file of the service's settings (`deploy/orglens.service`). */
const serviceFile = '/etc/orglens/orglens.env'
const option = '--env-file'

/**
 * Loads a command's file of settings: that of `--env-file`, else `.env` here, else the service's. So a command in an operator's
 * shell has the service's settings. Environment variables take precedence over the file.
 * @param words the command line.
 * @param service the path of the service's file.
 * @returns the words without `--env-file`, and the origin of the settings, in words.
 * @throws Error if the file is missing or can't be read.
 */
export function loadSettings(
  words: readonly string[],
  service = serviceFile,
): { words: string[]; from: string } {
  const at = words.findIndex((word) => word === option || word.startsWith(`${option}=`))
  const [first = ''] = at < 0 ? [] : words.slice(at)
  const isApart = first === option
  const named = isApart ? words[at + 1] : first.slice(option.length + 1)
  const rest =
    at < 0 ? [...words] : words.filter((_, index) => index !== at && !(isApart && index === at + 1))
  if (at >= 0 && !named) throw new Error(`Name the file of settings: ${option} ${serviceFile}`)
  if (named && !existsSync(named)) throw new Error(`There is no file of settings at ${named}.`)
  const file = named || ['.env', service].find((path) => existsSync(path))
  if (!file) return { words: rest, from: 'the environment' }
  load(file)
  // The systemd unit sets it, not the file.
  if (file === service) process.env.NODE_ENV ||= 'production'
  return { words: rest, from: `${file} and the environment` }
}

function load(file: string): void {
  try {
    loadSettingsFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    throw new Error(
      `The settings in ${file} belong to ${ownerOf(file)}, and ${userInfo().username} can't read them. Run this as the service's user: sudo -u orglens …`,
      { cause: error },
    )
  }
}
