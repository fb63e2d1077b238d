/** When a page counts as ready: everything that is asked for here is true at once. */
export interface Readiness {
  /** Selects elements, one of which is laid out and visible. */
  visible: string
  /** What that element's text contains. */
  text?: string
  /** React has taken the element over: a prerendered button shows long before it answers. */
  alive?: boolean
  /** Selects an element that must be in the page, seen or not. */
  present?: string
}

/** What a page recorded about itself; times in ms since the navigation began. */
export interface Recording {
  firstPaint: number
  largestPaint: number
  /** [when, score] of each shift that no input caused. */
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
 * Runs in the page, before any script of its own.
 * @param storage what local storage holds as the page begins.
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
      (!readiness.alive || Object.keys(element).some((key) => key.startsWith('__reactProps'))) &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const look = () => {
    const found = [...document.querySelectorAll(readiness.visible)].some(isReady)
    if (!found || (readiness.present && !document.querySelector(readiness.present))) {
      return requestAnimationFrame(look)
    }
    // A message runs once the frame that is being prepared has been rendered.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      recording.ready = performance.now()
      console.debug('recording: ready')
    }
    port2.postMessage(0)
  }
  requestAnimationFrame(look)
}
