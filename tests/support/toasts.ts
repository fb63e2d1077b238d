import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** @returns the toasts that show: tone, text and detail. */
export const shownToasts = () =>
  [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].map((toast) => [
    toast.dataset.type,
    toast.querySelector('[data-title]')?.textContent,
    toast.querySelector('[data-description]')?.textContent ?? '',
  ])

/** Waits until a toast of this tone says this, and nothing else. A detail may be `expect.stringMatching(…)`. */
export const toasted = (
  tone: 'success' | 'error' | 'info' | 'warning',
  text: string,
  detail: unknown = '',
): Promise<void> => waitFor(() => expect(shownToasts()).toContainEqual([tone, text, detail]))
