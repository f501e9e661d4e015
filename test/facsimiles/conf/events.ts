/** The bodies of the platform's webhooks. https://developers.zoom.us/docs/api/meetings/events/, …/users/events/, …/marketplace/events/, …/rtms/events/ */
import type { App, Meeting, User } from './people.ts';

export interface ConfEvent {
  readonly event: string;
  readonly event_ts?: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

export const urlValidation = (plainToken: string, at: Date): ConfEvent => ({
  event: 'endpoint.url_validation',
  event_ts: at.getTime(),
  payload: { plainToken },
});

/** Its stamp lies within the payload, unlike all others': the maker's own type has it so. */
export const appDeauthorized = (app: App, user: User, at: Date): ConfEvent => ({
  event: 'app_deauthorized',
  payload: {
    user_id: user.id,
    account_id: user.account_id,
    client_id: app.client_id,
    deauthorization_time: at.toISOString(),
    signature: '827edc3452044f0bc86bdd5684afb7d1e6becfa1a767f24df1b287853cf73000',
    event_ts: at.getTime(),
  },
});

export const meetingCreated = (meeting: Meeting, host: User, at: Date): ConfEvent => ({
  event: 'meeting.created',
  event_ts: at.getTime(),
  payload: {
    account_id: host.account_id,
    operator: host.email,
    operator_id: host.id,
    object: {
      id: meeting.id,
      uuid: meeting.uuid,
      host_id: meeting.host_id,
      topic: meeting.topic,
      type: meeting.type,
      start_time: meeting.start_time,
      duration: meeting.duration_min,
      timezone: 'Europe/Berlin',
      join_url: `https://example.zoom.us/j/${meeting.id}`,
      settings: { use_pmi: false, alternative_hosts: '' },
    },
  },
});

/** What happened to a user. */
export const userEvent = (what: 'updated' | 'deactivated' | 'deleted', user: User, at: Date): ConfEvent => {
  const { id, email, first_name, last_name, account_id } = user;
  return {
    event: `user.${what}`,
    event_ts: at.getTime(),
    payload: {
      account_id,
      operator: 'admin@example.com',
      operator_id: 'z8yCxjabcdEFGHfp8uQ',
      object: { id, first_name, last_name, email, type: 2 },
    },
  };
};

/** One stream of one meeting. */
export interface Stream {
  readonly meeting_uuid: string;
  readonly rtms_stream_id: string;
  readonly server_urls: string;
}

export interface RtmsEventQuirks {
  /** Under `payload.object`, as the maker's samples have it: RTMS_CONNECTION_FLOW.md of github.com/zoom/rtms-samples. The event pages have it flat. */
  readonly nested?: boolean;
}

const rtms =
  (name: string) =>
  (
    fields: Readonly<Record<string, unknown>>,
    host: User,
    at: Date,
    { nested = false }: RtmsEventQuirks = {},
  ): ConfEvent => ({
    event: `meeting.rtms_${name}`,
    event_ts: at.getTime(),
    // The account came in 2026-05: https://developers.zoom.us/changelog/rtms/may-09-2026/
    payload: nested ? { account_id: host.account_id, object: fields } : { account_id: host.account_id, ...fields },
  });

export const rtmsStarted = (stream: Stream, host: User, at: Date, quirks?: RtmsEventQuirks): ConfEvent =>
  rtms('started')({ ...stream, operator_id: host.id, is_original_host: true }, host, at, quirks);
/** It names no server: nobody can connect on its word alone. */
export const rtmsInterrupted = (
  { meeting_uuid, rtms_stream_id }: Stream,
  host: User,
  at: Date,
  quirks?: RtmsEventQuirks,
) => rtms('interrupted')({ meeting_uuid, rtms_stream_id }, host, at, quirks);
export const rtmsStopped = (
  { meeting_uuid, rtms_stream_id }: Stream,
  stop_reason: number,
  host: User,
  at: Date,
  quirks?: RtmsEventQuirks,
): ConfEvent => rtms('stopped')({ meeting_uuid, rtms_stream_id, stop_reason }, host, at, quirks);
