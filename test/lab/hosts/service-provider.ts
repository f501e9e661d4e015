/** A service provider of SAML 2.0 by another hand than ours, as strict as it can be made: what a Workspace is to this service. */
import { SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';

export interface Known {
  readonly sign_in_page: string;
  readonly entity_id: string;
  readonly certificate: string | string[];
}

export const aServiceProvider = (
  { sign_in_page, entity_id, certificate }: Known,
  { domain, ...config }: { readonly domain: string } & Partial<SamlConfig>,
) => {
  const provider = new SAML({
    issuer: `google.com/a/${domain}`,
    callbackUrl: `https://www.google.com/a/${domain}/acs`,
    entryPoint: sign_in_page,
    idpCert: certificate,
    idpIssuer: entity_id,
    audience: `google.com/a/${domain}`,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    validateInResponseTo: ValidateInResponseTo.always,
    acceptedClockSkewMs: 0,
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    disableRequestedAuthnContext: true,
    ...config,
  });
  return {
    /** Where a browser is sent that has to say who it is. */
    ask: (relay_state: string): Promise<string> => provider.getAuthorizeUrlAsync(relay_state, undefined, {}),
    /** Who somebody is who brings an answer. @throws Error that says what is wrong with it */
    async hear(SAMLResponse: string): Promise<string | undefined> {
      const { profile } = await provider.validatePostResponseAsync({ SAMLResponse });
      return profile?.nameID;
    },
  };
};
