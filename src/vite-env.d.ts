interface ImportMetaEnv {
  readonly VITE_PRODUCT_NAME?: string
  readonly VITE_API_BASE_URL?: string
  readonly VITE_TERMS_URL?: string
  readonly VITE_PRIVACY_URL?: string
  readonly VITE_SUPPORT_URL?: string
  readonly VITE_GEOLOCATION_URL?: string
  readonly VITE_CHECKOUT_SCRIPT_URL?: string
  readonly VITE_CHECKOUT_KEY?: string
  readonly VITE_SUBSCRIPTION_CURRENCY?: string
  readonly VITE_EXTENSIONS?: string
}
