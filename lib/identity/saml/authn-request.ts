/**
 * Reads what a service provider asks by the HTTP-Redirect binding
 * (https://docs.oasis-open.org/security/saml/v2.0/saml-bindings-2.0-os.pdf, 3.4): XML, deflated, in base64. Anybody may send
 * it, so it is small, of plain elements, and nothing in it is believed before it was compared with what the operator has entered.
 */
import { inflateRawSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import { ValidationError } from '../../domain/errors.ts';
import type { AuthnRequest } from '../../ports/saml.ts';
import { namespaces } from './namespaces.ts';

/** Google's are of half a kilobyte. */
const mostBytes = 16_384;
const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

const refused = (why: string, cause?: unknown): ValidationError =>
  Object.assign(new ValidationError({ SAMLRequest: [why] }), { cause });

const inflated = (encoded: string): string => {
  try {
    return inflateRawSync(Buffer.from(encoded, 'base64'), { maxOutputLength: mostBytes }).toString();
  } catch (cause) {
    throw refused(`must be deflated XML in base64, of at most ${mostBytes} bytes`, cause);
  }
};

const stop = (why: string): never => {
  throw new SyntaxError(why);
};

const rootOf = (xml: string) => {
  // No document type, so no entities, and neither comments nor CDATA: what one reader sees in them another does not.
  if (xml.includes('<!')) throw refused('must hold elements only: no document type, comments or CDATA');
  try {
    return new DOMParser({ errorHandler: { warning: stop, error: stop, fatalError: stop } }).parseFromString(
      xml,
      'text/xml',
    ).documentElement;
  } catch (cause) {
    throw refused('must be well-formed XML', cause);
  }
};

export const readRequest = (encoded: string): AuthnRequest => {
  const root = rootOf(inflated(encoded));
  if (root?.localName !== 'AuthnRequest' || root.namespaceURI !== namespaces.samlp)
    throw refused('must be an AuthnRequest of SAML 2.0');
  if (root.getAttribute('Version') !== '2.0') throw refused('must be of version 2.0');
  const id = root.getAttribute('ID') ?? '';
  if (!/^[A-Za-z_][\w.-]{0,199}$/.test(id)) throw refused('must have an ID');
  const issuers = root.getElementsByTagNameNS(namespaces.saml, 'Issuer');
  const issuer = issuers[0]?.parentNode === root ? issuers[0].textContent?.trim() : undefined;
  if (issuers.length !== 1 || !issuer) throw refused('must name one Issuer');
  const binding = root.getAttribute('ProtocolBinding');
  if (binding && binding !== postBinding) throw refused('must want its answer by HTTP-POST');
  const [acs, destination] = [root.getAttribute('AssertionConsumerServiceURL'), root.getAttribute('Destination')];
  return { id, issuer, ...(acs && { acs }), ...(destination && { destination }) };
};
