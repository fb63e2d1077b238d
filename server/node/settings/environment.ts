import * as v from 'valibot'
import { currencies } from '../../../contract/billing'
import {
  address,
  documentText,
  domain,
  gstin,
  invoicePrefix,
  link,
  oneOf,
  origins,
  productName,
  seller,
  sender,
  serviceCode,
  taxRate,
  text,
  timeZone,
  tokenSecret,
  wholeNumber,
} from './formats'

/**
 * Describes a setting.
 * @param meaning one line of Markdown, for docs/settings.md and .env.example.
 * @param byDefault the default in words, where the schema has none.
 */
const setting = <Schema extends v.GenericSchema<string | undefined, unknown>>(
  schema: Schema,
  meaning: string,
  byDefault = '',
) => v.pipe(schema, v.description(meaning), v.metadata({ byDefault }))

const processSettings = (production: boolean) => ({
  NODE_ENV: setting(
    v.optional(
      v.picklist(
        ['', 'development', 'test', 'production'],
        'must be production, development, test or empty, exactly',
      ),
      '',
    ),
    '`production` refuses everything that is meant for trials. Otherwise empty, `development` or `test`.',
  ),
  PORT: setting(
    v.optional(wholeNumber(0, 65_535), '3000'),
    'The port to listen on; `0` picks a free one.',
  ),
  HOST: setting(
    v.optional(text, production ? '0.0.0.0' : '127.0.0.1'),
    'The address to listen on. Outside production it must be a loopback address.',
  ),
  EXPOSE_DEVELOPMENT: setting(
    v.optional(oneOf('on', 'off'), 'off'),
    '`on` allows any `HOST` outside production, an `APP_URL` with https, a live key of Razorpay and a mail server elsewhere. It lets everybody in: the mailbox shows links that set passwords, and the secrets are public.',
  ),
  APP_URL: setting(
    v.optional(address(['https:', 'http:'])),
    "The app's address, with which links in mails begin, without a path. In production `https:`, or `http:` on loopback.",
    'the address the server listens on; none in production',
  ),
  TRUSTED_PROXIES: setting(
    v.optional(wholeNumber(0, 10), '0'),
    'The number of proxies in front, each of which appends to `X-Forwarded-For`. If it is too low, all clients share the limits of one.',
  ),
  ALLOWED_ORIGINS: setting(
    v.optional(origins, ''),
    'Other origins whose pages may call the API, comma-separated and exactly as browsers send them: `https://app.example.com`.',
  ),
  KEEP_ALIVE_SECONDS: setting(
    v.optional(wholeNumber(1, 3_600), '65'),
    'How long an idle connection stays open: longer than your proxy keeps it.',
  ),
  LOG_FORMAT: setting(
    v.optional(oneOf('json', 'text'), production ? 'json' : 'text'),
    '`json`, or `text` for people.',
  ),
  METRICS_PORT: setting(
    v.optional(wholeNumber(0, 65_535)),
    'A separate port that serves `/metrics` to Prometheus.',
  ),
  METRICS_HOST: setting(
    v.optional(text, '127.0.0.1'),
    "The address of that port, independent of `HOST`. In a container use `0.0.0.0`, and don't publish the port.",
  ),
  DRAIN_SECONDS: setting(
    v.optional(wholeNumber(0, 300), production ? '5' : '0'),
    'How long the server goes on answering after SIGTERM, while `/readyz` says `draining`.',
  ),
})

