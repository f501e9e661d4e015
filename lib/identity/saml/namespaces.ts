/** Of SAML 2.0 (https://docs.oasis-open.org/security/saml/v2.0/saml-core-2.0-os.pdf, 1.2). */
export const namespaces = {
  samlp: 'urn:oasis:names:tc:SAML:2.0:protocol',
  saml: 'urn:oasis:names:tc:SAML:2.0:assertion',
} as const;
