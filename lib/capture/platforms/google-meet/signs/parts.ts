/** Parts of Google Meet's pages that several of its states rest on. */
import type { Provenance, TextSign } from '../../judging/sign-table.ts';

type Words = Pick<TextSign, 'say'> & Partial<Provenance>;
/** Any of these words. */
export const texts = (id: string, words: readonly Words[]): readonly TextSign[] =>
  words.map((of, at) => ({ id: `${id}.${at + 1}`, class: 'T', ...of }));

export const button = 'button, [role="button"], a, input[type="submit"]';
/** What a dialog lies over, and what is left of an earlier page. */
export const behind = '[aria-hidden="true"], [inert]';
/** What asks to be let in. */
export const calls = [
  'Ask to join',
  'Ask to join anyway',
  'Join now',
  'Join the call now',
  'Join anyway',
  'Join as a viewer',
  'Join the waiting room anyway',
  'Join the waiting room as a moderated contributor',
];
/** Where a device is missing, the button says so. */
const without = ['', ' without microphone & camera', ' without microphone', ' without camera'];
export const join = calls.flatMap((label) => without.map((more) => `${label}${more}`));
/** What goes on without devices; the second as a public bot looks for it (2026). */
export const withoutDevices = [
  'Continue without microphone and camera',
  'Continue without microphone & camera',
  'Continue without microphone',
  'Continue without camera',
];
/** Of an account that is in already: this throws out its other device. */
export const switchHere = 'Switch here';
export const joinHereToo = 'Join here too';
export const joinElsewhere = [switchHere, joinHereToo].flatMap((label) => without.map((more) => `${label}${more}`));
/** Beside the button that asks to be let in, or already there while that is still to come. */
export const otherWays = 'Other ways to join';
export const home = ['Return to home screen', 'Return home', 'Back to home', 'Go to home screen'];
export const cannotJoin = [
  "You can't join this video call",
  "You can't join this meeting",
  "You can't join this call",
  "You aren't allowed to join this video call",
  "You're not allowed to join this call",
];
export const cannotJoinThis = "You can't join this *";
/** One project alone quotes it, beside much that others have seen too. */
export const quoted = {
  seen_on: '2026-11-28',
  source: "a public bot's list of what Meet's pages say",
  confidence: '+',
} as const;
const bots = { seen_on: '2026-11-28', source: 'three public bots that look for it', confidence: '++' } as const;
export const youLeft = [
  { say: 'You left the meeting' },
  { say: 'You left the call', ...bots },
  { say: "You've left the meeting", ...bots },
  { say: "You've left the call", ...bots },
];
/** Read from the heading of the page. */
const headings = {
  seen_on: '2026-11-28',
  source: "an extension that looks for it in Meet's heading",
  confidence: '+',
} as const;
const patterned = {
  seen_on: '2026-11-30',
  source: "a public bot's pattern for it",
  confidence: '+',
} as const;
export const youAreRemoved = [
  { say: "You've been removed from the meeting" },
  { say: 'Someone has removed you from the meeting', ...headings },
  { say: 'You were removed from the meeting', ...bots, source: 'two public bots that look for it' },
  { say: 'Someone removed you from the meeting', ...bots, seen_on: '2026-11-29' },
  { say: "You've been removed from the call", ...bots, seen_on: '2026-11-29' },
  { say: 'You were removed from the call', ...bots, seen_on: '2026-11-29', source: 'two public bots that look for it' },
  { say: 'You have been removed from the meeting', ...patterned },
  { say: "You've been removed from this meeting", ...patterned },
  { say: 'You have been removed from this meeting', ...patterned },
];
/** In other languages; believed beside the heading of all that is told outside only. */
export const youAreRemovedElse = [
  {
    say: 'Você foi removido da reunião',
    seen_on: '2026-11-29',
    source: 'two public Brazilian bots that look for it',
    confidence: '++',
  },
] as const;
export const isOver = [
  { say: 'Your host ended the meeting for everyone' },
  { say: 'Meeting ended' },
  { say: 'Call ended' },
  { say: 'This meeting has already ended', ...quoted },
  {
    say: 'The call ended because everyone left',
    ...bots,
    source: 'four public bots that look for it',
  },
  { say: 'The call has ended', ...bots, seen_on: '2026-11-30', source: 'two public bots that look for it' },
  { say: 'The meeting has ended', ...bots, seen_on: '2026-11-30', source: 'six public bots that look for it' },
  { say: 'This meeting has ended', ...patterned, source: 'an extension that looks for it' },
  { say: 'Your call has ended', ...patterned, source: 'a public bot that looks for it' },
  {
    say: 'This call has ended',
    ...bots,
    seen_on: '2026-12-01',
    source: 'an extension and a public program that look for it',
  },
];
export const isCutOff = [
  { say: 'The video call ended because the connection was lost', ...bots, source: 'an extension and two public bots' },
  { say: 'The video call ended because the computer went to sleep', ...headings },
];
export const hasNotBegun = { say: "This meeting hasn't started yet", ...headings };
/** Only a page that the bot has not come in from, or is out on, has these: it counts down to Meet's home. */
export const countsDownHome = '[data-call-ended="true"], [role="timer"][aria-label="Returning to home screen"]';
/** A page as Meet served it. */
export const captured = {
  seen_on: '2026-08-25',
  source: "vexa: a page of Meet's as it was captured",
  confidence: '+',
} as const;
/** The heading of whatever is told outside, in whatever language; a button that leads home stands below it. */
export const outsideHeading = {
  selector: 'h1[jsname="r4nke"], [role="heading"][jsname="r4nke"], [data-startup-code]:not([data-startup-code=""])',
  seen_on: '2026-08-25',
  source: "vexa: a page of Meet's as it was captured; three extensions that look for the heading, one of 2021",
  confidence: '++',
} as const;
/** What the service answers to whoever asks which meeting a code is of. */
export const resolved = {
  class: 'N',
  kind: 'meet.resolved',
  seen_on: '2026-09-23',
  source: 'vexa#1325, and two public projects that looked at real answers',
  confidence: '++',
} as const;
export const nameBox = 'input[type="text"][aria-label="Your name"], input[placeholder="Your name"]';
/** What the page itself calls the parts of the form, in whatever language. */
export const marked = {
  name: {
    selector: 'input[type="text"][jsname="YPqjbf"]',
    seen_on: '2026-11-29',
    source: 'three public bots that type their name into it',
    confidence: '++',
  },
  /** To an account that is in already it is what throws out its other device. */
  call: {
    selector: ':is(button, [role="button"])[jsname="Qx7uuf"]',
    seen_on: '2026-11-29',
    source: 'seven public bots and an extension that press it',
    confidence: '++',
  },
  withoutDevices: {
    selector: 'button[jsname="IbE0S"]',
    seen_on: '2026-11-29',
    source: 'six public bots that press it',
    confidence: '++',
  },
} as const;
/** What leaves the call, in whatever language the page is. */
export const hangUp = {
  selector: 'button[jsname="CQylAd"]',
  seen_on: '2026-11-28',
  source: 'many public bots and extensions',
  confidence: '++',
} as const;
/** Around captions in whatever language (two public readers of them, 2026). */
export const captionsMark = '[jsname="dsyhDe"]';
export const controls = '[role="region"][aria-label="Call controls"], [aria-label="Leave call"]';
/** What changes one's own picture, or tells of it: in nobody else's tile (of the last: three public readers of tiles, 2026). */
const ownControls = [
  '[aria-label="Backgrounds and effects"]',
  'button[aria-label="Reframe"]',
  '[aria-label^="Others might see more of your background"]',
].join(', ');
/** The bot's own tile: some pages mark it, and some have no mark, but in it what changes one's own picture. */
export const ownMark = '[data-self-name]';
export const ownTile = `[data-participant-id]:not([data-participant-id*="visual_effects"]):has(${ownControls})`;
/** Who looked at meetings without the mark. */
export const unmarked = {
  seen_on: '2026-09-27',
  source: 'vexa: a page of a meeting as it was captured; four public readers of tiles, which look for no mark either',
  confidence: '++',
} as const;
/** How many people are there, which whoever waits is not told: whoever is inside counts as one. */
export const peopleCount = [
  '[data-avatar-count]:not([data-avatar-count="0"], [data-avatar-count=""])',
  '[aria-label^="People - "]:not([aria-label^="People - 0"])',
].join(', ');
/** A tile of anybody. */
export const tile = '[data-participant-id]:not([data-participant-id*="visual_effects"])';
/** A tile of somebody else. */
export const other = `[data-participant-id]:not(:has([data-self-name])):not([data-self-name]):not([data-participant-id*="visual_effects"]):not([aria-label="Backgrounds and effects"]):not(:has(${ownControls}))`;