const dataSettings = (production: boolean) => ({
  DATA_DIR: setting(
    v.optional(text),
    'The folder of the embedded database. Production needs this or `DATABASE_URL`.',
    '`./.data`; none in production',
  ),
  DATABASE_URL: setting(
    v.optional(address(['postgresql:', 'postgres:'])),
    'PostgreSQL 15 to 18, which servers can share: `postgresql://user:password@host:port/database`.',
  ),
  DATABASE_DIRECT_URL: setting(
    v.optional(address(['postgresql:', 'postgres:'])),
    'The address of PostgreSQL itself where `DATABASE_URL` leads through a pooler; `backup`, `restore` and `move-to-postgresql` need it.',
    '`DATABASE_URL`',
  ),
  DATABASE_POOL_SIZE: setting(
    v.optional(wholeNumber(1, 1_000), '10'),
    'The maximum number of connections to PostgreSQL per server.',
  ),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: setting(
    v.optional(wholeNumber(1, 3_600), '10'),
    'When PostgreSQL cancels a statement; [set it for the role](operating.md#postgresql-and-poolers) too.',
  ),
  DATABASE_IDLE_TIMEOUT_SECONDS: setting(
    v.optional(wholeNumber(1, 86_400), '30'),
    'When an idle connection to PostgreSQL is closed.',
  ),
  DATABASE_PREPARED_STATEMENTS: setting(
    v.optional(oneOf('on', 'off'), 'on'),
    '`off` behind PgBouncer before 1.21.',
  ),
  DEMO_DATA: setting(
    v.optional(oneOf('on', 'off'), production ? 'off' : 'on'),
    '`on` adds the demo organisations; production refuses it.',
  ),
})

const sessionSettings = (production: boolean) => ({
  ACCESS_TOKEN_SECRET: setting(
    v.optional(tokenSecret),
    'Signs access tokens: 32 characters or more, in production 8 different ones ([how to change it](operating.md#changing-secrets)).',
    'a built-in secret; none in production',
  ),
  ACCESS_TOKEN_SECRET_ALSO_ACCEPTED: setting(
    v.optional(tokenSecret),
    'A second secret, accepted while you change the first.',
  ),
  TWO_FACTOR: setting(
    v.optional(oneOf('off', 'on', 'admins'), production ? 'off' : 'on'),
    'Second factors. `on`: users may set one up. `admins`: admins must, within seven days of their next sign-in. `off`: nobody is asked for one, not even users who have it.',
  ),
  TWO_FACTOR_KEY: setting(
    v.optional(tokenSecret),
    'Encrypts the secrets of authenticator apps: as `ACCESS_TOKEN_SECRET`. If it is lost, no app works any more: back it up, apart from the database.',
    'a built-in key; none in production',
  ),
  TWO_FACTOR_KEY_ALSO_ACCEPTED: setting(
    v.optional(tokenSecret),
    'The previous key, which still decrypts ([how to change it](operating.md#changing-secrets)).',
  ),
  ABANDONED_ORGANISATIONS: setting(
    v.optional(oneOf('keep', 'delete'), 'keep'),
    '`delete`: organisations are deleted, after two mails, where nobody ever proved an address or paid, and nobody has signed in for a year.',
  ),
  PASSKEY_DOMAIN: setting(
    v.optional(domain),
    'Where passkeys work: the host of `APP_URL`, or a domain above it. After a change earlier ones [no longer sign in](operating.md#passkeys).',
    'the host of `APP_URL`',
  ),
  RATE_LIMITS: setting(
    v.optional(oneOf('on', 'off'), 'on'),
    '`off` is for tests; production refuses it.',
  ),
  RATE_LIMIT_NETWORK_FACTOR: setting(
    v.optional(wholeNumber(1, 1_000), '1'),
    "Multiplies the limits of one network's signed-out calls (`server/api/limits.ts`), if many people share an address.",
  ),
})

const mailSettings = {
  MAIL_DELIVERY: setting(
    v.optional(oneOf('mailbox', 'smtp'), 'mailbox'),
    '`mailbox`: mails are only read at `/dev/mailbox`; production refuses it. `smtp`: they are sent; needs `SMTP_URL` and `MAIL_FROM`.',
  ),
  SMTP_URL: setting(
    v.optional(address(['smtp:', 'smtps:'])),
    '`smtp://user:password@host:587` (encrypted by STARTTLS) or `smtps://…`.',
  ),
  SMTP_TLS: setting(
    v.optional(oneOf('required', 'optional'), 'required'),
    '`optional`: a mail server without encryption gets mails and password in clear text.',
  ),
  SMTP_NAME: setting(
    v.optional(domain),
    'The host name in the greeting to the mail server (EHLO), which some mail servers look up.',
    'the host of `APP_URL`',
  ),
  MAIL_FROM: setting(
    v.optional(sender),
    'The sender: `mail@example.com` or `Orglens <mail@example.com>`.',
  ),
}

