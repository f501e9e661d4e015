/** Asked to be let in: the wait, and what becomes of the request. */
import type { Sign, StateRow } from '../../judging/sign-table.ts';
import {
  button,
  cannotJoinThis,
  captured,
  controls,
  countsDownHome,
  hasNotBegun,
  home,
  outsideHeading,
  ownMark,
  ownTile,
  peopleCount,
  quoted,
  texts,
} from './parts.ts';

const inferred = {
  seen_on: '2026-11-28',
  source: 'inferred from what the service tells of whoever is inside',
  confidence: '?',
} as const;

const lookedFor = { seen_on: '2026-12-01', source: 'public bots that look for it', confidence: '+' } as const;

/** In other languages, of one who is told so where Meet tells whoever is outside. */
const nobodyAnsweredElse = [
  {
    say: 'Ninguém respondeu à sua solicitação para participar da chamada',
    ...lookedFor,
    source: 'a public bot that looks for it, and somebody who quotes it',
    confidence: '++',
  },
  { say: 'Nadie respondió a tu solicitud para unirte a la llamada', ...lookedFor },
  { say: 'Niemand hat auf Ihre Teilnahmeanfrage geantwortet', ...lookedFor },
] as const;
const deniedElse = [
  { say: 'Alguém na chamada negou sua solicitação para participar', ...lookedFor },
  { say: 'Alguien de la llamada rechazó tu solicitud para unirte', ...lookedFor },
  { say: 'Alguien rechazó tu solicitud para unirte', ...lookedFor },
] as const;

/** Meet lets ten minutes pass. */
const nobodyAnswersMs = 9 * 60_000;

const asksToBeLetIn = 'Asking to be let in';
/** What whoever waits for a hand from inside is told. */
const untilLetIn = [
  { say: "You'll join the call when someone lets you in" },
  { say: 'Please wait until a meeting host brings you into the call*' },
  { say: '*until a meeting host admits you to the call*' },
  { say: '*admits you to the call' },
  { say: 'Waiting for the host to let you in' },
  { say: "You've been sent to the waiting room", ...quoted },
  {
    say: 'Aguarde até que um organizador da reunião adicione você à chamada',
    seen_on: '2026-11-29',
    source: 'a public Brazilian bot that looks for it',
    confidence: '+',
  },
  { say: 'Aguarde até que um organizador da reunião permita sua entrada', ...lookedFor },
  { say: 'Espera a que un organizador de la reunión te permita participar', ...lookedFor },
  { say: 'Bitte warten Sie, bis Sie vom Organisator*', ...lookedFor, source: 'sApp, and four bots that come from it' },
  {
    say: 'Someone will let you in soon',
    seen_on: '2026-11-30',
    source: 'three public bots that look for it in Meet',
    confidence: '++',
  },
  {
    say: 'Please wait until * lets you in*',
    seen_on: '2026-11-30',
    source: 'inferred from what a public bot looks for: its beginning and its end',
    confidence: '?',
  },
  {
    say: "You're in the waiting room",
    seen_on: '2026-11-30',
    source: 'inferred from what whoever is sent there is told',
    confidence: '?',
  },
  {
    say: 'Waiting for someone to let you in',
    seen_on: '2026-11-30',
    source: 'five public bots that look for it in Meet',
    confidence: '++',
  },
] as const;

/**
 * The bar and the bot's own tile are in a waiting room too. So a bot that was inside is back there where its page says so, counts
 * nobody and shows nobody else, and the service does not say that the bot is inside.
 */
const putBack = {
  phase: 'waiting_room',
  gate: { admitted: true },
  unless: ['others'],
  unless_told: [{ kind: 'meet.self_status', with: { status: [1] } }],
  seen_on: '2026-08-09',
  source: 'MB#281, MB#282, vexa#471',
  confidence: '++',
  advice: 'admit_flagged',
} as const satisfies Omit<StateRow, 'id' | 'name' | 'signs'>;
const countsNobody = (id: string): Sign => ({
  id,
  class: 'S',
  selector: `body:not(:has(${peopleCount})) :is(${controls}, ${ownMark}, ${ownTile})`,
  counts_hidden: true,
  aside: true,
  seen_on: '2026-12-01',
  source: 'inferred from what a meeting shows of the people in it',
  confidence: '?',
});

