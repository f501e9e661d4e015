/** docs/glossary.md: what every state, event and sub type of a bot means, out of the tables, and what its client can do. */
import { stateMeanings } from '../api/openapi/states.ts';
import { subTypeMeanings } from '../api/openapi/sub-types.ts';
import {
  type BotEventSubType,
  type BotState,
  botStates,
  botTriggers,
  isFinal,
  timerOf,
  triggerTable,
} from '../domain/bot/lifecycle.ts';
import { advice } from '../domain/meeting/advice.ts';

const nothing = 'nothing';

const whatToDoIn: Readonly<Record<BotState, string>> = {
  ready: nothing,
  scheduled: 'nothing; `PATCH` and `DELETE` are possible until shortly before `join_at`',
  staged: nothing,
  joining:
    'wait: a minute or two; where the meeting has not begun, or the user on whose behalf it joins is not there, as long as `wait_for_host_to_start_meeting_timeout_seconds` or `authorized_user_not_in_meeting_timeout_seconds` say',
  waiting_room: 'let it in; it is shown under its name',
  joined_not_recording: 'the host allows the recording in the meeting',
  joined_recording: 'read along: transcript, participants and chat can be read meanwhile',
  joined_recording_paused: '`POST …/resume_recording`',
  joined_recording_permission_denied: 'the host allows the recording after all, or `POST …/leave`',
  joining_breakout_room: nothing,
  leaving_breakout_room: nothing,
  leaving: nothing,
  post_processing: 'wait: it takes seconds, and longer only while speech is still being transcribed',
  ended: 'fetch transcript and recording; `POST …/delete_data` once you have them',
  fatal_error:
    'look at the sub type of the last event (below), and at `GET …/diagnostics`; what it captured before can be fetched, and `POST …/delete_data` removes it',
  data_deleted: nothing,
};

const whatToDoAt: Readonly<Record<BotEventSubType, string>> = {
  host_denied_permission: 'Ask the host; permission that is granted later counts.',
  request_timed_out: 'Have a host in the meeting who answers within a minute.',
  host_client_cannot_grant_permission:
    'The host joins with a client that can permit recording, such as the desktop program. No page that bots join says so today: the request times out there.',
  user_requested: 'Nothing: somebody with your key asked for it.',
  auto_leave_silence: 'Set `silence_timeout_seconds` to more where long silence is usual.',
  auto_leave_only_participant_in_meeting:
    'Nothing, mostly: everybody had gone. Else set `only_participant_in_meeting_timeout_seconds` to more, or look at `bot_keywords`.',
  auto_leave_max_uptime_exceeded: 'Set `max_uptime_seconds` to more, or leave it out.',
  event_cancelled: 'Nothing, mostly: the event is no more. Of one that was put off, create another bot for it.',
  ended_by_host: 'Nothing: it is how meetings end.',
  removed_from_meeting: 'Tell people beforehand that a bot will come, and why.',
  request_to_join_denied: advice.admit,
  waiting_room_timeout_exceeded: `${advice.admit} Or set \`waiting_room_timeout_seconds\` to more.`,
  meeting_not_found: advice.check_link,
  meeting_not_started_waiting_for_host:
    'Send the bot when the meeting begins, or set `wait_for_host_to_start_meeting_timeout_seconds` to more.',
  login_required: advice.sign_in,
  blocked_by_platform:
    'Look at `advice` in `GET …/diagnostics`: it differs by platform, and so does [what helps](platforms/pages.md#a-browser-that-says-what-it-is).',
  blocked_by_captcha: advice.invite_account,
  passcode_required: advice.send_passcode,
  authorized_user_not_in_meeting_timeout_exceeded: advice.zoom_on_behalf,
  unable_to_connect_to_meeting:
    'Try again. If it stays, look at `GET …/diagnostics`: the network of the workers, or a page that never loads.',
  meeting_full: advice.make_room,
  meeting_locked: advice.unlock,
  registration_required: advice.send_registrant_link,
  platform_not_supported:
    'Have the operator [list the host](deploy.md) again: `jitsiHosts`, `galeneHosts`, `livekitHosts`; or take the platform out of `platformsOff`.',
  oauth_app_not_configured: 'Store the app first: [connections.md](connections.md).',
  unknown_page:
    'Look at the picture in `GET …/diagnostics`. The platform may have changed its pages: tell the operator, who has [the canary](platforms/canary.md).',
  capture_not_launched:
    'Tell the operator: there was no room for it, or no image ([operations](operations/alarms.md#botsnotlaunched)).',
  capture_lost:
    'Send another bot. What was captured before is there; the operator finds the reason in the log of the worker.',
  ui_element_not_found:
    'Tell the operator: `step` and `element` in `GET …/diagnostics` say what was missing in the page.',
  max_runtime_exceeded: 'Send another bot for what is left of the meeting.',
  internal_error:
    "Tell the operator: the bot's id finds the reason in the log ([operations](operations/logs.md#following-one-bot)).",
};

const code = (text: string): string => `\`${text}\``;
const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** What happens to a bot that stays in a state for too long. */
const tooLong = (state: BotState): string => {
  const timer = timerOf(state);
  if (!timer) return isFinal(state) ? 'it stays' : '';
  const { event } = triggerTable[timer.trigger];
  return `${code(event)}${timer.sub_type ? `, ${code(timer.sub_type)}` : ''}`;
};

const states = (): string[] => [
  '| state | the bot is | what you can do | in it for too long |',
  '|---|---|---|---|',
  ...botStates.map((state) => row(code(state), stateMeanings[state], whatToDoIn[state], tooLong(state))),
];

const subTypesOf = (trigger: keyof typeof triggerTable): readonly BotEventSubType[] => {
  const found = triggerTable[trigger];
  return 'sub_types' in found ? found.sub_types : [];
};

const events = (): string[] => {
  const triggersOf = Map.groupBy(botTriggers, (trigger) => triggerTable[trigger].event);
  return [
    '| event | the bot is then | sub types |',
    '|---|---|---|',
    ...[...triggersOf].map(([event, triggers]) => {
      const then = triggers.map((trigger) => triggerTable[trigger].to);
      const words = new Set(then.map((to) => (to === 'held' ? 'what it was before' : code(to))));
      const subTypes = triggers.flatMap(subTypesOf);
      const link = `[${subTypes.length}](#${event.replaceAll('_', '-')})`;
      return row(code(event), [...words].join(' or '), subTypes.length > 0 ? link : '');
    }),
  ];
};

const subTypes = (): string[] =>
  botTriggers
    .filter((trigger) => subTypesOf(trigger).length > 0)
    .flatMap((trigger) => [
      `### ${triggerTable[trigger].event.replaceAll('_', ' ')}`,
      '',
      '| sub type | because | what to do |',
      '|---|---|---|',
      ...subTypesOf(trigger).map((name) => row(code(name), subTypeMeanings[name], whatToDoAt[name])),
      '',
    ]);

/** The generated part of docs/glossary.md. */
export const glossary = (): string =>
  ['## States', '', ...states(), '', '## Events', '', ...events(), '', '## Sub types, by event', '', ...subTypes()]
    .join('\n')
    .trimEnd();
