/** Dialogs of the client's own over what is behind them. Their names are English in every language, as their words are not. */
import { describe, expect, it } from 'vitest';
import { documentOf, lookedAt, stillEyes } from '../../../../bin/judge/documents.ts';
import { collect } from '../../../../lib/capture/platforms/judging/collect.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import type { History } from '../../../../lib/capture/platforms/judging/sign-table.ts';
import { removedBefore } from '../../../../lib/capture/platforms/zoom/signs/removed-before.ts';
import { signs as zoom } from '../../../../lib/capture/platforms/zoom/signs.ts';

const asked: History = { pressed_join: true, asked_ms_ago: 5_000 };
const waited: History = { ...asked, waited: true };
const inside: History = { ...waited, glimpsed: true, admitted: true };

const end = 'Meeting is end now';
const dialog = (name: string, title: string, more = ''): string =>
  `<div role="dialog" aria-label="${name}"><div class="zm-modal"><div class="zm-modal-body-title">${title}</div>
     ${more && `<div class="zm-modal-body-content"><div class="content">${more}</div></div>`}
     <div class="zm-modal-footer-default-actions"><button>OK</button></div></div></div>`;
const beforeHost = (tip: string): string =>
  `<div class="waiting-room-container"><div class="wr-tip">${tip}</div><button class="leave-btn">Leave</button></div>`;
const room = (tip: string): string =>
  `<div class="wr-content"><p class="wr-default__text">${tip}</p><div class="wr-leave-btn"><button>Leave</button></div></div>`;

const bar = '<footer id="wc-footer"><span class="footer-button__number-counter">2</span></footer>';
const lost = dialog('Meeting connected timeout.', 'Időtúllépés', 'x');

const judged = (html: string, history: History): string => {
  const facts = lookedAt([documentOf(`<div class="preview-root">${html}</div>`)], (documents) =>
    collect(documents, zoom, { eyes: stillEyes }),
  );
  const page = { ...facts, address: 'https://app.zoom.us/wc/89000000036/join', title: 'Zoom', status: null, wire: [] };
  const { phase, row } = judge(page, history, zoom);
  return `${phase} ${row?.name ?? '-'}`;
};

const waits: readonly (readonly [what: string, page: string, alone: string])[] = [
  ['for the host', beforeHost('Waiting for host to start the meeting'), 'not_started wait_host'],
  ['for the host, in another language', beforeHost('Várjon'), 'not_started wait_host'],
  ['for a host who is elsewhere', beforeHost('Your host is currently in another meeting'), 'not_started host_busy'],
  ['for a webinar', beforeHost('The webinar has not started'), 'not_started wait_webinar'],
  ['in the waiting room', room('Please wait, the host will let you in soon'), 'waiting_room waiting_room'],
  ['in the waiting room, in another language', room('Várjon'), 'waiting_room waiting_room'],
];

describe.each(waits)('a wait %s', (_, page, alone) => {
  it('is one while nothing lies over it', () => {
    expect(judged(page, waited)).toBe(alone);
  });

  it.each(['Joining Meeting Timeout or Browser restriction', 'Időtúllépés'])(
    'has lost its connection where the client has a dialog that says so: %s',
    (title) => {
      expect(judged(page + dialog('Meeting connected timeout.', title, 'x'), waited)).toBe(
        'connecting timeout_or_policy',
      );
    },
  );

  it('is not known any more where the client has a dialog of an end that says something else', () => {
    expect(judged(page + dialog(end, 'Hiba', 'Hibakód: 4019'), waited)).toBe('unknown ended_untold');
    expect(judged(page + dialog(end, 'Leave Meeting'), waited)).toBe('unknown ended_untold');
  });

  it('is over where that says no more than its title', () => {
    expect(judged(page + dialog(end, 'A megbeszélés véget ért'), waited)).toBe('ended ended_by_host');
  });
});

describe('a bot that was put back into the waiting room', () => {
  it.each([
    'Please wait, the host will let you in soon',
    'The host left the meeting. Waiting for a host to join',
    'Várjon',
  ])('has lost its connection where a dialog over the room says so: %s', (tip) => {
    expect(judged(room(tip), inside)).toMatch(/^waiting_room /);
    expect(judged(room(tip) + lost, inside)).toBe('connecting timed_out_inside');
  });
});

describe('a dialog of an end that says no more than that one leaves', () => {
  it('is the end for whoever was inside, and is not known where the bot has only asked', () => {
    expect(judged(dialog(end, 'Leave Meeting'), inside)).toBe('ended ended_by_host');
    expect(judged(dialog(end, 'Leave Meeting'), asked)).toBe('unknown ended_untold');
    expect(judged(dialog(end, 'Kilépés'), inside)).toBe('ended ended_by_host');
    expect(judged(dialog(end, 'Kilépés'), asked)).toBe('unknown ended_untold');
  });
});

describe('a dialog in which the client refuses to let somebody in', () => {
  const refusal = (more: string): string => dialog('Has been Removed dialog', 'Kilépés', more);

  it.each([...removedBefore])('says that the bot was removed before: %s', (say) => {
    expect(judged(refusal(`${say}.`), asked)).toBe('denied removed_before');
    expect(judged(refusal(say) + room('Várjon'), waited)).toBe('denied removed_before');
  });

  it('says so to a bot that was in the meeting, whose bar may be there still', () => {
    for (const say of removedBefore) expect(judged(bar + refusal(say), inside)).toBe('removed removed_before');
  });

  it('is not known where it says something else, and lets nobody wait on or stay', () => {
    const other = refusal('Hiba történt (1142)');
    expect(judged(other, asked)).toBe('unknown refused_untold');
    expect(judged(bar, inside)).toBe('in_meeting in_meeting');
    expect(judged(bar + other, inside)).toBe('unknown refused_untold');
    for (const [, wait] of waits) expect(judged(wait + other, waited)).toBe('unknown refused_untold');
  });
});

describe('a dialog that the client names a block', () => {
  const form = '<input id="input-for-name"><button class="preview-join-button">Join</button>';
  const blocked = (code: number) => form + dialog('BlockErrorDialog', 'Unable to join meeting', `Error code: ${code}`);

  it('is a block by the number that is known, and no form to be sent again by any other', () => {
    expect(judged(blocked(1132), asked)).toBe('blocked block_error');
    expect(judged(blocked(5003), asked)).toBe('unknown block_error_other');
    expect(judged(form, asked)).toMatch(/^pre_join /);
  });
});