const paymentSettings = {
  PAYMENTS: setting(
    v.optional(oneOf('sandbox', 'razorpay'), 'sandbox'),
    '`sandbox`: without keys or money; production refuses it. `razorpay`: needs key, secrets and `PLANS_FILE` ([billing.md](billing.md#razorpay)).',
  ),
  RAZORPAY_KEY_ID: setting(v.optional(text), 'The id of your API key at Razorpay.'),
  RAZORPAY_KEY_SECRET: setting(v.optional(text), 'The secret of that key.'),
  RAZORPAY_WEBHOOK_SECRET: setting(
    v.optional(text),
    'The secret of the webhook at `/api/payments/webhook/`.',
  ),
  RAZORPAY_WEBHOOK_SECRET_ALSO_ACCEPTED: setting(
    v.optional(text),
    'A second secret, accepted while you change the first.',
  ),
  RAZORPAY_API_URL: setting(
    v.optional(address(['https:', 'http:']), 'https://api.razorpay.com'),
    "The address of the provider's API, or of a stand-in. In production `https:`, or `http:` on loopback.",
  ),
  PLANS_FILE: setting(
    v.optional(text),
    'The JSON file of the plans on offer ([billing.md](billing.md#plans)).',
    'six sample plans',
  ),
  HALTED_PLAN_DAYS: setting(
    v.optional(wholeNumber(4, 365), '14'),
    "After how many days a plan that can't be charged ends; its admins are told before.",
  ),
  TIME_ZONE: setting(
    v.optional(timeZone, 'UTC'),
    'The time zone of days of payments, renewals and ends, by name: `Asia/Kolkata`. All servers need the same one.',
  ),
  SELLER: setting(
    v.optional(seller),
    "The seller's name and address on receipts, lines separated by `|`. Without it receipts link to the provider's page.",
    'none; with the sandbox a made-up seller',
  ),
  TAX: setting(
    v.optional(
      v.picklist(
        ['off', 'gst'],
        'must be off or gst: electronic invoicing (IRN) and the taxes of other countries are not done',
      ),
      'off',
    ),
    "`gst`: payments get tax invoices of India's goods and services tax, with the settings below and `TIME_ZONE=Asia/Kolkata`. [Your accountant must confirm](billing.md#tax-invoices) what they say before you switch it on. `off`: receipts.",
  ),
  SELLER_LEGAL_NAME: setting(
    v.optional(documentText),
    "The seller's name as registered; the address is that of `SELLER`, behind its first line.",
  ),
  SELLER_GSTIN: setting(
    v.optional(gstin),
    "The seller's GSTIN. Another one begins another series of numbers.",
  ),
  TAX_RATE: setting(
    v.optional(taxRate),
    'The tax contained in the prices, all its parts together, in per cent: `18`. Another one counts from then on.',
  ),
  TAX_CODE: setting(
    v.optional(serviceCode),
    'The accounting code (SAC) of your service: `998315`.',
  ),
  INVOICE_PREFIX: setting(
    v.optional(invoicePrefix),
    'The beginning of numbers: up to three capital letters or digits. Another one counts from the next financial year on.',
  ),
  INVOICE_EXPORT_NOTE: setting(
    v.optional(documentText),
    'Your words on invoices to other countries.',
    'those that CGST rule 46 has for exports without payment of tax',
  ),
  INVOICE_FOOTNOTE: setting(
    v.optional(documentText),
    'Your words at the foot of each invoice, such as those on its signature.',
  ),
  SUBSCRIPTION_CURRENCY: setting(
    v.optional(oneOf(...currencies), 'USD'),
    'The currency of visitors outside India: `INR` charges everybody in rupees.',
  ),
  GEOLOCATION_URL: setting(
    v.optional(
      v.union([v.literal('off'), address(['https:', 'http:'])], 'must be an address or off'),
    ),
    "The service that finds the visitor's country, for the currency; `off` uses none.",
    "the server itself, by the browser's language; in production `https://ipapi.co/json/`",
  ),
  CHECKOUT_SCRIPT_URL: setting(
    v.optional(address(['https:', 'http:'])),
    'The address of the checkout script.',
    "the provider's",
  ),
  CHECKOUT_REFERER: setting(
    v.optional(oneOf('origin', 'off'), 'origin'),
    '`origin`: with `PAYMENTS=razorpay`, other sites that pages ask, such as the checkout, get the origin of yours, never a path: Razorpay checks that a payment comes from a registered site. `off`: no site gets a Referer.',
  ),
}

