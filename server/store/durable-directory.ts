import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite's parameters, except that nothing is acknowledged before it is on the disk. Source: PGlite
 * 0.5, `PGlite.defaultStartParams`, whose `-F` switches fsync off; its `fdatasync`, PostgreSQL's
 * default way for the log, does nothing.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
]

/** The part of Emscripten's file system that hands an open file to the operating system. */
interface NodeFiles {
  stream_ops: { fsync?: (stream: { nfd?: number; node: object }) => number }
  realPath: (node: object) => string
}

/** A directory on the disk, for which PGlite's own file system ignores `fsync`. */
class DurableDirectory extends NodeFS {
  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...parameters)
    const makeDurable = (module: unknown) => {
      const files = (module as { NODEFS: NodeFiles }).NODEFS
      files.stream_ops.fsync = ({ nfd, node }) => {
        // Directories have no open file of the operating system's.
        if (nfd === undefined) syncPath(files.realPath(node))
        else fs.fsyncSync(nfd)
        return 0
      }
    }
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), makeDurable],
      },
    }
  }
}

/** Opens the database in a directory; what it acknowledges outlives a power cut. */
export function openDurably(directory: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableDirectory(directory), startParams })
}

/** Hands everything that was written before to the disk, where the system has a command for that. */
export function syncDirectory(directory: string): void {
  spawnSync('sync', ['-f', directory], { stdio: 'ignore' })
}

/** Windows opens no directories, and keeps their entries by itself. */
function syncPath(path: string): void {
  if (process.platform === 'win32') return
  const file = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}
