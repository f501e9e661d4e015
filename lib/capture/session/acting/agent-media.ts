/** Passes an agent's pictures and sound, and a server's sound, on to the meeting's page. What comes too late is of no use, and is left out. */
import type { OutletCommand } from '../../programs/protocol/outlet.ts';

const mostOnTheWay = 100;

/** `wantKey` asks for a key picture: when a picture was left out, those that build on it cannot be shown. */
export const createAgentMedia = (send: (command: OutletCommand) => Promise<unknown>, wantKey: () => void) => {
  let on_the_way = 0;
  let isTorn = false;

  /** Answers false, and sends nothing, while too much is on its way to a page that does not take it. */
  const sendAlong = (command: OutletCommand): boolean => {
    if (on_the_way >= mostOnTheWay) return false;
    on_the_way += 1;
    send(command)
      .catch(() => undefined)
      .finally(() => {
        on_the_way -= 1;
      });
    return true;
  };

  return {
    picture(key: boolean, data: string): void {
      if (isTorn && !key) return;
      isTorn = !sendAlong({ type: 'agent_picture', key, data });
      if (isTorn) wantKey();
    },
    sound(pcm: string): void {
      sendAlong({ type: 'agent_sound', pcm });
    },
    serverSound(pcm: string): void {
      sendAlong({ type: 'server_sound', pcm });
    },
    /** Is never left out: whoever says it wants to be rid of what is on its way. */
    serverHush(): void {
      send({ type: 'server_hush' }).catch(() => undefined);
    },
  };
};