const dashboardSettings = {
  DASHBOARDS: setting(
    v.optional(oneOf('sample', 'metabase'), 'sample'),
    '`sample`: sample data. `metabase`: signed embedding, with the `METABASE_` settings.',
  ),
  METABASE_SITE_URL: setting(
    v.optional(address(['https:', 'http:'])),
    "Metabase's address, for example `https://metabase.example.com`.",
  ),
  METABASE_SECRET_KEY: setting(v.optional(text), "Metabase's embedding secret key."),
  METABASE_DASHBOARD_ID: setting(
    v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    'The number of the dashboard to embed. For several, use `DASHBOARDS_FILE`.',
  ),
  DASHBOARDS_FILE: setting(
    v.optional(text),
    'The JSON file of several Metabase dashboards ([dashboards.md](dashboards.md)).',
  ),
  METABASE_ORGANISATION_PARAMETER: setting(
    v.optional(text, 'organisation'),
    "The dashboard's locked parameter that selects the organisation's data.",
  ),
  METABASE_ORGANISATION_VALUE: setting(
    v.optional(oneOf('id', 'slug')),
    "The value of that parameter. `id`: the organisation's id, which nobody can choose. `slug`: the first to register a name gets it ([risk](dashboards.md#connect-a-metabase)).",
    "none: `DASHBOARDS=metabase` doesn't start without it",
  ),
}

const productSettings = {
  PRODUCT_NAME: setting(
    v.optional(productName),
    "The product's name: on every screen, in mails, in authenticator apps, and where the app is installed. It has no colon.",
    '`Orglens`',
  ),
  TERMS_URL: setting(v.optional(link), 'The terms, linked from the checkbox and the footer.'),
  PRIVACY_URL: setting(v.optional(link), 'The privacy page, linked there, too.'),
  SUPPORT_URL: setting(v.optional(link), 'A page, or a `mailto:` address, for help.'),
}

/**
 * The environment variables that configure the server, by section. `npm run generate:docs` writes docs/settings.md and
 * .env.example from them.
 * @param production some defaults differ there.
 */
export const environmentSections = (production: boolean) => ({
  'The process': processSettings(production),
  Data: dataSettings(production),
  'Sessions and limits': sessionSettings(production),
  Mail: mailSettings,
  Payments: paymentSettings,
  Dashboards: dashboardSettings,
  'The product': productSettings,
})

/** @returns the schema of all environment variables. @param production some defaults differ there. */
export const environmentSchema = (production: boolean) => {
  const sections = environmentSections(production)
  return v.object({
    ...sections['The process'],
    ...sections.Data,
    ...sections['Sessions and limits'],
    ...sections.Mail,
    ...sections.Payments,
    ...sections.Dashboards,
    ...sections['The product'],
  })
}

export type Environment = v.InferOutput<ReturnType<typeof environmentSchema>>
