import { type Conditions, injectFailure } from './conditions'

/**
 * Makes the dashboard's frame fail, once or always. The profile decides where its address leads
 * (mocks/mock-api.ts). Service workers don't answer frames, so a frame that never loads is
 * simulated by hiding its load event from the app.
 * @param load reads the conditions; called for each frame.
 * @param save stores them after a failure that happens once.
 */
export function failFrames(load: () => Conditions, save: (conditions: Conditions) => void): void {
  // Runs in the capture phase, before the frame's own listeners.
  document.addEventListener(
    'load',
    (event) => {
      if (!(event.target instanceof HTMLIFrameElement)) return
      if (injectFailure('frame', load, save) === 'never') event.stopImmediatePropagation()
    },
    true,
  )
}
