import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite's parameters, except that nothing is acknowledged before it is fsynced. Source: PGlite
 * 0.5, `PGlite.defaultStartParams`, whose `-F` disables fsync; its `fdatasync`, PostgreSQL's
 * default method for the write-ahead log, does nothing.
 *
 * The default of 128 MB for shared buffers takes half a second at every start, and 90 MB more of memory. The operating
 * system caches the files anyway: in tables larger than 16 MB, lookups took as long, and a scan 190 ms instead of 170.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB'],
]

/** The part of Emscripten's file system that passes open files to the operating system. */
interface NodeFiles {
  stream_ops: { fsync?: (stream: { nfd?: number; node: object }) => number }
  realPath: (node: object) => string
  doSetAttr: (file: unknown, node: object, to: { mode?: number }, ...rest: unknown[]) => void
}

/**
 * A directory on disk, with the `fsync` that PGlite's own file system ignores. Its files are closed to other users: PGlite sets
 * their modes itself, so the process's umask has no effect.
 */
class DurableDirectory extends NodeFS {
  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...parameters)
    const makeDurable = (module: unknown) => {
      const files = (module as { NODEFS: NodeFiles }).NODEFS
      files.stream_ops.fsync = ({ nfd, node }) => {
        // Directories have no file handle of the operating system.
        if (nfd === undefined) syncPath(files.realPath(node))
        else fs.fsyncSync(nfd)
        return 0
      }
      const { doSetAttr } = files
      files.doSetAttr = (file, node, { mode, ...to }, ...rest) => {
        const closed = mode === undefined ? to : { ...to, mode: mode & ~0o077 }
        doSetAttr(file, node, closed, ...rest)
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

/** Opens the database in a directory; acknowledged changes survive power cuts. */
export function openDurably(directory: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableDirectory(directory), startParams })
}

/** Flushes all earlier writes to disk, if the system has a command for that. */
export function syncDirectory(directory: string): void {
  spawnSync('sync', ['-f', directory], { stdio: 'ignore' })
}

/** Flushes a file or directory to disk. Windows can't open directories, and flushes their entries by itself. */
export function syncPath(path: string): void {
  if (process.platform === 'win32') return
  const file = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}
