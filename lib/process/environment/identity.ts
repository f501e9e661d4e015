/** What the environment says of the identity provider, for the functions that let people in: see `environment.ts`. */
import * as z from 'zod';

const Issuer = z.url({
  protocol: /^https?$/,
  error: 'must be the address of an issuer, such as https://id.example.com',
});
const Word = z.string().min(1).max(255);

/** Nothing where people come by links only. */
export const identityProvider = z
  .object({
    OIDC_ISSUER: Issuer.optional(),
    OIDC_CLIENT_ID: Word.optional(),
    OIDC_SCOPES: Word.default('openid email profile'),
    OIDC_GROUPS_CLAIM: Word.default('groups'),
    OIDC_OWNER_GROUP: Word.optional(),
    OIDC_MEMBER_GROUP: Word.optional(),
    OIDC_VIEWER_GROUP: Word.optional(),
    OIDC_PROJECT: Word.optional(),
    OIDC_EMAILS_ARE_VERIFIED: z.enum(['true', 'false']).default('false'),
  })
  .refine(({ OIDC_ISSUER, OIDC_CLIENT_ID }) => (OIDC_ISSUER === undefined) === (OIDC_CLIENT_ID === undefined), {
    path: ['OIDC_CLIENT_ID'],
    error: 'belongs to OIDC_ISSUER: set both, or neither',
  })
  .transform((said) => {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client_id } = said;
    return {
      groups: {
        ...(said.OIDC_OWNER_GROUP && { owner: said.OIDC_OWNER_GROUP }),
        ...(said.OIDC_MEMBER_GROUP && { member: said.OIDC_MEMBER_GROUP }),
        ...(said.OIDC_VIEWER_GROUP && { viewer: said.OIDC_VIEWER_GROUP }),
      },
      groupsProject: said.OIDC_PROJECT,
      openId:
        issuer === undefined || client_id === undefined
          ? undefined
          : {
              ...{ issuer, client_id, scopes: said.OIDC_SCOPES, groups_claim: said.OIDC_GROUPS_CLAIM },
              emails_are_verified: said.OIDC_EMAILS_ARE_VERIFIED === 'true',
            },
    };
  });
