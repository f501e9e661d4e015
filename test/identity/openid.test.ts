import { describe, expect, it } from 'vitest';
import { type OpenIdSettings, openIdProvider } from '../../lib/identity/openid.ts';
import { ProviderUnavailableError } from '../../lib/ports/identity-provider.ts';
import { anOpenIdIssuer, type OpenIdIssuer } from '../lab/hosts/openid-issuer.ts';

const redirectUri = 'https://api.example.com/callback';
const checks = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };

const settingsFor = ({ url }: Pick<OpenIdIssuer, 'url'>, more: Partial<OpenIdSettings> = {}): OpenIdSettings => ({
  ...{ issuer: url, client_id: 'dashboard', scopes: 'openid email profile', groups_claim: 'groups' },
  emails_are_verified: false,
  secret: async () => undefined,
  ...more,
});
const signIn = async (issuer: OpenIdIssuer, settings: OpenIdSettings) => {
  const provider = openIdProvider(settings);
  const at = await issuer.signIn(await provider.signInUrl(redirectUri, checks), 'ada');
  return provider.identityAt(at, checks);
};

describe('an issuer of OpenID Connect', () => {
  it('says who somebody is, by its user info where the token does not', async () => {
    await using issuer = await anOpenIdIssuer(redirectUri);
    issuer.people.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada', groups: ['a', 'b'] });
    expect(await signIn(issuer, settingsFor(issuer))).toEqual({
      ...{ subject: `${issuer.url} ada`, name: 'Ada', email: 'ada@example.com' },
      ...{ is_email_verified: true, groups: ['a', 'b'] },
    });
  });

  it('that says nothing of an address is believed only where the operator vouches for it', async () => {
    await using issuer = await anOpenIdIssuer(redirectUri);
    issuer.people.set('ada', { email: 'ada@example.com' });
    expect(await signIn(issuer, settingsFor(issuer))).toMatchObject({ is_email_verified: false, groups: [] });
    const vouched = await signIn(issuer, settingsFor(issuer, { emails_are_verified: true }));
    expect(vouched.is_email_verified).toBe(true);
  });

  it('that says an address is not confirmed is believed, whoever vouches for it', async () => {
    await using issuer = await anOpenIdIssuer(redirectUri);
    issuer.people.set('ada', { email: 'ada@example.com', email_verified: false });
    expect(await signIn(issuer, settingsFor(issuer, { emails_are_verified: true }))).toMatchObject({
      is_email_verified: false,
    });
  });

  it('is shown the secret that was entered last', async () => {
    await using issuer = await anOpenIdIssuer(redirectUri, 'the-right-one');
    issuer.people.set('ada', {});
    const secrets = ['the-wrong-one', 'the-right-one'];
    const provider = openIdProvider(settingsFor(issuer, { secret: async () => secrets.shift() }));
    const again = async () =>
      provider.identityAt(await issuer.signIn(await provider.signInUrl(redirectUri, checks), 'ada'), checks);
    await expect(again()).rejects.toThrow(ProviderUnavailableError);
    expect(await again()).toMatchObject({ subject: `${issuer.url} ada` });
  });

  it('that cannot be reached, or is another than it should be, lets nobody in', async () => {
    const url = await (async () => {
      await using issuer = await anOpenIdIssuer(redirectUri);
      const other = openIdProvider(settingsFor({ url: `${issuer.url}/elsewhere` }));
      await expect(other.signInUrl(redirectUri, checks)).rejects.toThrow(ProviderUnavailableError);
      return issuer.url;
    })();
    const gone = openIdProvider(settingsFor({ url }));
    await expect(gone.signInUrl(redirectUri, checks)).rejects.toThrow(ProviderUnavailableError);
  });

  it('is asked without TLS only on this very machine', async () => {
    const provider = openIdProvider(settingsFor({ url: 'http://issuer.example.com' }));
    await expect(provider.signInUrl(redirectUri, checks)).rejects.toThrow(ProviderUnavailableError);
  });
});
