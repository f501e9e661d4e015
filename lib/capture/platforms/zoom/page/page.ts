/** Reads the page of Zoom's web client. A program's entry point. */
import type { FactsView } from '../../../meeting/view.ts';
import { installHooks } from '../../../programs/page/install.ts';
import type { PlatformPage } from '../../../programs/page/platform-page.ts';
import type { HookNames } from '../../../programs/protocol/page.ts';
import type { PageFacts } from '../../judging/facts.ts';
import { accept, pageFacts } from '../../judging/page/page-facts.ts';
import { isVisible } from '../../page/is-visible.ts';
import { createOwnName } from '../../page/own-name.ts';
import { handleName } from '../handle.ts';
import { selectors } from '../selectors.ts';
import { clientBeside } from '../shared/address.ts';
import { signs } from '../signs.ts';
import { captionsIn, createZoomCaptions } from './captions/captions.ts';
import { createFacedLook } from './captions/faces.ts';
import { createMessageLook, createZoomChat } from './chat.ts';
import { createChatList } from './chat-list.ts';
import { createDevices } from './client/devices.ts';
import { createHands } from './client/hands.ts';
import { isInside } from './client/inside.ts';
import { createOffersWatch } from './client/offers.ts';
import { createPermissionWatch } from './client/permission.ts';
import { createRoomWatch } from './client/rooms.ts';
import { createTending, isAtEnd } from './client/tend.ts';
import { countIn, createPeople, listIn, rowsIn } from './people/people.ts';
import { createSenders } from './people/senders.ts';
import { areSameHeard, certainAfterMs, createHeardLook, createSpeakerWatch, namesShownIn } from './people/speaker.ts';
import { createUntold } from './people/untold.ts';
import { createWho } from './people/who.ts';

/** Of a page at a launcher's address that offers nothing. */
const errorTitle = 'Error - Zoom';

/** By it the bot is known before the list of people is open. */
const ownName = createOwnName();
const people = createPeople(() => ownName.value);
const room = createRoomWatch();
const untold = createUntold();
/** How many there are, with the bot. The bar that says so may be out of the page. */
const countNow = (): number | undefined => countIn(document) ?? people.count;
const lookWhoIsHeard = createHeardLook();
const heard = createSpeakerWatch(
  () => lookWhoIsHeard(document, { own_name: ownName.value, count: countNow() }),
  () => performance.now(),
  areSameHeard,
);

const permission = createPermissionWatch(isVisible);
const tending = createTending({
  now: () => performance.now(),
  isVisible,
  tab: { view: globalThis, address: () => location.href, goTo: (address) => location.assign(address) },
});

const who = createWho({
  people,
  shown: () => namesShownIn(document),
  ownName: () => ownName.value,
  now: () => performance.now(),
});
const devices = createDevices(() => document);
const senders = createSenders({ self: () => who.self, others: who.others, now: () => performance.now() });
const chat = createZoomChat(senders);
const lookAtMessages = createMessageLook();
const chatList = createChatList();
const faced = createFacedLook();
const captions = createZoomCaptions((name, face, isLate) => {
  if (name !== undefined) return who.wrote(name);
  const shown = faced(document, face, isLate ? undefined : heard(), { count: countNow() });
  return shown === undefined ? undefined : who.said(shown);
});

/** Until it is known what the client offers, the bot has to ask before it may record. */
const offers = createOffersWatch({
  root: () => document,
  isInside: () => isInside(document, isVisible),
  now: () => performance.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  tell: permission.offers,
});

const lookInside = (): void => {
  const list = listIn(document);
  const hasMore = list && people.look(rowsIn(document), countIn(document), isAtEnd(list));
  if (hasMore) tending.moveOn(list);
  const messages = lookAtMessages(document);
  // What the bot writes is looked for within seconds, wherever the list stands.
  if (chatList.look(document, messages) || senders.isExpecting()) chat.look(messages);
  captions.look(captionsIn(document));
};

const isMoving = ({ texts }: PageFacts): boolean => texts.some(({ text }) => /^(?:joining|returning to)\b/i.test(text));

const read = (): FactsView<PageFacts> => {
  const facts = pageFacts(signs);
  ownName.hear(document.querySelector<HTMLInputElement>(selectors.form.name)?.value ?? '');
  permission.look(
    document,
    facts.texts.map(({ text }) => text),
  );
  const isOnItsWay = isMoving(facts);
  room.look(document, isOnItsWay);
  const isIn = isInside(document, isVisible);
  if (isOnItsWay || !isIn) {
    senders.forget();
    untold.forget();
    devices.forget();
  }
  if (isIn) {
    lookInside();
    if (!isOnItsWay) devices.look();
    tending.inside(document);
    if (people.all.length > 0) void offers.look();
  } else tending.outside(document, document.title === errorTitle ? undefined : clientBeside(location.href));
  const present = who.present(isIn);
  return {
    facts,
    ...(isIn && { untold: untold.look(document, present) }),
    recording: permission.recording,
    breakout: { state: 'none', room_name: room.room_name },
    participants: [...present],
    captions: [...captions.captions],
    messages: [...chat.messages],
  };
};

const platform: PlatformPage = {
  clientFrame: selectors.client,
  read,
  accept,
  // People's sound comes mixed, also where some of it comes by tracks, and the client draws their pictures.
  ownerOf: () => undefined,
  soundComesBy: () => 'output',
  lacksSound: () => tending.lacksSound,
  speakerOf(_, { at_ms }) {
    const shown = heard(performance.now() - at_ms);
    return shown === undefined ? undefined : who.voice(shown);
  },
  certainAfterMs: (line) => (line === 'output' ? certainAfterMs : undefined),
};

const hands = createHands({
  root: () => document,
  people,
  self: () => who.self,
  chat,
  senders,
  devices,
  refresh: lookInside,
  isVisible,
  isReady() {
    void offers.look();
    if (offers.isOpen) return false;
    offers.giveWay();
    return true;
  },
  opensChat: () => tending.opensChat(document),
  permission,
});

/** The form may be gone before the page is looked at again. */
const hearName = ({ target }: Event): void => {
  if (target instanceof HTMLInputElement && target.matches(selectors.form.name)) ownName.hear(target.value);
};

export const install = (names: HookNames): void => {
  // A frame that is still empty keeps its globals, and this program, when its first document comes.
  const key = Symbol.for(handleName);
  if (!Reflect.has(globalThis, key)) Object.defineProperty(globalThis, key, { value: hands });
  document.addEventListener('input', hearName, true);
  installHooks(names, platform);
};
