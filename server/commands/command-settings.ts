import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { loadSettingsFile } from '../node/settings/settings-file'
import { ownerOf } from '../store/pglite/data-folder'

/** Where the settings of the service are (`deploy/orglens.service`). */
const serviceFile = '/etc/orglens/orglens.env'
const option = '--env-file'

/**
 * Reads the file of settings that a command runs with: the one that it is told, else `.env` here, else the service's. Variables
 * take precedence over it. So a command that runs in an operator's shell knows what the service knows.
 * @param words of the command line.
 * @param service the service's file.
 * @returns the words without `--env-file`, and where the settings come from, in words.
 * @throws Error if the file is missing or can't be read.
 */
export function loadSettings(
  words: readonly string[],
  service = serviceFile,
): { words: string[]; from: string } {
  const at = words.findIndex((word) => word === option || word.startsWith(`${option}=`))
  const [first = ''] = at < 0 ? [] : words.slice(at)
  const isApart = first === option
  const told = isApart ? words[at + 1] : first.slice(option.length + 1)
  const rest =
    at < 0 ? [...words] : words.filter((_, index) => index !== at && !(isApart && index === at + 1))
  if (at >= 0 && !told) throw new Error(`Name the file of settings: ${option} ${serviceFile}`)
  if (told && !existsSync(told)) throw new Error(`There is no file of settings at ${told}.`)
  const file = told || ['.env', service].find((path) => existsSync(path))
  if (!file) return { words: rest, from: 'the environment' }
  load(file)
  // The unit sets it beside its file.
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
