interface ImportMetaEnv {
  /** Settings of the build: `src/settings.ts` knows their names. */
  readonly [setting: `VITE_${string}`]: string | undefined
}
