import { type ElementHandle, type Page, TimeoutError } from 'puppeteer-core';
import type { ScreenName } from './actor/screen.ts';
import type { Perception } from './actor/senses.ts';
import { AbsentError } from './actor-errors.ts';
import { waitLong } from './long-wait.ts';
import { patienceWithPeopleMs } from './patience.ts';

type Answer = 'admit' | 'refuse' | 'allow_recording' | 'refuse_recording';

interface Tab {
  here(wish: string): Page;
  /** An element of the page, waiting for it for two minutes or as long as it is said. */
  find(wish: string, selector: string, patience_ms?: number): Promise<ElementHandle | null>;
  /** Finds a button likewise and presses it. @throws ActorError with the wish when there is none */
  press(wish: string, selector: string, patience_ms?: number): Promise<void>;
}

const quoted = (text: string): string => JSON.stringify(text);

/** What a scripted participant can do in a meeting, with the buttons of the page. */
export const createActs = ({ here, find, press }: Tab) => {
  /** Writes into the chat; who shall read it was chosen before. */
  const write = (text: string, reader?: string): Promise<void> =>
    here('write').evaluate(
      (text, reader) => {
        const to = document.querySelector<HTMLSelectElement>('#chat-to');
        if (to && reader !== undefined) to.value = reader;
        const field = document.querySelector<HTMLTextAreaElement>('#chat-text');
        if (field) field.value = text;
        document.querySelector<HTMLElement>('#chat-send')?.click();
      },
      text,
      reader,
    );

  /** An element that is about somebody, waiting for them to come. @throws AbsentError when they do not */
  const about = (name: string, selector: string): Promise<ElementHandle | null> =>
    find('find', selector, patienceWithPeopleMs).catch((cause: unknown) => {
      throw cause instanceof TimeoutError ? new AbsentError(name, { cause }) : cause;
    });

  const idOf = async (name: string): Promise<string> => {
    const tile = await about(name, `#tiles [data-participant-name=${quoted(name)}]`);
    return (await tile?.evaluate((tile) => tile.getAttribute('data-participant-id'))) ?? '';
  };

  return {
    id: () => here('speak').$eval('#tiles [data-self]', (tile) => tile.getAttribute('data-participant-id') ?? ''),
    say: (clip: string) => here('speak').evaluate((clip) => window.actor.say(clip), clip),
    /** To everyone, to everyone but the host, or to somebody by name. */
    chat: async (text: string, to: string) => write(text, to.startsWith('everyone') ? to : await idOf(to)),
    /** Gives the newest message of one's own another text. */
    editChat: async (text: string) => {
      await find('edit', '#chat-messages .own [data-action="edit"]');
      await here('edit').$$eval('#chat-messages .own [data-action="edit"]', (buttons) =>
        (buttons.at(-1) as HTMLElement).click(),
      );
      await write(text);
    },
    turn: async (device: 'camera' | 'microphone', on: boolean) => {
      const button = `.bar [data-device="${device}"]`;
      const isOn = await here('turn').$eval(button, (button) => button.getAttribute('aria-pressed') === 'true');
      if (isOn !== on) await press(`turn the ${device}`, button);
    },
    share: async (screen: ScreenName) => {
      await here('share').evaluate((screen) => window.actor.showOnScreen(screen), screen);
      await press('share a screen', '#share-screen[aria-pressed="false"]');
      await find('share', '#share-screen[aria-pressed="true"]');
    },
    stopSharing: () => press('stop sharing', '#share-screen[aria-pressed="true"]'),
    perceive: (of: string, for_ms: number): Promise<Perception> =>
      here('look').evaluate((of, for_ms) => window.actor.perceive(of, for_ms), of, for_ms),
    /** As a host: waits until somebody asks for this, then answers everybody who does. */
    answer: async (answer: Answer) => {
      const selector = `#host-requests [data-answer="${answer}"]`;
      await press(answer.replace('_', ' '), selector, patienceWithPeopleMs);
      await here('answer').$$eval(selector, (buttons) => {
        for (const button of buttons) (button as HTMLElement).click();
      });
    },
    /** As a host: lets in the one with this name. */
    admitNamed: (waiting: string) =>
      press(`admit ${waiting}`, `#host-requests [data-waiting-name=${quoted(waiting)}] [data-answer="admit"]`),
    remove: async (whom: string) => {
      const button = await about(whom, `#people [data-person-name=${quoted(whom)}] [data-action="remove"]`);
      await button?.evaluate((button) => (button as HTMLElement).click());
    },
    grantRecording: () => press('allow recording', '#allow-recording'),
    revokeRecording: () => press('stop allowing recording', '#revoke-recording'),
    /** As a host: invites people by name; who is not there is left out. */
    openBreakouts: async (rooms: Record<string, string[]>) => {
      await here('open breakout rooms').evaluate((rooms) => {
        const fields = [...document.querySelectorAll<HTMLInputElement>('#breakout-assignments input')];
        for (const [room_name, names] of Object.entries(rooms)) {
          for (const field of fields) if (names.includes(field.dataset.assignName ?? '')) field.value = room_name;
        }
      }, rooms);
      await press('open breakout rooms', '#open-breakouts');
    },
    closeBreakouts: () => press('close breakout rooms', '#close-breakouts'),
    endMeeting: async () => {
      await press('end the meeting', '#end-meeting');
      await press('end the meeting', '#end-dialog[open] #end-confirm');
    },
    /** Waits until so many people are there or wait to be let in, however long that takes. */
    peopleArrive: (people: number) =>
      waitLong(Number.POSITIVE_INFINITY, (timeout) =>
        here('wait').waitForFunction(
          (people) =>
            document.querySelectorAll('#tiles [data-participant-id], #host-requests [data-waiting-id]').length >=
            people,
          { polling: 'mutation', timeout },
          people,
        ),
      ),
  };
};
