import type { Session } from '../api/client.ts';

export type Role = Session['role'];

/** What people may do in a project, as it is chosen. */
export const roles = [
  { value: 'viewer', label: 'Viewer: may look' },
  { value: 'member', label: 'Member: may send bots' },
  { value: 'owner', label: 'Owner: may do everything' },
] as const satisfies readonly { readonly value: Role; readonly label: string }[];
