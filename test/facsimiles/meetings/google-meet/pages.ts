/** What Google Meet's pages look like: those of the corpus, and the meeting, after the same sources. */
import type { Guest } from '../guest.ts';
import type { Caption, Member } from '../meeting.ts';
import { elementOf, escaped, hidingOf, pageOf } from '../pages.ts';
import type { Screen, Wire } from '../stage/protocol.ts';
import type { Dialog } from '../visit.ts';

const corpus = 'google_meet';
const callControls = '[role="region"][aria-label="Call controls"]';
const label = (...labels: readonly string[]): string => labels.map((one) => `[aria-label="${one}"]`).join(', ');

const devices: readonly Wire[] = [
  { selector: label('Turn on microphone', 'Turn off microphone'), on: 'click', does: 'microphone' },
  { selector: label('Turn on camera', 'Turn off camera'), on: 'click', does: 'camera' },
];
const leaving: Wire = { selector: label('Leave call'), on: 'click', does: 'leave' };

/** Final sentences, and what else has misled readers, where they mean nothing. */
const decoys = `
<div role="alert" class="VYBDae">Reconnecting</div>
<div hidden>Your host ended the meeting for everyone</div>
<div style="display:none">No one responded to your request to join the call</div>
<div style="display:none">You can't join this video call</div>
<div style="display:none">You've been removed from the meeting</div>
<div aria-hidden="true" style="display:none">Someone in the call denied your request to join</div>
<iframe title="reCAPTCHA" width="256" height="60" style="display:none"></iframe>`;

const withDecoys = ({ visit }: Guest, html: string): string => (visit.quirks.decoys ? html + decoys : html);

export const dialogs: Readonly<Record<string, Dialog>> = {
  without_devices: {
    html: elementOf(`${corpus}/m04-no-devices`, 'role="dialog"'),
    closes: 'button[data-mdc-dialog-action="cancel"]',
  },
  hint: { html: elementOf(`${corpus}/m05-hint`, 'role="dialog"'), closes: '[role="dialog"] button' },
  recorded: {
    html: elementOf(`${corpus}/m06-being-recorded`, 'role="dialog"'),
    closes: 'button[data-mdc-dialog-action="ok"]',
  },
  consent: {
    html: elementOf(`${corpus}/m07-notes-consent`, 'role="dialog"'),
    closes: 'button[data-mdc-dialog-action="ok"]',
  },
};

export const alone: Dialog = {
  html: elementOf(`${corpus}/m37-asked-whether-it-stays`, 'role="dialog"'),
  closes: 'button[data-mdc-dialog-action="stay"]',
};

const formWires: readonly Wire[] = [
  { selector: 'input[aria-label="Your name"]', on: 'input', does: 'typed' },
  { selector: 'button[jsname="Qx7uuf"]', on: 'click', does: 'join' },
  ...devices,
];

/** The green room; a meeting that lets everybody in has another button. */
export const form = (guest: Guest): Screen => {
  const { html, title } = pageOf(
    `${corpus}/${guest.visit.quirks.account ? 'm02-signed-in' : 'm01-name-box'}`,
    guest.name,
  );
  const { camera, microphone } = guest.uses;
  const drawn = html
    .replace('>Ask to join<', `>${guest.meeting.door === 'open' ? 'Join now' : 'Ask to join'}<`)
    .replace('jsname="Qx7uuf"', `jsname="Qx7uuf"${guest.canPress ? '' : ' disabled'}`)
    .replace('Turn off microphone', `Turn ${microphone ? 'off' : 'on'} microphone`)
    .replace('Turn off camera', `Turn ${camera ? 'off' : 'on'} camera`);
  return { html: withDecoys(guest, drawn), title, wires: formWires };
};

const returning: Wire = { selector: 'button[jsname="dqt8Pb"]', on: 'click', does: 'leave' };

export const page = (name: string, guest: Guest): Screen => {
  const { html, title } = pageOf(`${corpus}/${name}`, guest.name);
  return { html: withDecoys(guest, html), title, wires: [leaving, returning] };
};

export const elsewhere = (name: string): string | undefined => {
  const { address } = pageOf(`${corpus}/${name}`, '');
  return address.hostname === 'meet.google.com' ? undefined : address.href;
};

/** What moves while somebody is heard. That of the page's own tile says nothing of speech. */
const meter = (isSelf: boolean, isHeard: boolean): string =>
  `<div class="DYfzY cYKTje ${isSelf ? 'KUNJSe' : isHeard ? 'HX2H7' : 'gjg47c'}" jsname="QgSmzd"></div>`;

/** As in pages that mark nobody's tile as their own. */
const unmarkedTile = ({ id, name }: Member, isSelf: boolean, isHeard: boolean): string => `<div class="oZRSLe"
    data-participant-id="${id}" data-requested-participant-id="${id}" data-tile-media-id="${id}">
  <div class="knW4sf"><video></video>${meter(isSelf, isHeard)}</div>
  <div class="LBDzPb">
    ${
      isSelf
        ? '<button aria-label="Reframe"></button><button aria-label="Backgrounds and effects"></button>'
        : `<button aria-label="Pin ${escaped(name)} to your main screen"></button><button aria-label="More options for ${escaped(name)}"></button>`
    }
    <div class="ne2Ple" aria-hidden="true">${escaped(name)}</div>
    <span class="notranslate">${escaped(name)}</span>
  </div>
</div>`;

