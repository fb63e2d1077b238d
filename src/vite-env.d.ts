interface ImportMetaEnv {
  /** The build's settings (`src/settings.ts`). */
  readonly [setting: `VITE_${string}`]: string | undefined
}
