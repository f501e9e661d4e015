/** What makes a browser that of somebody who is signed in: an account of the operator, with which bots join. */
import * as z from 'zod';
import type { AdviceKey } from './advice.ts';
import type { Platform } from './known-platforms.ts';

/** Where bots may join with an account. Elsewhere an account is of no use to a bot, or its maker does not want that. */
export const signedInPlatforms = ['google_meet'] as const satisfies readonly Platform[];
export type SignedInPlatform = (typeof signedInPlatforms)[number];

export const signsIn = (platform: Platform): platform is SignedInPlatform =>
  signedInPlatforms.some((one) => one === platform);

const Cookie = z.object({
  name: z.string().max(4096),
  value: z.string().max(16_384),
  domain: z.string().min(1).max(255),
  path: z.string().max(1024).default('/'),
  /** Seconds since 1970; -1: it goes with the browser. */
  expires: z.number().default(-1),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().default(false),
  sameSite: z.enum(['Strict', 'Lax', 'None']).exactOptional(),
});

/** As Playwright writes it (`storageState`), so that there is more than one way to make it. */
export const Login = z.object({
  cookies: z.array(Cookie).min(1, 'holds no cookie: nobody was signed in').max(500),
  origins: z
    .array(
      z.object({ origin: z.url(), localStorage: z.array(z.object({ name: z.string(), value: z.string() })).max(500) }),
    )
    .max(50)
    .default([]),
});
export type Login = Readonly<z.infer<typeof Login>>;

/**
 * How a browser gets signed in that brings nothing but a ticket: it goes to the platform, which sends it to this service's
 * page, which sends it back with an answer that the platform trusts.
 */
export const SignOn = z.strictObject({
  start: z.url(),
  /** To which the account belongs. */
  domain: z.string(),
  /** The only address that the ticket is for. */
  page: z.url({ protocol: /^https$/ }),
  /** Good for one answer, for minutes. */
  ticket: z.string().regex(/^[\w-]{43}$/),
});
export type SignOn = Readonly<z.infer<typeof SignOn>>;

/** The cookie that holds the ticket: with this prefix it is of one host, and of https alone. */
export const ticketCookie = '__Host-sso-ticket';

/** Why a bot of a project that has accounts gets none. */
export const noAccountReasons = {
  accounts_in_use: 'each account of this project for the platform is in another meeting: add one, or send fewer bots',
  accounts_signed_out:
    'the account of this project for the platform was not accepted any more: a person has to sign it in again',
} as const;
export type NoAccount = keyof typeof noAccountReasons;
/** What the operator can do about it. */
export const noAccountAdvice: Readonly<Record<NoAccount, AdviceKey>> = {
  accounts_in_use: 'add_account',
  accounts_signed_out: 'sign_in_again',
};

/** With which account a bot joins: one that was signed in by hand, or is by single sign-on. `{}`: as a guest, for there are none. */
export const LoginAnswer = z.union([
  z.strictObject({ login: Login }),
  z.strictObject({ sign_on: SignOn }),
  z.strictObject({ refused: z.enum(Object.keys(noAccountReasons) as [NoAccount, ...NoAccount[]]) }),
  z.strictObject({}),
]);
export type LoginAnswer = Readonly<z.infer<typeof LoginAnswer>>;
