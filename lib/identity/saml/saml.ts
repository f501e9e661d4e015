import type { Saml } from '../../ports/saml.ts';
import { readRequest } from './authn-request.ts';
import { respond } from './response.ts';

/** SAML 2.0 as an identity provider speaks it: asked by HTTP-Redirect, answering by HTTP-POST. */
export const saml: Saml = { readRequest, respond };
