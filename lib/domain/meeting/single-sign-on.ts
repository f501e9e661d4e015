/**
 * Accounts of a Google Workspace whose single sign-on names this service as its identity provider (SAML 2.0): what both sides
 * know each other by. Google's side is published at https://support.google.com/a/answer/6330801 (what a response must hold) and
 * https://support.google.com/a/answer/12032922 (profiles).
 */
import * as z from 'zod';
import { ValidationError } from '../errors.ts';

/** A page of this service that signs in whoever holds a ticket, and how it is called as an identity provider. */
export const ssoPath = '/sso/{object_id}/saml';

export interface OwnAddresses {
  readonly sign_in_page: string;
  readonly entity_id: string;
}

/** `base_url` has no slash at its end. Each project is an identity provider of its own, for it has a key of its own. */
export const ownAddresses = (base_url: string, project_id: string): OwnAddresses => {
  const sign_in_page = base_url + ssoPath.replace('{object_id}', project_id);
  return { sign_in_page, entity_id: sign_in_page.replace(/\/saml$/, '') };
};

/** Google, as the operator's Workspace speaks to us. */
export interface ServiceProvider {
  /** The primary domain of the Workspace. */
  readonly domain: string;
  /** Who asks: the entity id of Google's side. It is also whom an answer is for. */
  readonly issuer: string;
  /** Where answers are posted to, and nowhere else (assertion consumer service). */
  readonly acs: string;
}

const aDomain = z
  .string()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/);

const isAcs = (acs: string, domain: string): boolean =>
  ['www', 'accounts'].some((host) => acs === `https://${host}.google.com/a/${domain}/acs`) ||
  /^https:\/\/accounts\.google\.com\/samlrp\/acs\?rpid=[\w-]{1,100}$/.test(acs);

const isIssuer = (issuer: string, domain: string): boolean =>
  ['google.com', `google.com/a/${domain}`, `https://google.com/a/${domain}`].includes(issuer) ||
  /^https:\/\/accounts\.google\.com\/samlrp\/[\w?=/-]{1,120}$/.test(issuer);

/**
 * Where nothing else is said, that of the legacy SSO profile with a domain-specific issuer; a newer profile shows both
 * in its "SP details".
 * @throws ValidationError for addresses that are not Google's
 */
export const serviceProviderOf = (given: { domain: string; issuer?: string; acs?: string }): ServiceProvider => {
  const domain = aDomain.safeParse(given.domain).data;
  if (domain === undefined)
    throw new ValidationError({ domain: ['must be the domain of the Workspace, such as bots.example.com'] });
  const { issuer = `google.com/a/${domain}`, acs = `https://www.google.com/a/${domain}/acs` } = given;
  if (!isAcs(acs, domain))
    throw new ValidationError({
      acs: [
        `must be an address of Google: https://www.google.com/a/${domain}/acs, or https://accounts.google.com/samlrp/acs?rpid=… as the SSO profile shows it`,
      ],
    });
  if (!isIssuer(issuer, domain))
    throw new ValidationError({
      issuer: [`must be the entity id of Google: google.com/a/${domain}, or the one that the SSO profile shows`],
    });
  return { domain, issuer, acs };
};

/** Where a browser begins to sign in to a domain whose "domain-specific service URLs" lead to its identity provider. */
export const signOnStart = (domain: string): string => `https://www.google.com/a/${domain}/ServiceLogin?service=mail`;

const aMailAddress = z.email().max(200);

/** @throws ValidationError for what is no address of the domain: Google takes no other one */
export const accountAddress = (given: string, domain: string): string => {
  const address = aMailAddress.safeParse(given).data;
  if (address?.toLowerCase().endsWith(`@${domain}`)) return address;
  throw new ValidationError({
    name: [`must be a mail address at ${domain}, written as the Workspace has it: Google tells capitals apart`],
  });
};
