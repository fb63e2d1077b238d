import * as v from 'valibot'
import {
  address,
  currency,
  link,
  oneOf,
  origins,
  seller,
  sender,
  text,
  tokenSecret,
  wholeNumber,
} from './setting-formats'

/**
 * The environment variables that set the server up. What stands above each, and the titles in
 * between, are docs/settings.md and .env.example (`npm run generate:docs`). Where nothing is the
 * initial value, `@default` says what that means.
 * @param production some have other initial values there.
 */
export const environmentSchema = (production: boolean) =>
  v.object({
    // The process

    /**
     * `production` makes the server refuse everything that is for trying things out. Otherwise empty,
     * `development` or `test`; any other word is refused.
     */
    NODE_ENV: v.optional(
      v.picklist(
        ['', 'development', 'test', 'production'],
        'must be production, development, test or empty, exactly',
      ),
      '',
    ),
    /** The port to listen on; `0` takes a free one. */
    PORT: v.optional(wholeNumber(0, 65_535), '3000'),
    /** The address to listen on. Without production it must be this machine's own. */
    HOST: v.optional(text, production ? '0.0.0.0' : '127.0.0.1'),
    /**
     * `on` lets `HOST` be another one without production, and so everybody in: the mailbox shows
     * links that set passwords, and the secrets are those that everybody knows.
     */
    EXPOSE_DEVELOPMENT: v.optional(oneOf('on', 'off'), 'off'),
    /**
     * Where people open the app; links in mails begin with it. A path is fine, a query or fragment
     * isn't; in production `https:`, or `http:` on this machine.
     * @default where the server listens; none in production
     */
    APP_URL: v.optional(address(['https:', 'http:'])),
    /**
     * How many proxies of yours stand before the server. Each adds the address it sees to
     * `X-Forwarded-For`; without this, every client looks like the last proxy.
     */
    TRUSTED_PROXIES: v.optional(wholeNumber(0, 10), '0'),
    /**
     * Sites on origins of their own whose pages may call the API: `https://app.example.com`,
     * several with commas in between, exactly as browsers write them.
     */
    ALLOWED_ORIGINS: v.optional(origins, ''),
    /**
     * How long a connection is kept open that asks nothing more: longer than your proxy keeps it, so
     * that it never sends a request over one that is just being closed.
     */
    KEEP_ALIVE_SECONDS: v.optional(wholeNumber(1, 3_600), '65'),
    /** `json`: each line of the log is an object. `text`: for people. */
    LOG_FORMAT: v.optional(oneOf('json', 'text'), production ? 'json' : 'text'),
    /** A port of its own on which `/metrics` answers Prometheus. */
    METRICS_PORT: v.optional(wholeNumber(0, 65_535)),
    /**
     * The address of that port, whatever `HOST` is: measures are nobody else's. `0.0.0.0` in a
     * container, with the port not published.
     */
    METRICS_HOST: v.optional(text, '127.0.0.1'),
    /**
     * How long the server goes on answering after SIGTERM, while `/readyz` says that it is about to
     * stop.
     */
    DRAIN_SECONDS: v.optional(wholeNumber(0, 300), production ? '5' : '0'),

    // Data

    /**
     * Where the embedded database lives. One server at a time may use it. Production needs this or
     * `DATABASE_URL`.
     * @default `./.data`; none in production
     */
    DATA_DIR: v.optional(text),
    /**
     * `postgresql://user:password@host:port/database` (PostgreSQL 15 or newer) instead of the
     * embedded database. Several servers may share it.
     */
    DATABASE_URL: v.optional(address(['postgresql:', 'postgres:'])),
    /** Connections to PostgreSQL that one server holds at most. */
    DATABASE_POOL_SIZE: v.optional(wholeNumber(1, 1_000), '10'),
    /** When PostgreSQL cancels a statement; [its role](operating.md#postgresql-and-poolers) must say so. */
    DATABASE_STATEMENT_TIMEOUT_SECONDS: v.optional(wholeNumber(1, 3_600), '10'),
    /** When a connection that nobody needs is closed. */
    DATABASE_IDLE_TIMEOUT_SECONDS: v.optional(wholeNumber(1, 86_400), '30'),
    /** `off` for poolers that give each transaction another connection: PgBouncer before 1.21. */
    DATABASE_PREPARED_STATEMENTS: v.optional(oneOf('on', 'off'), 'on'),
    /** Whether the demo organisation is put into a database that lacks it; production refuses `on`. */
    DEMO_DATA: v.optional(oneOf('on', 'off'), production ? 'off' : 'on'),

    // Sessions and limits

    /**
     * Signs access tokens; at least 32 characters, in production 8 different ones. How to change it is in
     * [operating.md](operating.md#changing-secrets).
     * @default a built-in one; none in production
     */
    ACCESS_TOKEN_SECRET: v.optional(tokenSecret),
    /** A second one, whose tokens are accepted as well while the secret is being changed. */
    ACCESS_TOKEN_SECRET_ALSO_ACCEPTED: v.optional(tokenSecret),
    /**
     * The second factor. `on`: everybody may set one up. `admins`: admins must, within seven days of their first
     * sign-in under it. `off`: nobody is asked for a code, also who has set one up before.
     */
    TWO_FACTOR: v.optional(oneOf('off', 'on', 'admins'), production ? 'off' : 'on'),
    /**
     * Encrypts what authenticator apps share with the server; at least 32 characters, in production 8 different
     * ones. Without it nobody's app works any more: keep it as you keep backups, and apart from them.
     * @default a built-in one; none in production
     */
    TWO_FACTOR_KEY: v.optional(tokenSecret),
    /** The one before, which is still read ([operating.md](operating.md#changing-secrets)). */
    TWO_FACTOR_KEY_ALSO_ACCEPTED: v.optional(tokenSecret),
    /** `off` switches every limit off, for tests; production refuses that. */
    RATE_LIMITS: v.optional(oneOf('on', 'off'), 'on'),
    /**
     * Multiplies what one network may do without being signed in, for many people behind one
     * address: a whole number. The limits are in [`server/limits.ts`](../server/limits.ts).
     */
    RATE_LIMIT_NETWORK_FACTOR: v.optional(wholeNumber(1, 1_000), '1'),

    // Mail

    /**
     * `mailbox`: mails are kept in the database and read at `/dev/mailbox`; production refuses it.
     * `smtp`: they are sent, with `SMTP_URL` and `MAIL_FROM`.
     */
    MAIL: v.optional(oneOf('mailbox', 'smtp'), 'mailbox'),
    /** `smtp://user:password@host:587` (encrypted by STARTTLS) or `smtps://…`. */
    SMTP_URL: v.optional(address(['smtp:', 'smtps:'])),
    /** `optional`: a mail server that offers no encryption gets mails, user and password in clear. */
    SMTP_TLS: v.optional(oneOf('required', 'optional'), 'required'),
    /** The sender: `mail@example.com` or `Orglens <mail@example.com>`. */
    MAIL_FROM: v.optional(sender),

    // Payments

    /**
     * `sandbox`: checkout without keys or money; production refuses it. `razorpay`: the real
     * provider, with the three `RAZORPAY_` settings and `PLANS_FILE`. See [billing.md](billing.md).
     */
    PAYMENTS: v.optional(oneOf('sandbox', 'razorpay'), 'sandbox'),
    /** The provider's key: its public half. */
    RAZORPAY_KEY_ID: v.optional(text),
    /** Its secret half. */
    RAZORPAY_KEY_SECRET: v.optional(text),
    /** The secret of the webhook at `/api/payments/webhook/`. */
    RAZORPAY_WEBHOOK_SECRET: v.optional(text),
    /** A second one, which is accepted as well while the secret is being changed. */
    RAZORPAY_WEBHOOK_SECRET_ALSO_ACCEPTED: v.optional(text),
    /**
     * Where the provider's API is: a stand-in's address, for staging. In production `https:`, or
     * `http:` on this machine.
     */
    RAZORPAY_API_URL: v.optional(address(['https:', 'http:']), 'https://api.razorpay.com'),
    /**
     * The JSON file of the plans on offer ([billing.md](billing.md)).
     * @default six plans for trying things out
     */
    PLANS_FILE: v.optional(text),
    /** After how many days a plan ends that can't be charged; its admins are told before. */
    HALTED_PLAN_DAYS: v.optional(wholeNumber(4, 365), '14'),
    /**
     * Who sells: name and address, which receipts show, a line each with `|` in between. Without it receipts
     * only lead to the provider's own page.
     * @default none; with the sandbox a made-up one
     */
    SELLER: v.optional(seller),
    /** What checkout is told where a plan isn't charged in INR. */
    SUBSCRIPTION_CURRENCY: v.optional(currency, 'USD'),
    /**
     * Tells the visitor's country, for the currency; `off` asks nobody.
     * @default the server's own stand-in, which goes by the browser's language; in production `https://ipapi.co/json/`
     */
    GEOLOCATION_URL: v.optional(
      v.union([v.literal('off'), address(['https:', 'http:'])], 'must be an address or off'),
    ),
    /**
     * The checkout script.
     * @default the provider's
     */
    CHECKOUT_SCRIPT_URL: v.optional(address(['https:', 'http:'])),

    // Dashboards

    /**
     * `sample`: a page of sample data served by Orglens. `metabase`: signed embedding, with the
     * `METABASE_` settings.
     */
    DASHBOARDS: v.optional(oneOf('sample', 'metabase'), 'sample'),
    /** The Metabase's address, for example `https://metabase.example.com`. */
    METABASE_SITE_URL: v.optional(address(['https:', 'http:'])),
    /** Its embedding secret key. */
    METABASE_SECRET_KEY: v.optional(text),
    /** The number of the dashboard to embed; or several, by `DASHBOARDS_FILE`. */
    METABASE_DASHBOARD_ID: v.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
    /** The JSON file of several Metabase dashboards ([dashboards.md](dashboards.md)). */
    DASHBOARDS_FILE: v.optional(text),
    /** The dashboard's locked parameter that says whose data shows. */
    METABASE_ORGANISATION_PARAMETER: v.optional(text, 'organisation'),
    /**
     * What that parameter receives. `id`: the organisation's id, which nobody can choose. `slug`: its
     * slug, which whoever registers the name first can choose; use it only where you decide who
     * registers. Metabase needs this said.
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
    /** The page about privacy that they link to. */
    PRIVACY_URL: v.optional(link),
    /** The page or mail address where help is to be had. */
    SUPPORT_URL: v.optional(link),
  })

export type Environment = v.InferOutput<ReturnType<typeof environmentSchema>>
