/** What the platform's REST API answers about users and meetings. https://developers.zoom.us/docs/api/users/, …/api/meetings/ */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../lib/ports/clock.ts';
import { secret } from '../../lab/secrets.ts';
import type { Answer, Asked } from '../web.ts';
import type { Access, OAuth } from './oauth.ts';
import type { Meeting, User } from './people.ts';

export interface ApiQuirks {
  /** Whether a token on behalf of somebody is given without a meeting: the pages show it, the types make it optional. */
  readonly onbehalfNeedsMeeting?: boolean;
  /** Pages of a list shorter than asked for, with a token for the next. */
  readonly shortPages?: boolean;
}

/** Errors of the whole API: https://developers.zoom.us/docs/api/errors/ */
const error = (status: number, code: number, message: string): Answer => ({ status, body: { code, message } });
// https://github.com/zulip/zulip/pull/33057
const accessError: Record<'unknown' | 'expired', Answer> = {
  unknown: error(401, 124, 'Invalid access token.'),
  expired: error(401, 124, 'Access token is expired.'),
};
// https://github.com/zoom/zoomapps-sample-js/issues/25
const scopeMissing = (scope: string): Answer =>
  error(400, 4711, `Invalid access token, does not contain scopes:[${scope}].`);
const noUser = (id: string): Answer => error(404, 1001, `User does not exist: ${id}.`);
const noMeeting = (id: string): Answer => error(404, 3001, `Meeting does not exist: ${id}.`);
const invalidField = (name: string): Answer => error(400, 300, `Validation Failed. Invalid field: ${name}.`);

/** What goes wrong without the client's fault. https://developers.zoom.us/docs/api/rate-limits/ */
export const failures = {
  tooFast: (): Answer =>
    error(429, 429, 'You have reached the maximum per-second rate limit for this API. Try again later.'),
  tooMany: (retryAt: Date): Answer => ({
    ...error(
      429,
      429,
      'You have reached the maximum daily rate limit for this API. Refer to the response header for details on when you can make another request.',
    ),
    headers: {
      'retry-after': retryAt.toISOString(),
      'x-ratelimit-category': 'Light',
      'x-ratelimit-type': 'Daily-limit',
      'x-ratelimit-limit': '10000',
      'x-ratelimit-remaining': '0',
    },
  }),
  internal: (): Answer => error(500, 500, 'Internal error.'),
  unavailable: (): Answer => ({ status: 503, headers: { 'content-type': 'text/html' }, body: '<html>503</html>' }),
};

const pageTokenLivesSeconds = 900;
const mostPerPage = 300;

/** A route: the scope it asks for, the parameters it knows, and what it answers. */
interface Route {
  readonly path: RegExp;
  readonly scope: (asked: Asked) => string;
  readonly parameters: readonly string[];
  readonly answer: (asked: Asked, owner: User, id: string) => Answer;
}

interface World {
  readonly users: ReadonlyMap<string, User>;
  readonly meetings: readonly Meeting[];
  readonly oauth: OAuth;
  readonly clock: Clock;
  readonly quirks: ApiQuirks;
}

const presentUser = ({ id, account_id, email, first_name, last_name, status }: User) => ({
  id,
  account_id,
  email,
  first_name,
  last_name,
  display_name: `${first_name} ${last_name}`,
  status,
  type: 2,
  pmi: 1_234_567_890,
  timezone: 'Europe/Berlin',
  created_at: '2025-01-15T08:00:00Z',
});

const presentMeeting = ({ duration_min, ...meeting }: Meeting) => ({
  ...meeting,
  duration: duration_min,
  timezone: 'Europe/Berlin',
  created_at: '2026-01-15T08:00:00Z',
  join_url: `https://example.zoom.us/j/${meeting.id}`,
});

