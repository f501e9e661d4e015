/** What a bot writes in the facsimile of Jitsi Meet; called by jitsi.browser.test.ts. */
import { describe, expect, it } from 'vitest';
import type { jitsi } from '../../../facsimiles/meetings/jitsi/jitsi.ts';
import { dialogs } from '../../../facsimiles/meetings/jitsi/pages.ts';
import type { Dialog } from '../../../facsimiles/meetings/visit.ts';
import type { FacsimileWorld } from '../../../facsimiles/meetings/world.ts';
import { until } from '../../../lab/until.ts';
import { loadAndAskIn } from '../../../lab/worlds/ask-in.ts';
import { see } from '../../../lab/worlds/see.ts';
import { createJoin, inside } from './jitsi-visits.ts';

export const itWritesAndReadsChat = (facsimile: ReturnType<typeof jitsi>, at: () => FacsimileWorld): void => {
  const join = createJoin(at);

  it('writes what is longer than the field takes, one piece after the other', async () => {
    const made = facsimile.meeting();
    const reader = made.enter('Ada');
    await using meeting = await join(made.url);
    await see(meeting, inside);
    const text = Array.from({ length: 120 }, (_, n) => `word${n}`).join(' ');
    await meeting.sendChat?.({ to: 'everyone', text });
    expect([await made.read(reader.id, 0), await made.read(reader.id, 1)].join(' ')).toBe(text);
  });

  it('writes every piece of what is for all, where the page asks at the first whether it shall, and is slow to close that', async () => {
    const made = facsimile.meeting();
    const { meeting, page } = await at().openPage(made.url);
    await using _ = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, inside);
    await page.page.evaluate(() => {
      let isAsked = false;
      const ask = (key: KeyboardEvent): void => {
        if (key.key !== 'Enter' || isAsked) return;
        isAsked = true;
        key.stopPropagation();
        key.preventDefault();
        const dialog = document.createElement('div');
        Object.assign(dialog, { role: 'dialog', ariaModal: 'true', tabIndex: -1 });
        dialog.innerHTML = '<button>Send to the group</button>';
        const send = (): void => {
          document.querySelector<HTMLElement>('#chat-input button')?.click();
          // It is drawn away in 150 ms (DialogTransition.tsx), and on a busy machine in more.
          setTimeout(() => dialog.remove(), 600);
        };
        dialog.addEventListener('click', send, { once: true });
        document.documentElement.append(dialog);
        dialog.focus();
      };
      document.addEventListener('keydown', ask, { capture: true });
    });
    const text = Array.from({ length: 120 }, (_, n) => `word${n}`).join(' ');
    await meeting.sendChat?.({ to: 'everyone', text });
    expect(made.messages.map((message) => message.text).join(' ')).toBe(text);
  });

  it('says that nobody got what moderators are not to read, where nobody else is there', async () => {
    const made = facsimile.meeting();
    made.enter('Ada', { isHost: true });
    await using meeting = await join(made.url);
    await see(meeting, (view) => inside(view) && view.participants.length === 2);
    await expect(meeting.sendChat?.({ to: 'everyone_but_host', text: 'A surprise' })).rejects.toThrow(
      'nobody but hosts',
    );
  });

  it('that may write to single people only writes to them, and to all in vain, with its panel closed again', async () => {
    const made = facsimile.meeting({}, { isGroupChatClosed: true });
    const ada = made.enter('Ada');
    const { meeting, page } = await at().openPage(made.url);
    await using _ = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, (view) => inside(view) && view.participants.length === 2);
    await meeting.sendChat?.({ to: { participant_id: ada.id }, text: 'The code is 4711' });
    await expect(meeting.sendChat?.({ to: 'everyone', text: 'Hello' })).rejects.toThrow('closed to the bot');
    expect(made.messages.map(({ text, to }) => [text, to])).toEqual([['The code is 4711', ada.id]]);
    await until(
      () => page.page.$('[aria-label="Open chat"]'),
      (button) => button !== null,
    );
  });

  it('that may write to all only says that the chat is closed to it for one, whether its panel is open or not', async () => {
    const made = facsimile.meeting({}, { isPrivateChatClosed: true });
    const ada = made.enter('Ada');
    const { meeting, page } = await at().openPage(made.url);
    await using _ = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, (view) => inside(view) && view.participants.length === 2);
    const whisper = () => meeting.sendChat?.({ to: { participant_id: ada.id }, text: 'The code is 4711' });
    await expect(whisper()).rejects.toThrow('closed to the bot');
    // The panel that was opened for it may still be about to close.
    await page.page.waitForSelector('[aria-label="Open chat"]');
    await page.page.$eval('[aria-label="Open chat"]', (button) => (button as HTMLElement).click());
    await page.page.waitForSelector('[aria-label="Close chat"]');
    await expect(whisper()).rejects.toThrow('closed to the bot');
    await meeting.sendChat?.({ to: 'everyone', text: 'Hello' });
    expect(made.messages.map(({ text }) => text)).toEqual(['Hello']);
  });

  it('says that nobody got what is for one, where the server has refused it', async () => {
    const made = facsimile.meeting({}, { refusesPrivateChat: true });
    const ada = made.enter('Ada');
    await using meeting = await join(made.url);
    await see(meeting, (view) => inside(view) && view.participants.length === 2);
    const whisper = meeting.sendChat?.({ to: { participant_id: ada.id }, text: 'The code is 4711' });
    await expect(whisper).rejects.toThrow('the server of the meeting has refused the message');
    await meeting.sendChat?.({ to: 'everyone', text: 'Hello' });
    expect(made.messages.map(({ text }) => text)).toEqual(['Hello']);
  });

  it('opens nothing else in place of a chat that is switched off', async () => {
    const made = facsimile.meeting({}, { config: { disableChat: true } });
    const { meeting, page } = await at().openPage(made.url);
    await using _ = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, inside);
    const guest = await facsimile.desk.asked(made);
    await expect(meeting.sendChat?.({ to: 'everyone', text: 'Hello' })).rejects.toThrow('closed to the bot');
    expect([guest.open.has('chat'), await page.page.$('[aria-label="Close chat"]')]).toEqual([false, null]);
  });

  describe('over whose page a dialog lies', () => {
    const covered = async (dialog: Dialog) => {
      const made = facsimile.meeting();
      const { meeting, page } = await at().openPage(made.url);
      await loadAndAskIn(meeting);
      await see(meeting, inside);
      void (await facsimile.desk.asked(made)).visit.ask([dialog]);
      await page.page.waitForSelector('[role="dialog"][aria-modal="true"]');
      await page.page.evaluate(() => {
        document.addEventListener('click', ({ target }) => {
          if ((target as Element).id === 'modal-dialog-ok-button') Reflect.set(globalThis, 'agreed', true);
        });
      });
      return { made, meeting, agreed: () => page.page.evaluate(() => Reflect.get(globalThis, 'agreed') === true) };
    };

    it.each([
      ['about a film that somebody shares', dialogs.film],
      ['about a voice agent that would hear the bot', dialogs.voiceAgent],
    ])('closes one %s, agrees to nothing, and writes', async (_of, dialog) => {
      const { made, meeting, agreed } = await covered(dialog);
      await using _ = meeting;
      await meeting.sendChat?.({ to: 'everyone', text: 'Hello' });
      expect([made.messages.map(({ text }) => text), await agreed()]).toEqual([['Hello'], false]);
    });

    it('says that one keeps it from writing which it does not know, and agrees to nothing', async () => {
      const asks = dialogs.film.html.replace('open an external website', 'be controlled by Ada');
      const { made, meeting, agreed } = await covered({ ...dialogs.film, html: asks });
      await using _ = meeting;
      await expect(meeting.sendChat?.({ to: 'everyone', text: 'Hello' })).rejects.toThrow('a dialog of the page');
      expect([made.messages, await agreed()]).toEqual([[], false]);
    });
  });

  it('says that it has not the focus where something of the page that is no dialog takes it, and writes nothing', async () => {
    const made = facsimile.meeting();
    const { meeting, page } = await at().openPage(made.url);
    await using _ = meeting;
    await loadAndAskIn(meeting);
    await see(meeting, inside);
    await page.page.evaluate(() => {
      document.addEventListener('focusin', ({ target }) => (target as HTMLElement).blur());
    });
    await expect(meeting.sendChat?.({ to: 'everyone', text: 'Hello' })).rejects.toThrow('the focus on');
    expect(made.messages).toEqual([]);
  });

  describe('that writes to one person', () => {
    const writing = async () => {
      const made = facsimile.meeting();
      const ada = made.enter('Ada');
      const { meeting, page } = await at().openPage(made.url);
      await loadAndAskIn(meeting);
      await see(meeting, (view) => inside(view) && view.participants.length === 2);
      return { made, ada, meeting, page: page.page };
    };

    it('writes to nobody else where the page forgets meanwhile whom it is for', async () => {
      const { made, ada, meeting, page } = await writing();
      await using _ = meeting;
      // As it does when that person leaves (PARTICIPANT_LEFT in features/chat/middleware.ts).
      await page.evaluate(() => {
        const { store } = Reflect.get(globalThis, 'APP');
        document.addEventListener('input', () => store.dispatch({ type: 'SET_PRIVATE_MESSAGE_RECIPIENT' }));
      });
      await meeting.sendChat?.({ to: { participant_id: ada.id }, text: 'The code is 4711' });
      expect(made.messages.map(({ to }) => to)).toEqual([ada.id]);
    });

    it('writes to nobody where that person leaves meanwhile', async () => {
      const { made, ada, meeting, page } = await writing();
      await using _ = meeting;
      await page.evaluate(() => {
        const { store } = Reflect.get(globalThis, 'APP');
        document.addEventListener('input', () => {
          store.dispatch({ type: 'SET_PRIVATE_MESSAGE_RECIPIENT' });
          store.getState()['features/base/participants'].remote.clear();
        });
      });
      await expect(meeting.sendChat?.({ to: { participant_id: ada.id }, text: 'The code is 4711' })).rejects.toThrow();
      expect(made.messages).toEqual([]);
    });

    it('does not send to all what is for one, where the page asks whether it shall', async () => {
      const { ada, meeting, page } = await writing();
      await using _ = meeting;
      // It asks in place of sending, or so late that it has sent.
      await page.evaluate(() => {
        const dialog = document.createElement('div');
        Object.assign(dialog, { role: 'dialog', ariaModal: 'true', innerHTML: '<button>Send to the group</button>' });
        dialog.addEventListener('click', () => Reflect.set(globalThis, 'isSentToAll', true));
        document.addEventListener('keydown', () => document.documentElement.append(dialog));
      });
      await meeting.sendChat?.({ to: { participant_id: ada.id }, text: 'The code is 4711' });
      expect(
        await page.evaluate(() => [
          document.querySelector('[role="dialog"]') !== null,
          Reflect.has(globalThis, 'isSentToAll'),
        ]),
      ).toEqual([true, false]);
    });
  });
};
