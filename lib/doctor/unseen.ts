/** What could not be looked at, which is a finding too: most often whoever asks may not look. */
import { untold } from './emulated.ts';
import type { Finding } from './finding.ts';
import type { World } from './world.ts';

const somebodyWhoMay = (permission: string): string =>
  `sign in as somebody who may ${permission} (the policy ReadOnlyAccess is enough)`;

/** What was to be looked at, where not all that a check looks at, and what whoever looks at it must be allowed to do. */
export interface Sight {
  readonly at: string;
  readonly permission: string;
}

export const unseen = (about: string, { emulator }: World, error: unknown, sight?: Sight): Finding => {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  const what = sight ? ` at ${sight.at}` : '';
  if (emulator) return untold(about, emulator, `${sight ? `${sight.at}: ` : ''}${name}: ${message}`);
  const mayNot = /AccessDenied|NotAuthorized|Unauthorized/i.test(name);
  return {
    about,
    is: 'unknown',
    says: mayNot ? `you may not look${what}: ${message}` : `could not look${what}: ${name}: ${message}`,
    do: mayNot ? somebodyWhoMay(sight?.permission ?? 'read this account') : 'try again; if it stays, look for yourself',
  };
};
