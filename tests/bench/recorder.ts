/** When a page counts as ready: all given conditions hold at once. */
export interface Readiness {
  /** Selects elements, one of which must be visible. */
  visible: string
  /** Text that this element must contain. */
  text?: string
  /** React has hydrated the element: a prerendered button is visible long before it responds. */
  interactive?: boolean
  /** Selects an element that must be in the page, visible or not. */
  present?: string
}

/** A page's recordings; times in ms since the navigation started. */
export interface Recording {
  firstPaint: number
  largestPaint: number
  /** [time, score] of each shift without input. */
  shifts: [number, number][]
  /** [start, duration] of each task of more than 50 ms. */
  longTasks: [number, number][]
  ready: number | null
}

declare global {
  interface Window {
    recording?: Recording
  }
}

/**
 * Runs in the page, before its own scripts.
 * @param storage the initial contents of local storage.
 */
export function record([readiness, storage]: [Readiness, Record<string, string>]): void {
  if (window.top !== window || !location.protocol.startsWith('http')) return
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
  const recording: Recording = {
    firstPaint: 0,
    largestPaint: 0,
    shifts: [],
    longTasks: [],
    ready: null,
  }
  window.recording = recording

  const watch = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
      type,
      buffered: true,
    })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') recording.firstPaint = entry.startTime
  })
  watch('largest-contentful-paint', (entry) => {
    recording.largestPaint = entry.startTime
  })
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) recording.shifts.push([shift.startTime, shift.value])
  })
  watch('longtask', (entry) => recording.longTasks.push([entry.startTime, entry.duration]))

  const isReady = (element: Element) => {
    const box = element.getBoundingClientRect()
    return (
      box.width > 0 &&
      box.height > 0 &&
      (element.textContent ?? '').includes(readiness.text ?? '') &&
      (!readiness.interactive ||
        Object.keys(element).some((key) => key.startsWith('__reactProps'))) &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const look = () => {
    const found = [...document.querySelectorAll(readiness.visible)].some(isReady)
    if (!found || (readiness.present && !document.querySelector(readiness.present))) {
      return requestAnimationFrame(look)
    }
    // A message is delivered after the current frame is rendered.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      recording.ready = performance.now()
      console.debug('recording: ready')
    }
    port2.postMessage(0)
  }
  requestAnimationFrame(look)
}