/** Answers requests below /v2 with a token that is good for them. */
export const anApi = ({ users, meetings, oauth, clock, quirks }: World): ((asked: Asked) => Answer) => {
  const pages = new Map<string, { readonly from: number; readonly endsAt: number }>();
  const token = (): string => secret(randomBytes(32).toString('base64url'));
  const onlyMe = (owner: User, id: string): boolean => id === 'me' || id === owner.id;

  const listMeetings = ({ query }: Asked, owner: User, id: string): Answer => {
    if (!onlyMe(owner, id)) return noUser(id);
    const page_size = Number(query.get('page_size') ?? 30);
    if (!Number.isInteger(page_size) || page_size < 1 || page_size > mostPerPage) return invalidField('page_size');
    const type = query.get('type') ?? 'scheduled';
    if (!['scheduled', 'live', 'upcoming', 'upcoming_meetings', 'previous_meetings'].includes(type)) {
      return invalidField('type');
    }
    const given = query.get('next_page_token');
    const page = given ? pages.get(given) : { from: 0, endsAt: Number.POSITIVE_INFINITY };
    const now = clock.now();
    if (!page || now.getTime() / 1000 >= page.endsAt)
      return error(400, 300, 'The next page token is invalid or expired.');
    const endOf = ({ start_time, duration_min }: Meeting) => new Date(start_time).getTime() + duration_min * 60_000;
    const all = meetings.filter(
      (meeting) => meeting.host_id === owner.id && (type === 'scheduled' || endOf(meeting) > now.getTime()),
    );
    const upTo = page.from + (quirks.shortPages ? Math.ceil(page_size / 2) : page_size);
    const next_page_token = upTo < all.length ? token() : '';
    if (next_page_token)
      pages.set(next_page_token, { from: upTo, endsAt: now.getTime() / 1000 + pageTokenLivesSeconds });
    const shown = all.slice(page.from, upTo).map(presentMeeting);
    return { status: 200, body: { page_size, total_records: all.length, next_page_token, meetings: shown } };
  };

  const userToken = ({ query }: Asked, owner: User, id: string): Answer => {
    if (!onlyMe(owner, id)) return noUser(id);
    const type = query.get('type');
    // https://developers.zoom.us/docs/meeting-sdk/auth/obf/, …/auth/zak/
    if (type !== 'onbehalf' && type !== 'zak') return invalidField('type');
    if (type === 'onbehalf' && quirks.onbehalfNeedsMeeting && !query.get('meeting_id')) {
      return invalidField('meeting_id');
    }
    return { status: 200, body: { token: token() } };
  };

  const localRecording = ({ query }: Asked, owner: User, id: string): Answer => {
    const bypass = query.get('bypass_waiting_room');
    if (bypass !== null && bypass !== 'true' && bypass !== 'false') return invalidField('bypass_waiting_room');
    const meeting = meetings.find((one) => String(one.id) === id && one.host_id === owner.id);
    return meeting ? { status: 200, body: { expire_in: 120, token: token() } } : noMeeting(id);
  };

  const routes: readonly Route[] = [
    {
      path: /^\/v2\/users\/([^/]+)$/,
      scope: () => 'user:read:user',
      parameters: [],
      answer: (_, owner, id) => (onlyMe(owner, id) ? { status: 200, body: presentUser(owner) } : noUser(id)),
    },
    {
      path: /^\/v2\/users\/([^/]+)\/token$/,
      scope: ({ query }) => (query.get('type') === 'zak' ? 'user:read:zak' : 'user:read:token'),
      parameters: ['type', 'ttl', 'meeting_id'],
      answer: userToken,
    },
    {
      path: /^\/v2\/users\/([^/]+)\/meetings$/,
      scope: () => 'meeting:read:list_meetings',
      parameters: ['type', 'page_size', 'next_page_token', 'from', 'to', 'timezone'],
      answer: listMeetings,
    },
    {
      path: /^\/v2\/meetings\/(\d+)\/jointoken\/local_recording$/,
      scope: () => 'meeting:read:local_recording_token',
      parameters: ['bypass_waiting_room'],
      answer: localRecording,
    },
  ];

  const ownerOf = (access: Exclude<Access, string>): User | undefined => {
    const user = users.get(access.user_id);
    return user?.status === 'active' ? user : undefined;
  };

  return (asked) => {
    const route = routes.find(({ path }) => path.test(asked.path));
    if (!route) return error(404, 2300, 'This API endpoint is not recognized.');
    if (asked.method !== 'GET') return { status: 405 };
    const [, bearer = ''] = /^Bearer (\S+)$/.exec(asked.headers.authorization ?? '') ?? [];
    const access = oauth.access(bearer);
    if (typeof access === 'string') return accessError[access];
    const scope = route.scope(asked);
    if (!access.scopes.includes(scope)) return scopeMissing(scope);
    // Stricter than the platform, which looks away: what it does not know is a mistake.
    const unknown = [...asked.query.keys()].find((name) => !route.parameters.includes(name));
    if (unknown) return invalidField(unknown);
    const owner = ownerOf(access);
    if (!owner) return error(404, 1001, `User does not exist: ${access.user_id}.`);
    return route.answer(asked, owner, decodeURIComponent(route.path.exec(asked.path)?.[1] ?? ''));
  };
};
