interface ImportMetaEnv {
  readonly VITE_PRODUCT_NAME?: string
  readonly VITE_API_BASE_URL?: string
  readonly VITE_TERMS_URL?: string
  readonly VITE_PRIVACY_URL?: string
  readonly VITE_SUPPORT_URL?: string
}