export const lobby: readonly StateRow[] = [
  {
    id: 'M08',
    name: 'asking',
    phase: 'waiting_room',
    seen_on: '2026-11-20',
    source: 'pf 1.3',
    confidence: '++',
    over: ['M09'],
    advice: 'admit_flagged',
    signs: [
      { id: 'M08.text.1', class: 'T', say: asksToBeLetIn },
      { id: 'M08.text.2', class: 'T', say: 'Asking to join' },
      {
        id: 'M08.text.3',
        class: 'T',
        say: 'Pedindo para participar',
        seen_on: '2026-11-29',
        source: 'four public Brazilian bots that look for it',
        confidence: '++',
      },
    ],
  },
  {
    id: 'M09',
    name: 'waiting_for_host_hand',
    phase: 'waiting_room',
    seen_on: '2026-08-08',
    source: 'MB#198, MB#281, vexa#471',
    confidence: '++',
    advice: 'admit_flagged',
    signs: [
      ...texts('M09.text', untilLetIn).map((sign) => ({ ...sign, part: 'wait' })),
      // The picture says it for whoever does not see it.
      {
        id: 'M09.picture',
        class: 'S',
        part: 'wait',
        selector: 'img[alt*="Please wait until a meeting host"]',
        seen_on: '2026-11-28',
        source: 'three public bots that wait for it to go',
        confidence: '++',
      },
      // Nothing in a meeting leads there: whoever is put back has the toolbar still.
      { id: 'M09.home', class: 'S', selector: button, labels: home, aside: true },
      // Nor does anything head a page with that which tells how many people are in the meeting. The heading's own words are no
      // second evidence: a meeting may be called so.
      {
        id: 'M09.heading',
        class: 'S',
        selector: `body:not(:has(${peopleCount})) h1`,
        labels: [
          "You've been sent to the waiting room",
          "You're in the waiting room",
          "You'll join the call when someone lets you in",
          ...['brings you into', 'admits you to'].flatMap((hand) => [
            `Please wait until a meeting host ${hand} the call`,
            `Please wait until a meeting host ${hand} the call.`,
          ]),
        ],
        aside: true,
        ...quoted,
      },
      // Nor is whoever is in a meeting told that they are not, or without a connection.
      { id: 'M09.status', class: 'N', kind: 'meet.self_status', without: { status: [1] }, aside: true, ...inferred },
      { id: 'M09.closed', class: 'N', kind: 'meet.peer_connections', with: { open: [0] }, aside: true, ...inferred },
    ],
  },
  // Not by "Asking to join": in a meeting, that tells hosts who else does.
  {
    id: 'M08',
    name: 'asking',
    ...putBack,
    over: ['M09'],
    signs: [{ id: 'M08.again', class: 'T', say: asksToBeLetIn }, countsNobody('M08.nobody')],
  },
  {
    id: 'M09',
    name: 'waiting_for_host_hand',
    ...putBack,
    signs: [...texts('M09.again', untilLetIn), countsNobody('M09.nobody')],
  },
  {
    id: 'M10',
    name: 'host_absent',
    phase: 'not_started',
    seen_on: '2026-11-20',
    source: 'vexa#316, pf 1.3',
    confidence: '++',
    over: ['M08', 'M09'],
    signs: [{ id: 'M10.text', class: 'T', say: 'Waiting for the host to join*' }],
  },
  // Where one can ask to be let in all the same it is a notice.
  {
    id: 'M10',
    name: 'host_absent',
    phase: 'not_started',
    seen_on: '2026-11-28',
    source: hasNotBegun.source,
    confidence: '+',
    over: ['M08', 'M09'],
    unless: ['form', 'call', 'ways'],
    signs: [{ id: 'M10.text.2', class: 'T', ...hasNotBegun }],
  },
  {
    id: 'M11',
    name: 'request_expired',
    phase: 'refused_by_time',
    over: ['M13'],
    seen_on: '2026-11-20',
    source: 'pf 1.3',
    confidence: '++',
    gate: { admitted: false, pressed_join: true, asked_at_least_ms_ago: nobodyAnswersMs },
    unless: ['toolbar', 'scene'],
    advice: 'admit_flagged',
    signs: [
      { id: 'M11.text', class: 'T', say: 'No one responded to your request to join*', must: true },
      { id: 'M11.asked', class: 'H', did: { asked_at_least_ms_ago: nobodyAnswersMs }, aside: true },
    ],
  },
  {
    id: 'M11',
    name: 'request_expired',
    phase: 'refused_by_time',
    over: ['M13'],
    ...lookedFor,
    gate: { admitted: false, pressed_join: true, asked_at_least_ms_ago: nobodyAnswersMs },
    unless: ['toolbar', 'scene'],
    advice: 'admit_flagged',
    signs: [
      ...texts('M11.else', nobodyAnsweredElse),
      { id: 'M11.else.told', class: 'S', ...outsideHeading, must: true },
    ],
  },
  {
    id: 'M12',
    name: 'denied',
    phase: 'denied',
    over: ['M13'],
    seen_on: '2026-11-20',
    source: 'pf 1.4',
    confidence: '++',
    advice: 'admit',
    signs: [
      { id: 'M12.text.1', class: 'T', say: 'Someone in the call denied your request to join' },
      { id: 'M12.text.2', class: 'T', say: 'Your request to join was denied' },
      { id: 'M12.text.3', class: 'T', say: "You weren't allowed to join" },
      { id: 'M12.text.4', class: 'T', say: 'Someone in the meeting denied your request to join', ...lookedFor },
      { id: 'M12.again', class: 'S', selector: button, labels: ['Ask to join again'] },
      // The reason may stand small below a heading that is the same whoever refuses.
      { id: 'M12.outside', class: 'S', selector: countsDownHome, aside: true, ...captured },
    ],
  },
  {
    id: 'M12',
    name: 'denied',
    phase: 'denied',
    over: ['M13'],
    seen_on: '2026-08-19',
    source: "att#969; a public bot's list of what Meet's pages say",
    confidence: '++',
    // A way home is in the waiting room too, but not these words.
    unless: ['form', 'call', 'ways', 'toolbar', 'scene'],
    advice: 'admit',
    signs: [
      { id: 'M12.heading', class: 'T', say: cannotJoinThis, must: true, aside: true },
      { id: 'M12.below', class: 'T', part: 'below', say: 'Someone in the call denied your request to join' },
      { id: 'M12.below.2', class: 'T', part: 'below', say: 'Your request to join was denied' },
      { id: 'M12.home', class: 'S', selector: button, labels: home, aside: true },
    ],
  },
  {
    id: 'M12',
    name: 'denied',
    phase: 'denied',
    over: ['M13'],
    ...lookedFor,
    unless: ['form', 'call', 'ways', 'toolbar', 'scene'],
    advice: 'admit',
    signs: [...texts('M12.else', deniedElse), { id: 'M12.else.told', class: 'S', ...outsideHeading, must: true }],
  },
];
