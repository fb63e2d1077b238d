import * as v from 'valibot'
import {
  address,
  currency,
  domain,
  gstin,
  invoicePrefix,
  link,
  oneOf,
  origins,
  paperText,
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
 * The environment variables that configure the server. `npm run generate:docs` writes docs/settings.md
 * and .env.example from the comments and section titles. For a variable without a default value,
 * `@default` says what applies.
 * @param production some defaults differ there.
 */
export const environmentSchema = (production: boolean) =>
  v.object({
    // The process

    /**
     * `production` makes the server refuse everything that is meant for trials. Otherwise empty,
     * `development` or `test`; any other word is refused.
     */
    NODE_ENV: v.optional(
      v.picklist(
        ['', 'development', 'test', 'production'],
        'must be production, development, test or empty, exactly',
      ),
      '',
    ),
    /** The port to listen on; `0` picks a free one. */
    PORT: v.optional(wholeNumber(0, 65_535), '3000'),
    /** The address to listen on. Outside production it must be a loopback address. */
    HOST: v.optional(text, production ? '0.0.0.0' : '127.0.0.1'),
    /**
     * `on` allows any `HOST` outside production, and settings that only a server for everybody has: an
     * `APP_URL` with https, a live key of Razorpay, a mail server elsewhere. So it lets everybody in: the
     * mailbox shows links that set passwords, and the secrets are public.
     */
    EXPOSE_DEVELOPMENT: v.optional(oneOf('on', 'off'), 'off'),
    /**
     * The app's address, with which links in mails begin. It may have a path, but no query or
     * fragment. In production `https:`, or `http:` on loopback.
     * @default the address the server listens on; none in production
     */
    APP_URL: v.optional(address(['https:', 'http:'])),
    /**
     * The number of your proxies in front of the server, each of which appends to
     * `X-Forwarded-For`. If it is too low, all clients share the limits of one.
     */
    TRUSTED_PROXIES: v.optional(wholeNumber(0, 10), '0'),
    /**
     * Other origins whose pages may call the API, comma-separated and exactly as browsers send them:
     * `https://app.example.com`.
     */
    ALLOWED_ORIGINS: v.optional(origins, ''),
    /**
     * How long an idle connection stays open. Longer than your proxy keeps it, so that the proxy never
     * sends a request over a connection that is closing.
     */
    KEEP_ALIVE_SECONDS: v.optional(wholeNumber(1, 3_600), '65'),
    /** `json`: each log line is a JSON object. `text`: for people. */
    LOG_FORMAT: v.optional(oneOf('json', 'text'), production ? 'json' : 'text'),
    /** A separate port that serves `/metrics` to Prometheus. */
    METRICS_PORT: v.optional(wholeNumber(0, 65_535)),
    /**
     * The address of that port, independent of `HOST`. In a container use `0.0.0.0`, and don't publish
     * the port.
     */
    METRICS_HOST: v.optional(text, '127.0.0.1'),
    /**
     * How long the server goes on answering after SIGTERM, while `/readyz` reports that it is draining.
     */
    DRAIN_SECONDS: v.optional(wholeNumber(0, 300), production ? '5' : '0'),

    // Data

    /**
     * The folder of the embedded database, for one server at a time. Production needs this or
     * `DATABASE_URL`.
     * @default `./.data`; none in production
     */
    DATA_DIR: v.optional(text),
    /**
     * `postgresql://user:password@host:port/database` (PostgreSQL 15 or newer) instead of the
     * embedded database. Several servers can share it.
     */
    DATABASE_URL: v.optional(address(['postgresql:', 'postgres:'])),
    /**
     * The address of PostgreSQL itself where `DATABASE_URL` leads through a pooler, for `npm run backup`,
     * `restore` and `move-to-postgresql`.
     * @default `DATABASE_URL`
     */
    DATABASE_DIRECT_URL: v.optional(address(['postgresql:', 'postgres:'])),
    /** The maximum number of connections to PostgreSQL per server. */
    DATABASE_POOL_SIZE: v.optional(wholeNumber(1, 1_000), '10'),
    /** When PostgreSQL cancels a statement; [set it for the role](operating.md#postgresql-and-poolers) too. */
    DATABASE_STATEMENT_TIMEOUT_SECONDS: v.optional(wholeNumber(1, 3_600), '10'),
    /** When an idle connection to PostgreSQL is closed. */
    DATABASE_IDLE_TIMEOUT_SECONDS: v.optional(wholeNumber(1, 86_400), '30'),
    /** `off` for a pooler that gives each transaction another connection: PgBouncer before 1.21. */
    DATABASE_PREPARED_STATEMENTS: v.optional(oneOf('on', 'off'), 'on'),
    /** `on` adds the demo organisations to a database that lacks them; production refuses it. */
    DEMO_DATA: v.optional(oneOf('on', 'off'), production ? 'off' : 'on'),

    // Sessions and limits

    /**
     * Signs access tokens; at least 32 characters, in production at least 8 different ones.
     * [operating.md](operating.md#changing-secrets) says how to change it.
     * @default a built-in secret; none in production
     */
    ACCESS_TOKEN_SECRET: v.optional(tokenSecret),
    /** A second secret, whose tokens are accepted too while you change the first. */
    ACCESS_TOKEN_SECRET_ALSO_ACCEPTED: v.optional(tokenSecret),
    /**
     * The second factor. `on`: users may set one up. `admins`: admins must, within seven days of their next
     * sign-in. An organisation may ask more people (D138). `off`: nobody is asked for a code, not even users who have set
     * one up.
     */
    TWO_FACTOR: v.optional(oneOf('off', 'on', 'admins'), production ? 'off' : 'on'),
    /**
     * Encrypts the secrets of authenticator apps; at least 32 characters, in production at least 8 different
     * ones. If it is lost, no app works any more: back it up, apart from the database.
     * @default a built-in key; none in production
     */
    TWO_FACTOR_KEY: v.optional(tokenSecret),
    /** The previous key, which can still decrypt ([operating.md](operating.md#changing-secrets)). */
    TWO_FACTOR_KEY_ALSO_ACCEPTED: v.optional(tokenSecret),
    /**
     * `delete`: organisations that nobody uses are deleted after two mails: nobody ever proved an address there, nobody has
     * signed in for a year, and nothing was ever paid (D141). `keep`: they stay.
     */
    ABANDONED_ORGANISATIONS: v.optional(oneOf('keep', 'delete'), 'keep'),
    /**
     * Where passkeys work: the host of `APP_URL`, or a domain that it belongs to. With another one those of before no
     * longer sign in ([operating.md](operating.md#passkeys)).
     * @default the host of `APP_URL`
     */
    PASSKEY_DOMAIN: v.optional(domain),
    /** `off` switches off every rate limit, for tests; production refuses it. */
    RATE_LIMITS: v.optional(oneOf('on', 'off'), 'on'),
    /**
     * A whole number that multiplies the limits of one network's signed-out calls, if many people share
     * an address. The limits are in [`server/http/limits.ts`](../server/http/limits.ts).
     */
    RATE_LIMIT_NETWORK_FACTOR: v.optional(wholeNumber(1, 1_000), '1'),

    // Mail

    /**
     * `mailbox`: mails stay in the database and are read at `/dev/mailbox`; production refuses it.
     * `smtp`: mails are sent; needs `SMTP_URL` and `MAIL_FROM`.
     */
    MAIL_DELIVERY: v.optional(oneOf('mailbox', 'smtp'), 'mailbox'),
    /** `smtp://user:password@host:587` (encrypted by STARTTLS) or `smtps://…`. */
    SMTP_URL: v.optional(address(['smtp:', 'smtps:'])),
    /** `optional`: a mail server without encryption gets mails, user and password in clear text. */
    SMTP_TLS: v.optional(oneOf('required', 'optional'), 'required'),
    /** The sender: `mail@example.com` or `Orglens <mail@example.com>`. */
    MAIL_FROM: v.optional(sender),

    // Payments

    /**
     * `sandbox`: checkout without keys or money; production refuses it. `razorpay`: the real
     * provider; needs its key, its secrets and `PLANS_FILE`. See [billing.md](billing.md).
     */
    PAYMENTS: v.optional(oneOf('sandbox', 'razorpay'), 'sandbox'),
    /** The id of your API key at Razorpay. */
    RAZORPAY_KEY_ID: v.optional(text),
    /** The secret of that key. */
    RAZORPAY_KEY_SECRET: v.optional(text),
    /** The secret of the webhook at `/api/payments/webhook/`. */
    RAZORPAY_WEBHOOK_SECRET: v.optional(text),
    /** A second webhook secret, accepted too while you change the first. */
    RAZORPAY_WEBHOOK_SECRET_ALSO_ACCEPTED: v.optional(text),
    /**
     * The address of the provider's API. For staging, a stand-in's. In production `https:`, or
     * `http:` on loopback.
     */
    RAZORPAY_API_URL: v.optional(address(['https:', 'http:']), 'https://api.razorpay.com'),
    /**
     * The JSON file of the plans on offer ([billing.md](billing.md)).
     * @default six sample plans
     */
    PLANS_FILE: v.optional(text),
    /** The number of days after which a plan that can't be charged ends; its admins are told before. */
    HALTED_PLAN_DAYS: v.optional(wholeNumber(4, 365), '14'),
    /**
     * The time zone that days of payments, renewals and ends belong to, by name: `Asia/Kolkata`. They are the
     * same on screens, receipts, in files and mails, wherever people are. All servers need the same one.
     */
    TIME_ZONE: v.optional(timeZone, 'UTC'),
    /**
     * The seller's name and address on receipts, lines separated by `|`. Without it receipts only
     * link to the provider's page.
     * @default none; with the sandbox a made-up seller
     */
    SELLER: v.optional(seller),
    /**
     * `gst`: payments get tax invoices of India's goods and services tax, with the settings below and
     * `TIME_ZONE=Asia/Kolkata`. [Your accountant must confirm](billing.md#tax-invoices) what they say before you switch it
     * on. `off`: they get receipts. Electronic invoicing (IRN) and the taxes of other countries aren't done.
     */
    TAX: v.optional(
      v.picklist(
        ['off', 'gst'],
        'must be off or gst: electronic invoicing (IRN) and the taxes of other countries are not done',
      ),
      'off',
    ),
    /** The seller's name as registered; the address is that of `SELLER`, behind its first line. */
    SELLER_LEGAL_NAME: v.optional(paperText),
    /** The seller's GSTIN; its first two digits are the seller's state. Another one begins another series of numbers. */
    SELLER_GSTIN: v.optional(gstin),
    /** Of all parts of the tax together, in per cent, contained in the prices: `18`. Another one counts from then on. */
    TAX_RATE: v.optional(taxRate),
    /** The accounting code (SAC) of your service: `998315`. */
    TAX_CODE: v.optional(serviceCode),
    /** How numbers begin: up to three capital letters or digits. Another one counts from the next financial year on. */
    INVOICE_PREFIX: v.optional(invoicePrefix),
    /**
     * Your words on invoices to other countries.
     * @default those that CGST rule 46 has for exports without payment of tax
     */
    INVOICE_EXPORT_NOTE: v.optional(paperText),
    /** Your words at the foot of each invoice, such as those on its signature. */
    INVOICE_FOOTNOTE: v.optional(paperText),
    /** The currency that checkout is told for plans not charged in INR. */
    SUBSCRIPTION_CURRENCY: v.optional(currency, 'USD'),
    /**
     * The service that finds the visitor's country, for the currency; `off` uses none.
     * @default the server itself, by the browser's language; in production `https://ipapi.co/json/`
     */
    GEOLOCATION_URL: v.optional(
      v.union([v.literal('off'), address(['https:', 'http:'])], 'must be an address or off'),
    ),
    /**
     * The address of the checkout script.
     * @default the provider's
     */
    CHECKOUT_SCRIPT_URL: v.optional(address(['https:', 'http:'])),

    // Dashboards

    /**
     * `sample`: a page of sample data served by Orglens. `metabase`: signed embedding, with the
     * `METABASE_` settings.
     */
    DASHBOARDS: v.optional(oneOf('sample', 'metabase'), 'sample'),
    /** Metabase's address, for example `https://metabase.example.com`. */
    METABASE_SITE_URL: v.optional(address(['https:', 'http:'])),
    /** Metabase's embedding secret key. */
    METABASE_SECRET_KEY: v.optional(text),
    /** The number of the dashboard to embed. For several, use `DASHBOARDS_FILE`. */
    METABASE_DASHBOARD_ID: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    /** The JSON file of several Metabase dashboards ([dashboards.md](dashboards.md)). */
    DASHBOARDS_FILE: v.optional(text),
    /** The dashboard's locked parameter that selects the organisation's data. */
    METABASE_ORGANISATION_PARAMETER: v.optional(text, 'organisation'),
    /**
     * The value of that parameter. `id`: the organisation's id, which nobody can choose. `slug`: its
     * slug, which the first to register a name gets; use it only if you decide who registers.
     * @default none: `DASHBOARDS=metabase` doesn't start without it
     */
    METABASE_ORGANISATION_VALUE: v.optional(oneOf('id', 'slug')),

    // The product

    /**
     * The product's name on every screen.
     * @default `Orglens`
     */
    PRODUCT_NAME: v.optional(text),
    /** The page that the terms checkbox and the footer link to. */
    TERMS_URL: v.optional(link),
    /** The privacy page that they link to. */
    PRIVACY_URL: v.optional(link),
    /** A page, or a `mailto:` address, for help. */
    SUPPORT_URL: v.optional(link),
  })

export type Environment = v.InferOutput<ReturnType<typeof environmentSchema>>