const markedTile = ({ id, name, isGuest }: Member, isSelf: boolean, isHeard: boolean): string =>
  isSelf
    ? `<div class="oZRSLe" data-participant-id="${id}">
        <div class="XEazBc" data-self-name="${escaped(name)}"><span class="notranslate">${escaped(name)}</span></div>
        <button type="button" aria-label="Backgrounds and effects"><i>visual_effects</i></button>
      </div>`
    : `<div class="oZRSLe" data-participant-id="${id}" data-requested-participant-id="${id}">
        <div class="koV58"><video class="Gv1mTb-PVLJEc"></video>${meter(false, isHeard)}</div>
        <div class="XEazBc"><span class="notranslate">${escaped(name)}</span></div>
        <button type="button" aria-label="More options for ${escaped(name)}">more_vert</button>
      </div>${isGuest ? '' : '<!-- -->'}`;

const messagesOf = ({ meeting }: Guest): string =>
  meeting.messages
    .map(
      ({ id, from, text }) => `<div class="Ss4fHf" data-message-id="${id}">
        <div class="HNucUd"><span class="poVWob">${escaped(meeting.member(from)?.name ?? '')}</span> <span class="MuzmKe">9:02 AM</span></div>
        <div class="ptNLrf" data-is-tv="false">${escaped(text)}</div>
      </div>`,
    )
    .join('');

const undelivered = (texts: readonly string[]): string =>
  texts
    .map(
      (text) => `<div class="Ss4fHf">
        <div class="ptNLrf">${escaped(text)}</div>
        <div>Your message wasn't delivered <button type="button" aria-label="Resend">refresh</button></div>
      </div>`,
    )
    .join('');

const longestOf = ({ visit }: Guest): string => {
  const { longestMessage } = visit.quirks;
  return longestMessage === undefined ? '' : ` maxlength="${longestMessage}"`;
};

const chatPanel = (guest: Guest, shown: Readonly<Shown>): string => `<aside class="WUFI9b" aria-label="Side panel">
  <h2 class="tOnGhe">In-call messages</h2>
  <p class="X43Fgf">Messages can only be seen by people in the call and are deleted when the call ends</p>
  <div class="z38b6" aria-live="polite">${messagesOf(guest)}${undelivered(shown.undelivered)}</div>
  ${
    guest.meeting.chatIsOpen
      ? `<div class="BC4V9b">
          <textarea aria-label="Send a message" placeholder="Send a message" rows="1"${longestOf(guest)}></textarea>
          <button type="button" aria-label="Send a message"${guest.open.has('draft') ? '' : ' disabled'}>send</button>
        </div>`
      : '<div class="dS1YFd">Your host has turned off messages</div>'
  }
</aside>`;

const peoplePanel = ({ meeting }: Guest): string => `<aside class="WUFI9b" aria-label="Side panel">
  <h2 class="tOnGhe">People</h2>
  <div role="list" aria-label="Participants">${meeting.members
    .map(
      ({ id, name }) =>
        `<div role="listitem" aria-label="${escaped(name)}" data-participant-id="${id}"><span class="zWGUib">${escaped(name)}</span></div>`,
    )
    .join('')}</div>
</aside>`;

/** As the page writes them, in texts that lie beside each other; of each speaker the last words. */
export const captionsRegion = (guest: Guest, captions: readonly Caption[]): string =>
  `<div class="a4cQT" role="region" aria-label="Captions">${captions
    .map(
      ({ from, text }) =>
        `<div class="nMcdL"><span class="NWpY1d">${escaped(guest.meeting.member(from)?.name ?? '')}</span><div class="ygicle">${escaped(text).replaceAll(' ', ' <!-- -->')}</div></div>`,
    )
    .join('')}</div>`;

const menu = `<ul role="menu" aria-label="Call options">
  <li role="menuitem" tabindex="0"><span>Adjust view</span></li>
  <li role="menuitem" tabindex="0"><span>Settings</span></li>
</ul>`;

/** By their codes. */
export const languages = { 'en-US': 'English', 'de-DE': 'German', 'fr-FR': 'French' } as const;

const languageList = (chosen: string, isOpen: boolean): string =>
  `<ul role="listbox" aria-label="Meeting language"${isOpen ? '' : ' hidden'}>${Object.entries(languages)
    .map(
      ([code, name]) =>
        `<li role="option" data-value="${code}" aria-selected="${code === chosen}"><span>${name}</span></li>`,
    )
    .join('')}</ul>`;

const settings = (chosen: string): string => `<div role="dialog" aria-label="Settings" aria-modal="true"
    style="position:fixed;inset:0;background:#fff;z-index:5">
  <button type="button" role="tab" aria-label="Captions">Captions</button>
  ${languageList(chosen, true)}
  <button type="button" aria-label="Close dialog">close</button>
</div>`;

