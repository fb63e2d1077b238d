import { useEffect, useRef, useState } from 'react'
import { type AuditEntry, mostAuditEntries } from '../../contract/audit-log'
import { ApiError, followingServerText } from '../api/errors'
import { showToast } from '../ui/toasts/toast'
import { auditCsv } from './audit-columns'
import { type AuditFilter, readPage } from './queries'

interface Progress {
  count: number
  /** Whether the server has asked to wait. */
  isWaiting: boolean
}

/** The pause in s if the server names none, and the longest pause. */
const usualPause = 5
const longestPause = 300

/** Downloads all entries that match the filter, page by page. Its progress is null while no download runs. */
export function useAuditDownload(filter: AuditFilter) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const underWay = useRef<AbortController>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  async function start(): Promise<void> {
    const controller = new AbortController()
    underWay.current = controller
    const { signal } = controller
    setProgress({ count: 0, isWaiting: false })
    try {
      const entries = await allEntries(filter, signal, setProgress)
      const { downloadCsv } = await import('../lib/download-csv')
      if (!signal.aborted) downloadCsv('Audit log', auditCsv, entries)
    } catch (error) {
      if (signal.aborted) return
      const text = 'The audit log could not be downloaded. Please try again.'
      showToast('error', text, followingServerText(error))
    }
    if (underWay.current === controller) setProgress(null)
  }
  function stop(): void {
    underWay.current?.abort()
    setProgress(null)
  }
  return { progress, start, stop }
}

async function allEntries(
  filter: AuditFilter,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  let before: string | undefined
  for (;;) {
    try {
      const { data, next } = await readPage(filter, { before, most: mostAuditEntries, signal })
      for (const entry of data) entries.push(entry)
      if (next === null || data.length === 0 || signal.aborted) return entries
      before = next
      onProgress({ count: entries.length, isWaiting: false })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ApiError && error.status === 429)) throw error
      onProgress({ count: entries.length, isWaiting: true })
      const wait = error.retryAfter || usualPause
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, longestPause) * 1_000))
      signal.throwIfAborted()
    }
  }
}
