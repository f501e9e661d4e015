import type { PlatformSignOn } from '../platform.ts';

export const signOn: PlatformSignOn = {
  // Google asks whoever came by an identity provider to confirm who they are, once in each browser, which a bot's always is new
  // to. Organisations turn that off by naming their domain so: https://support.google.com/a/answer/9225455
  headers: (domain) => ({ 'X-GoogApps-AllowedDomains': domain }),
  // What a browser has that is signed in (att, 2026).
  cookies: { domain: 'google.com', names: ['SID', '__Secure-1PSID'] },
};