/** Beside the captions, not in their region; its list is there also while it is closed. */
const captionsBar = (chosen: keyof typeof languages, isOpen: boolean): string => `<div>
  <div role="combobox" tabindex="0" aria-label="Meeting language" aria-expanded="${isOpen}" jsname="oYxtQd"
    ><i aria-hidden="true">language</i><span>${languages[chosen]}</span></div>
  ${languageList(chosen, isOpen)}
</div>`;

const panels: readonly Wire[] = [
  { selector: '[aria-label^="Chat with everyone"]', on: 'click', does: 'chat' },
  { selector: '[aria-label^="People"]', on: 'click', does: 'people' },
  { selector: label('Turn on captions', 'Turn off captions'), on: 'click', does: 'captions' },
  { selector: label('More options'), on: 'click', does: 'menu' },
  { selector: '[role="menuitem"]', on: 'click', does: 'menu_item' },
  { selector: '[aria-label="Meeting language"] li', on: 'click', does: 'language' },
  { selector: '[role="combobox"][aria-label="Meeting language"]', on: 'click', does: 'languages' },
  { selector: '[aria-label="Close dialog"]', on: 'click', does: 'close_settings' },
  { selector: 'textarea[aria-label="Send a message"]', on: 'input', does: 'draft' },
  { selector: 'textarea[aria-label="Send a message"]', on: 'enter', does: 'write', clears: true },
  { selector: label('Resend'), on: 'click', does: 'resend' },
  {
    selector: 'button[aria-label="Send a message"]',
    on: 'click',
    does: 'write',
    field: 'textarea[aria-label="Send a message"]',
    clears: true,
  },
];
const sharing: Wire = { selector: label('Share screen', 'Stop sharing'), on: 'click', does: 'screen' };

const toolbar = ({ uses, open }: Guest): string => {
  const state = (on: boolean): string => (on ? 'off' : 'on');
  return `<div class="NHaLPe" role="region" aria-label="Call controls">
    <button type="button" aria-label="Turn ${state(uses.microphone)} microphone" data-is-muted="${!uses.microphone}" jsname="hw0c9">mic</button>
    <button type="button" aria-label="Turn ${state(uses.camera)} camera" data-is-muted="${!uses.camera}" jsname="psRWwc">videocam</button>
    <button type="button" aria-label="Turn ${state(open.has('captions'))} captions" jsname="RrG0hf">closed_caption</button>
    <button type="button" aria-label="Raise hand">back_hand</button>
    <button type="button" aria-label="${uses.screen ? 'Stop sharing' : 'Share screen'}">present_to_all</button>
    <button type="button" aria-label="More options">more_vert</button>
    <button type="button" aria-label="Leave call" jsname="CQylAd">call_end</button>
  </div>`;
};

/** What a page shows of what it is told, and was set to. */
export interface Shown {
  captions: readonly Caption[];
  /** Of captions, by its code. */
  language: keyof typeof languages;
  /** Whose tiles are marked as heard. */
  speaking: ReadonlySet<string>;
  /** What was written and did not arrive. */
  undelivered: readonly string[];
}

export const inside = (guest: Guest, shown: Readonly<Shown>): Screen => {
  const { captions, language, speaking } = shown;
  const { meeting, member, open } = guest;
  const tile = guest.visit.quirks.unmarked ? unmarkedTile : markedTile;
  const others = meeting.members.filter(({ id }) => id !== member?.id);
  const html = `<div class="SSPGKf" data-unresolved-meeting-id="${new URL(meeting.url).pathname.slice(1)}" data-meeting-title="Stand-up">
  <main class="axUSnc">${others.map((one) => tile(one, false, speaking.has(one.id))).join('')}${member ? tile(member, true, false) : ''}</main>
  ${open.has('captions') ? captionsBar(language, open.has('languages')) + captionsRegion(guest, captions) : ''}
  ${open.has('chat') ? chatPanel(guest, shown) : open.has('people') ? peoplePanel(guest) : ''}
  <div class="crqnQb-bar">
    <div class="lefKC">9:14 AM</div>
    ${toolbar(guest)}
    <nav class="fd2ibd">
      <button type="button" aria-label="Meeting details" aria-pressed="false">info</button>
      <button type="button" aria-label="People" aria-pressed="${open.has('people')}">people<span data-avatar-count="${meeting.members.length}">${meeting.members.length}</span></button>
      <button type="button" aria-label="Chat with everyone${open.has('news') ? ' - New message' : ''}" aria-pressed="${open.has('chat')}">chat</button>
    </nav>
  </div>
  ${open.has('menu') ? menu : ''}${open.has('settings') ? settings(language) : ''}
</div>`;
  return {
    html: withDecoys(guest, html),
    title: 'Meet',
    wires: [...devices, sharing, ...panels, leaving],
    hiding: hidingOf(callControls, guest.visit.quirks),
  };
};
