/** Reads the page of Zoom's web client. A program's entry point. */
import type { FactsView, ParticipantView } from '../../meeting/view.ts';
import { installHooks } from '../../programs/page/install.ts';
import type { PlatformPage } from '../../programs/page/platform-page.ts';
import type { HookNames } from '../../programs/protocol/page.ts';
import type { PageFacts } from '../judging/facts.ts';
import { pageFacts } from '../judging/page-facts.ts';
import { clientBeside } from './address.ts';
import { captionsIn, createZoomCaptions } from './captions.ts';
import { createZoomChat, messagesIn } from './chat.ts';
import { handleName } from './handle.ts';
import { createHands } from './hands.ts';
import { createOffersWatch } from './offers.ts';
import { countIn, createPeople, rowsIn } from './people.ts';
import { createPermissionWatch } from './permission.ts';
import { createRoomWatch } from './rooms.ts';
import { selectors } from './selectors.ts';
import { zoom } from './signs.ts';
import { certainAfterMs, createSpeakerWatch, heardIn, namesShownIn } from './speaker.ts';
import { createTending, isAtEnd } from './tend.ts';

/** Of a page at a launcher's address that offers nothing. */
const errorTitle = 'Error - Zoom';

/** The bot's name as it was typed into the form: by it the bot is known before the list of people is open. */
let own_name = '';

const people = createPeople(() => own_name);
const permission = createPermissionWatch();
const room = createRoomWatch();
const heard = createSpeakerWatch(() => heardIn(document));

const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
const tending = createTending({
  now: () => performance.now(),
  isSeen,
  goTo: (address) => location.assign(address),
});

/** Before the list of people is open, those are known whose pictures are shown. */
const shownPeople = (): readonly ParticipantView[] => {
  if (people.all.length > 0) return people.all;
  const names = namesShownIn(document);
  return [...new Set([...(own_name === '' ? [] : [own_name]), ...names])].map((name) => ({
    id: `1:${name}`,
    user_uuid: null,
    name,
    is_host: false,
    is_self: name === own_name,
    has_camera: false,
    is_sharing: false,
    joined_at_ms: null,
  }));
};

/** For no name, the bot. */
const personOf = (name: string | undefined): ParticipantView | undefined =>
  name === undefined
    ? shownPeople().find(({ is_self }) => is_self)
    : (people.find(name) ?? shownPeople().find((person) => person.name === name));

/** What the bot says itself is not heard. Whoever is heard may not be in the list yet. */
const speaker = (ago_ms = 0): Pick<ParticipantView, 'id' | 'name'> | undefined => {
  const name = heard(ago_ms);
  if (name === undefined) return undefined;
  const person = personOf(name);
  return person?.is_self ? undefined : (person ?? { id: `1:${name}`, name });
};

const chat = createZoomChat(personOf);
const captions = createZoomCaptions((name) => (name === undefined ? speaker() : personOf(name)));

/** Until it is known what the client offers, the bot has to ask before it may record. */
const offers = createOffersWatch({
  root: () => document,
  now: () => performance.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  tell: permission.offers,
});

const lookInside = (): void => {
  const list = document.querySelector<HTMLElement>(selectors.people.list);
  const hasMore = list && people.look(rowsIn(document), countIn(document), isAtEnd(list));
  if (hasMore) tending.moveOn(list);
  chat.look(messagesIn(document));
  captions.look(captionsIn(document));
};

const isInside = (): boolean => document.querySelector(selectors.footer) !== null;
const isMoving = ({ texts }: PageFacts): boolean => texts.some(({ text }) => /^(?:joining|returning to)\b/i.test(text));

const read = (): FactsView<PageFacts> => {
  const facts = pageFacts(zoom);
  const name = document.querySelector<HTMLInputElement>(selectors.form.name)?.value.trim();
  if (name) own_name = name;
  permission.look(
    document,
    facts.texts.map(({ text }) => text),
  );
  room.look(document, isMoving(facts));
  if (isInside()) {
    lookInside();
    tending.inside(document);
    if (people.all.length > 0) void offers.look();
  } else tending.outside([document], document.title === errorTitle ? undefined : clientBeside(location.href));
  return {
    facts,
    recording: permission.recording,
    breakout: { state: 'none', room_name: room.room_name },
    participants: isInside() ? [...shownPeople()] : [],
    captions: [...captions.captions],
    messages: [...chat.messages],
  };
};

const platform: PlatformPage = {
  clientFrame: selectors.client,
  read,
  // People's sound comes mixed, also where some of it comes by tracks, and the client draws their pictures.
  ownerOf: () => undefined,
  soundComesBy: () => 'output',
  speakerOf: (_, { at_ms }) => speaker(Date.now() - at_ms)?.id,
  certain_after_ms: certainAfterMs,
};

const hands = createHands({
  root: () => document,
  people,
  self: () => personOf(undefined),
  chat,
  refresh: lookInside,
  isSeen,
  isReady() {
    void offers.look();
    if (offers.isOpen) return false;
    offers.giveWay();
    return true;
  },
  permission,
});

export const install = (names: HookNames): void => {
  // A frame that is still empty keeps its globals, and this program, when its first document comes.
  const key = Symbol.for(handleName);
  if (!Reflect.has(globalThis, key)) Object.defineProperty(globalThis, key, { value: hands });
  installHooks(names, platform);
};
