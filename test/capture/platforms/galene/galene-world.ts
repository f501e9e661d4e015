/** Galène as the suite of meetings needs it: a facsimile of its server and page, and people who are directed by a test. */
import type { Browser } from 'puppeteer-core';
import { meetingIn } from '../../../../lib/capture/browser/browser-meeting.ts';
import { closeChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import { type MeetingPage, openMeetingPage } from '../../../../lib/capture/browser/meeting-page.ts';
import type { Meeting } from '../../../../lib/capture/meeting/meeting.ts';
import { galene } from '../../../../lib/capture/platforms/galene/index.ts';
import type { MeetingPlatform } from '../../../../lib/capture/platforms/platform.ts';
import type { Host, MeetingWorld, Person, Speaker } from '../../../contracts/meeting-world.ts';
import { type Galene, startGalene } from '../../../facsimiles/galene/galene.ts';
import type { GroupOptions } from '../../../facsimiles/galene/group.ts';
import { enterGalene, type GalenePerson } from '../../../facsimiles/galene/people.ts';
import { patientBrowser } from '../../../lab/hosts/patient-browser.ts';
import { until } from '../../../lab/until.ts';
import { untilSaid } from '../../../lab/worlds/until-said.ts';

const hostPassword = 'operators only';
/** Anybody comes in with any name; an operator may. */
export const withOperator: GroupOptions = {
  role: 'present',
  is_public: true,
  users: { Ana: { role: 'op', password: hostPassword } },
};

const personOf = (person: GalenePerson): Person => {
  let hasRead = 0;
  return {
    id: person.id,
    write: (text) => person.type(text.startsWith('/') ? `/${text}` : text),
    async read() {
      const messages = await until(person.read, ({ length }) => length > hasRead);
      hasRead += 1;
      return messages[hasRead - 1] ?? '';
    },
    edit: () => Promise.reject(new Error('nobody changes what they wrote in Galène')),
    turnCamera: (on) => person.turn('camera', on),
    acceptBreakout: () => Promise.reject(new Error('Galène has no breakout rooms')),
    leave: person.leave,
    async see(id, is) {
      await until(() => person.look(id), is);
    },
  };
};

const speakerOf = (person: GalenePerson): Speaker => ({
  id: person.id,
  say: async (clip) => untilSaid(await person.say(clip)),
  leave: person.leave,
});

const hostOf = (person: GalenePerson, caption: Host['caption']): Host => {
  const cannot = () => Promise.reject(new Error('Galène has no such thing'));
  return {
    ...personOf(person),
    allowRecording: cannot,
    refuseRecording: cannot,
    openBreakoutRoom: cannot,
    closeBreakoutRooms: cannot,
    caption,
  };
};

export interface GaleneWorld extends MeetingWorld {
  readonly server: Galene;
  readonly browser: Browser;
  /** A group that was not there before. */
  newGroup(options?: GroupOptions): string;
  /** A bot's page, not loaded yet. */
  /** `listed`: the hosts that the operator lists. */
  openPage(
    url: string,
    adapter?: MeetingPlatform,
    listed?: readonly string[],
  ): Promise<{ readonly page: MeetingPage; readonly meeting: Meeting }>;
  /** Somebody comes into a group; `Ana` is its operator. */
  enter(group: string, name: string, options?: Partial<Parameters<typeof enterGalene>[1]>): Promise<GalenePerson>;
  /** The bot, once it is in a group. */
  botIn(group: string): Promise<string>;
}

/** One browser and one server for all meetings of a suite. */
export const openGaleneWorld = async (): Promise<GaleneWorld> => {
  await using cleanUp = new AsyncDisposableStack();
  const server = cleanUp.use(await startGalene());
  const browser = await patientBrowser({ width: 1280, height: 720 });
  cleanUp.defer(() => closeChromium(browser));
  let groups = 0;
  const newGroup = (options: GroupOptions = withOperator): string => {
    groups += 1;
    server.configure(`group-${groups}`, options);
    return `group-${groups}`;
  };
  const botIn = async (group: string): Promise<string> => {
    const there = await until(
      async () => server.members(group),
      (members) => members.some(({ username }) => username === 'Notes'),
    );
    return there.find(({ username }) => username === 'Notes')?.id ?? '';
  };
  const openPage: GaleneWorld['openPage'] = async (meeting_url, adapter = galene, listed = []) => {
    const page = await openMeetingPage(browser, adapter);
    const isListed = ({ host }: URL): boolean => listed.includes(host);
    return { page, meeting: meetingIn(page, adapter, { meeting_url, isListed }) };
  };
  const enter: GaleneWorld['enter'] = (group, name, options = {}) =>
    enterGalene(browser, {
      url: server.groupUrl(group),
      name,
      ...(name === 'Ana' && { password: hostPassword }),
      ...options,
    });
  const owned = cleanUp.move();
  return {
    server,
    browser,
    newGroup,
    openPage,
    enter,
    botIn,
    open: async (url) => (await openPage(url)).meeting,
    scene: async () => ({ url: server.groupUrl(newGroup()) }),
    async gather() {
      const group = newGroup();
      const people: GalenePerson[] = [];
      const come = async (name: string, options?: Parameters<typeof enter>[2]): Promise<GalenePerson> => {
        const person = await enter(group, name, options);
        people.push(person);
        return person;
      };
      const ana = await come('Ana');
      return {
        url: server.groupUrl(group),
        host: hostOf(ana, async (text) => server.caption(group, ana.id, text)),
        enter: async (name) => personOf(await come(name, { receives: false })),
        enterToSpeak: async (name) => speakerOf(await come(name, { camera: true, microphone: true, receives: false })),
        async [Symbol.asyncDispose]() {
          await Promise.all(people.map(({ page }) => page.close().catch(() => undefined)));
        },
      };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
