import type { BotEventSubType } from '../bot/lifecycle.ts';

/** What an operator or a host can do about a page that does not let a bot in, in words. */
export const advice = {
  admit: 'Ask the host to admit the bot when it asks to join; it is shown under its name.',
  admit_flagged:
    'The host has to admit the bot one by one: Meet shows guests that it does not know in a queue of their own, Teams labels bots in its lobby.',
  invite_account:
    'Guests are not let in. Invite an account of your organisation to the meeting, and have the bot join with it.',
  invite: 'Only people who are invited can join this meeting: invite the account with which the bot joins.',
  sign_in:
    'The meeting is for people who are signed in. Allow guests in its settings or, in Google Meet, have the bot join with an account.',
  sign_in_again: 'The account of the bot has to be signed in again by a person.',
  check_sign_on:
    'The account of the bot could not be signed in by single sign-on: look at the page where it stopped, check the SSO profile of the Workspace, and enter the account again (accounts sso add).',
  add_account: 'Every account of the project is in another meeting: add one, or send fewer bots at a time.',
  reach_accounts:
    'The accounts of the project could not be looked up: send the bot again, and where that goes on, see what the log of the service says.',
  check_link: 'Check the link, and send a new one.',
  check_link_and_passcode:
    'Check the link and its passcode, and whether the meeting is over, as the page is the same for all of these; then send a new one.',
  send_passcode: 'Send a link that holds the passcode, and check it.',
  send_token: 'Send a link with a token that is valid.',
  send_invitation:
    'Send a link with an invitation that is valid until the meeting ends, of those that an operator makes in the group (/invite) or on its server (galenectl create-token). What a portal hands out is good for half a minute, and in no link.',
  send_registrant_link: 'Register the bot for the meeting, and send the link that registrants get.',
  unlock: 'Ask the host to unlock the meeting while the bot joins.',
  make_room: 'The meeting is full: ask the host for room, or for a larger meeting.',
  live_stream:
    'The platform shows the live stream of the meeting in its place: the meeting is full, or the bot is only invited to its live stream. Ask the host for room, or to invite the bot to the meeting itself.',
  moderator: 'A moderator has to be in the meeting before others are let in.',
  open_group: 'An operator of the group has to open it, or to be in it.',
  teams_sign_in:
    'The meeting is for people who are signed in, which bots are not in Teams: have the organiser, or the administrator of the organisation, let anonymous people join.',
  zoom_bots:
    'Zoom takes the bot for one: it checks every guest unseen (since July 2026), and asks for a captcha or for signing in. Update the service, as an old browser is refused more often. The account of the host may keep bots out of the browser too: the way that Zoom offers is its real-time media streams (RTMS), which have to be allowed for the account and are recorded as an app session.',
  encrypted:
    'The meeting is encrypted end to end, and the platform lets no browser into such meetings: ask the host to switch that off.',
  zoom_web_client:
    'The host has switched off joining from the browser: allow it in the settings of the account, or have the real-time media streams (RTMS) of the meeting recorded as an app session.',
  zoom_sign_in:
    'The meeting is for accounts that are signed in, which bots are not: have the host let guests in, or its real-time media streams (RTMS) recorded as an app session.',
  zoom_on_behalf:
    'The bot joins on behalf of somebody who has to be in the meeting: wait for them, or give the bot a valid token.',
  zoom_signature: 'The key or the signature of the operator is not accepted: check the credentials of the app.',
  teams_bots:
    'Ask the organiser to admit the bot from the lobby, the administrator to allow external bots (ExternalBotAccessMode), or register your bots with Microsoft and put their Bot Identification token into the link (#token=…).',
  newer_browser: 'The platform does not accept this browser: update the service.',
  accept_terms:
    'The page asks for consent, and bots give none unless the operator lets them: acceptTerms when deploying, ACCEPT_TERMS=true on one machine. Or ask the host to switch that off.',
  list_host:
    'The meeting was moved to a place that bots do not follow to: add its host to those of the operator, and send its own link.',
  begin: 'The meeting had not begun: send the bot when somebody is there, or give it more time.',
  reach:
    'The page of the meeting did not load, or did not connect: open the link yourself, and see that the machines of bots reach its host.',
  reach_media:
    'The server of the meeting answers, and none of its media ports does: let the machines of bots reach these, or have the server offer TURN over TLS.',
  look: 'The bot did not know what it saw: look at the picture. Either somebody has to do something there, or the platform has changed its pages; then tell whoever runs the service, who has the canary (npm run canary).',
  try_later: 'The service of the platform does not answer as it should: try again later.',
} as const;
export type AdviceKey = keyof typeof advice;

const byReason = new Map<string, AdviceKey>(
  Object.entries({
    request_to_join_denied: 'admit',
    waiting_room_timeout_exceeded: 'admit',
    meeting_not_found: 'check_link',
    meeting_not_started_waiting_for_host: 'begin',
    login_required: 'sign_in',
    passcode_required: 'send_passcode',
    authorized_user_not_in_meeting_timeout_exceeded: 'zoom_on_behalf',
    meeting_full: 'make_room',
    meeting_locked: 'unlock',
    registration_required: 'send_registrant_link',
    unable_to_connect_to_meeting: 'reach',
    unknown_page: 'look',
    ui_element_not_found: 'look',
  } satisfies Partial<Record<BotEventSubType, AdviceKey>>),
);

/** What helps in general where the page says nothing better, by what a bot noted as its reason. */
export const adviceFor = (reason: string): AdviceKey | undefined => byReason.get(reason);
export const adviceKeys = Object.keys(advice) as [AdviceKey, ...AdviceKey[]];
