/** Who and what there is on the platform: apps, users, their meetings. */
import { secret } from '../../lab/secrets.ts';

export interface App {
  readonly client_id: string;
  readonly client_secret: string;
  /** Where users may be sent back to. */
  readonly redirect_uris: readonly string[];
  /** What users are asked to allow. */
  readonly scopes: readonly string[];
  /** Where events go, and what they are signed with. */
  readonly webhook?: { readonly url: string; readonly secret: string };
}

export interface User {
  readonly id: string;
  readonly account_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly status: 'pending' | 'active' | 'inactive';
}

export interface Meeting {
  readonly id: number;
  readonly uuid: string;
  readonly host_id: string;
  readonly topic: string;
  /** 2 scheduled, 8 recurring with a fixed time, 1 instant, 3 recurring without. */
  readonly type: 1 | 2 | 3 | 8;
  /** ISO 8601. */
  readonly start_time: string;
  readonly duration_min: number;
}

export const localRecordingScopes = [
  'user:read:user',
  'user:read:zak',
  'meeting:read:list_meetings',
  'meeting:read:local_recording_token',
] as const;
export const onbehalfScopes = ['user:read:user', 'user:read:token'] as const;

export const anApp = (given: Partial<App> = {}): App => ({
  client_id: 'client-of-conf',
  client_secret: secret('secret-of-conf'),
  redirect_uris: ['https://client.example.com/connected'],
  scopes: [...new Set([...localRecordingScopes, ...onbehalfScopes])],
  ...given,
});
export const aUser = (given: Partial<User> = {}): User => ({
  id: 'KDcuGIm1QgePTO8WbOqwIQ',
  account_id: 'EPjfyjxHQrOhZr4VPeBzTQ',
  email: 'maya@example.com',
  first_name: 'Maya',
  last_name: 'Hill',
  status: 'active',
  ...given,
});
export const aMeeting = (given: Partial<Meeting> = {}): Meeting => ({
  id: 97_763_643_886,
  uuid: 'aDYlohsHRtCd4ii1uC2+hA==',
  host_id: 'KDcuGIm1QgePTO8WbOqwIQ',
  topic: 'Launch plan',
  type: 2,
  start_time: '2026-03-02T10:00:00Z',
  duration_min: 30,
  ...given,
});
