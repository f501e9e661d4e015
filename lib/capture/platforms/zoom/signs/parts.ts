/** What several states of Zoom's web client are known by. */
export const button = 'button, [role="button"], a';
export const nameBox = '#input-for-name, #inputname';
export const joinButton = 'button.preview-join-button, #joinBtn';
export const passcodeBox = '#input-for-pwd, #inputpasscode';
export const emailBox = '#input-for-email';
/** Leads from the launcher to the client; the second since October 2026. */
export const launch = ['Join from your browser', 'Join from browser'] as const;
/** Where devices cannot be used, one after the other or all at once. */
export const withoutDevices = [
  'Continue without microphone and camera',
  'Continue without audio or video',
  'Continue without microphone',
  'Continue without camera',
] as const;
export const acceptCookies = '#onetrust-accept-btn-handler';
/** Of the account's terms, on the page around the client. */
export const agreeToTerms = '#disclaimer_agree';
/** Of words that an account asks everybody to agree to. */
export const ownTerms = '.commmon-disclaimer-dialog';
/** Of the AI Companion, among others. What asks has no way but to agree, or to leave; what only tells has one button. */
export const companion = '.big-dialog';
/** Asks into a breakout room. */
export const invitation = '.zm-modal-join-dialog';
export const joinBreakout = 'Join Breakout Room';
/** Of whoever is in one. */
export const leaveRoom = ['Leave Room', 'Leave Breakout Room'] as const;
export const footer = '#wc-footer, #foot-bar';
/** One has the account's picture and words beside the client's; the other holds both in one column. */
export const waitingRoom = '.wr-content, .meeting-on-hold';
/** Where people are seen. */
export const stage = '[class*="__video-frame"]';
/** Who is there, and what they write. The bot has opened both, which takes a meeting that it is in. */
export const peopleList = '#participants-unified-list, #participants-ul, .participants-list-container';
export const chatList = '[aria-label="Chat Message List"]';
export const captionList = '[aria-label="Live Transcription List"]';
/** The waiting room has a way out too; a bot that was made the host has another. */
export const leave =
  'button:is([aria-label="Leave"], [aria-label="Leave Room"], #foot-bar [aria-label="End"]):not(.wr-content *, .waiting-room-container *, .wr-leave-btn *, .wr-leave-btn)';
/** What tells of the way in, and what somebody waits in: the client may have its bar there all the same. */
export const notInside = `#wc-loading, .loading-layer, .waiting-room-container, ${waitingRoom}`;
/** How many there are, on the button that lists people: not there until the meeting is, and 0 for whoever is not in it. */
export const count = '.footer-button__number-counter';
export const nobody: readonly string[] = ['0', ''];
/** Whoever is alone, or an attendee of a webinar, has no such button. */
const barWithoutPeople = `:is(${footer}):not(:has(${count}, .footer-participants-button, [aria-label*="participants list"]))`;
export const leaveWithoutPeople = `${barWithoutPeople} :is(${leave})`;
/** Shown in place of the bar once somebody is about to leave. */
export const leaveOptions = '.leave-option-container';
export const modal = '.zm-modal-body-title, .zm-modal';
/** What it says is said by a dialog of the client's own, over whatever else there is. */
export const inModal = (id: string) => ({ id, class: 'S', selector: modal, around: true, aside: true }) as const;
/** A dialog by the name that the client gives it, which is English in every language, as its title is not. */
export const dialogNamed = (name: string): string => `[role="dialog"][aria-label="${name}"]`;
/**
 * Of a connection that was lost, or never came about: it says which, and asks whether to try again. A dialog of the same class, which
 * tells people that they were removed before, is left out by its label, English in every language.
 */
export const reconnectDialog =
  '.dialog-reconnect-container:not([aria-label="Has been Removed dialog"], [aria-label="Has been Removed dialog"] *)';
/** The same of a connection that timed out, in another dialog. */
export const timeoutDialog = dialogNamed('Meeting connected timeout.');
/** Whatever somebody waits in or for. A dialog that tells of no wait lies over it. */
export const waits = ['Z17', 'Z18', 'Z19', 'Z20', 'Z21', 'Z22', 'Z23', 'Z24'] as const;
/** What Zoom's servers say in place of the client. */
export const onErrorPage = (id: string) =>
  ({
    id,
    class: 'S',
    selector: '#global-error .error-message',
    aside: true,
    where: 'shell',
    seen_on: '2026-10-07',
    source: 'a capture of the pages on the way in, by a public project',
    confidence: '+',
  }) as const;
/** What came after the package of the maker's that the tables are held against. */
export const newer = {
  seen_on: '2026-10-07',
  source: 'web client 7.2.0 (12783), captured by a public project',
  confidence: '+',
} as const;
/** In a meeting it would have been seen, and on a page that nobody knows given up, before that. */
export const notSeen = {
  admitted: false,
  glimpsed: false,
  waited: false,
  pressed_join: true,
  asked_at_least_ms_ago: 10_000,
} as const;
/** Whoever has asked to be let in may be told of an end at once, before anything else. */
export const asked = { any: ['admitted', 'glimpsed', 'waited', 'pressed_join'] } as const;
/** The dialog of each end. One that asks for another version of Zoom's app has the same label, and another title. */
export const endDialog = dialogNamed('Meeting is end now');
export const endTitle = `${endDialog} .zm-modal-body-title`;
/** Its title where the client was not told why, or says it below. */
export const endUntold = ['Leave Meeting', 'Leave Webinar'] as const;
export const strings = { seen_on: '2026-08-24', source: 'zs', confidence: 'P' } as const;
