/** A signed answer: that somebody is who they are said to be, for one service provider, for minutes. */
import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { Assertion, SigningKey } from '../../ports/saml.ts';
import { escaped } from './escaped.ts';
import { namespaces } from './namespaces.ts';

/** The clock of whoever hears it may be behind ours. */
const clocksDifferByMs = 60_000;
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const algorithms = {
  signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  canonicalizationAlgorithm: exclusive,
} as const;

/** Ids of XML begin with a letter or an underscore. */
const newId = (): string => `_${randomBytes(20).toString('hex')}`;

const written = ({ in_response_to, entity_id, audience, acs, name_id, at, until }: Assertion): string => {
  const issued = at.toISOString();
  const from = new Date(at.getTime() - clocksDifferByMs).toISOString();
  const answers = `InResponseTo="${escaped(in_response_to)}"`;
  const issuer = `<saml:Issuer>${escaped(entity_id)}</saml:Issuer>`;
  const ends = `NotOnOrAfter="${until.toISOString()}"`;
  return (
    `<samlp:Response xmlns:samlp="${namespaces.samlp}" xmlns:saml="${namespaces.saml}" ID="${newId()}" Version="2.0" IssueInstant="${issued}" Destination="${escaped(acs)}" ${answers}>${issuer}` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `<saml:Assertion ID="${newId()}" Version="2.0" IssueInstant="${issued}">${issuer}` +
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${escaped(name_id)}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData ${answers} Recipient="${escaped(acs)}" ${ends}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${from}" ${ends}><saml:AudienceRestriction><saml:Audience>${escaped(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${issued}" SessionIndex="${newId()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `</saml:Assertion></samlp:Response>`
  );
};

/** The XML with a signature of one of its elements in that element, after its issuer, where the schema has it. */
const signed = (xml: string, element: string, { private_key, certificate }: SigningKey): string => {
  const signer = new SignedXml({ ...algorithms, privateKey: private_key, publicCert: certificate });
  signer.addReference({
    xpath: element,
    transforms: [enveloped, exclusive],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
};

/** Both are signed, the assertion first: Google takes either, and whoever takes one apart from the other finds it signed. */
export const respond = (assertion: Assertion, key: SigningKey): string => {
  const response = `/*[local-name(.)='Response']`;
  return signed(signed(written(assertion), `${response}/*[local-name(.)='Assertion']`, key), response, key);
};
